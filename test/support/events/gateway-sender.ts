import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { SignedEvent } from './disordered.js';

const BETWEEN_ATTEMPTS_MS = 250;

/** Posts an event as the gateway does: again after every answer but 200 and 401, and after none. */
export function createGatewaySender(apiUrl: string, deadline: number) {
  let repeated = 0;
  async function attempt({ body, signature }: SignedEvent): Promise<number | undefined> {
    try {
      const headers = { 'service-signature': signature, 'content-type': 'application/json' };
      const reply = await request(`${apiUrl}/webhooks/gateway`, { method: 'POST', headers, body });
      await reply.body.dump();
      return reply.statusCode;
    } catch {
      return undefined;
    }
  }
  return {
    repeats: () => repeated,
    send: async (event: SignedEvent): Promise<number> => {
      while (Date.now() < deadline) {
        const status = await attempt(event);
        if (status === 200 || status === 401) return status;
        repeated += 1;
        await pause(BETWEEN_ATTEMPTS_MS);
      }
      throw new Error('an event was not accepted before the end of the run');
    },
  };
}
