import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { serve } from '../../src/cli/serve.js';

const PAID_WITHIN_MS = 60_000;

/** The merchant's service: accepts every webhook and remembers when it learned that a reference is paid. */
export async function startMerchant() {
  const paid = new Map<string, number>();
  const { url, close } = await serve(
    (request, response) => {
      text(request)
        .then((body) => {
          const { type, data } = JSON.parse(body) as { type: string; data: { reference: string } };
          if (type.endsWith('.paid') && !paid.has(data.reference)) paid.set(data.reference, Date.now());
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
    /** When the webhook of a payment arrived; undefined if it has not. */
    paidAt: (reference: string) => paid.get(reference),
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
