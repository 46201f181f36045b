import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { serve } from '../../src/cli/serve.js';

const PAID_WITHIN_MS = 60_000;

/** The merchant's service: accepts every webhook and remembers which references are paid. */
export async function startMerchant() {
  const paid = new Set<string>();
  const { url, close } = await serve(
    (request, response) => {
      text(request)
        .then((body) => {
          const { type, data } = JSON.parse(body) as { type: string; data: { reference: string } };
          if (type.endsWith('.paid')) paid.add(data.reference);
          response.writeHead(204).end();
        })
        .catch(() => response.writeHead(400).end());
    },
    '127.0.0.1',
    0,
  );
  return {
    url: `${url}/webhooks`,
    close,
    async untilPaid(references: readonly string[]): Promise<void> {
      const deadline = Date.now() + PAID_WITHIN_MS;
      const missing = () => references.filter((reference) => !paid.has(reference));
      while (missing().length > 0) {
        if (Date.now() > deadline) throw new Error(`no webhook that these are paid: ${missing().join(', ')}`);
        await pause(20);
      }
    },
  };
}

export type Merchant = Awaited<ReturnType<typeof startMerchant>>;
