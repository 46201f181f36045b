import fc from 'fast-check';
import { signEvent } from '../../../src/gateway/signature.js';

/** An event as the gateway sends it. */
export interface SignedEvent {
  readonly body: string;
  readonly signature: string;
}

export interface Sending extends SignedEvent {
  readonly kind: 'genuine' | 'duplicate' | 'forged' | 'unknown';
}

interface Collection {
  readonly eventType: string;
  readonly eventData: { readonly product: object; readonly transactionReference: string };
}

export interface Disorder {
  readonly genuine: readonly SignedEvent[];
  readonly secret: string;
  /** Repeats the same order. */
  readonly seed: number;
}

/** Of a hundred sendings 70 are genuine, 20 repeat one of them, 5 are forged and 5 name an unknown account. */
export const SHARES = { genuine: 0.7, duplicate: 0.2, forged: 0.05, unknown: 0.05 } as const;

/** All genuine events, with the others among them, in random order. */
export function disordered({ genuine, secret, seed }: Disorder): readonly Sending[] {
  const total = genuine.length / SHARES.genuine;
  const some = (kind: keyof typeof SHARES, make: (event: SignedEvent, n: number) => SignedEvent) =>
    Array.from({ length: Math.round(total * SHARES[kind]) }, (_, n): Sending => {
      const event = genuine[n % genuine.length] as SignedEvent;
      return { kind, ...make(event, n) };
    });
  const all: readonly Sending[] = [
    ...genuine.map((event): Sending => ({ kind: 'genuine', ...event })),
    ...some('duplicate', (event) => event),
    ...some('forged', forge),
    ...some('unknown', ({ body }, n) => {
      const changed = changeBody(body, `MNFY|unknown|${n}`, unknownReference(n));
      return { body: changed, signature: signEvent(changed, secret) };
    }),
  ];
  const order = fc.shuffledSubarray([...all], { minLength: all.length });
  return fc.sample(order, { seed, numRuns: 1 })[0] ?? [];
}

export const unknownReference = (n: number) => `unknown-account-${n}`;

/** Half of them carry a signature of another body, half one that another secret made. */
function forge({ body, signature }: SignedEvent, n: number): SignedEvent {
  const changed = changeBody(body, `MNFY|forged|${n}`);
  return { body: changed, signature: n % 2 === 0 ? signature : signEvent(changed, 'another secret') };
}

function changeBody(body: string, transactionReference: string, accountReference?: string): string {
  const event = JSON.parse(body) as Collection;
  const { eventData } = event;
  const product = { ...eventData.product, ...(accountReference && { reference: accountReference }) };
  return JSON.stringify({
    ...event,
    eventData: { ...eventData, product, transactionReference, paymentReference: transactionReference },
  });
}
