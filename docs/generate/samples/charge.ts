import type { ChargeSnapshot } from '../../../src/domain/charge/charge.js';
import { CONFIRM_MS } from '../../../src/domain/movement/evidence.js';
import { type OrderEnd, type OrderTransaction, withPiece } from '../../../src/domain/order/order.js';
import { collectionPart } from '../collection-sample.js';
import { ADA, ASKED, type Sample, START, withAbout } from '../sample.js';

/** The gateway has no transaction of it, as far as is known. */
const NOT_THERE = ['refused', 'expired', 'cancelled', 'outcome-unknown'];

const SAFE_AGAIN = 'safe-to-charge-again';
const ENDS: readonly string[] = ['EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'] satisfies readonly OrderEnd[];

export function sampleOf(name: string): Sample {
  const part = {
    ...collectionPart(name === SAFE_AGAIN ? 'failed' : name),
    ...(name === 'refused' && { reason: 'card-token-refused: Invalid card token' }),
  };
  const isThere = !NOT_THERE.includes(name);
  const snapshot: ChargeSnapshot = {
    ...part,
    ...(part.paid && { paid: { ...part.paid, method: 'CARD' } }),
    lifecycle: 'charge',
    terms: { reference: 'top-up-1', amountKobo: ASKED, currency: 'NGN', checkout: 'order-1', customer: ADA },
    card: {
      token: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
      email: ADA.email,
      last4: '4081',
      cardType: 'Visa',
    },
    hasNoWindow: true,
    ...(ENDS.includes(part.state) && { end: { to: part.state as OrderEnd, reason: part.reason } }),
    transactions: isThere
      ? part.transactions.map((each) => ({ ...withEnds(each, name), paymentReference: 'top-up-1--c1' }))
      : [],
    ...(isThere && { sentAt: START }),
  };
  return { snapshot, ...withAbout(name) };
}

/** Its record says once that it failed, or twice. */
function withEnds(transaction: OrderTransaction, name: string): OrderTransaction {
  const at = Date.parse(START);
  const times = name === 'failed' ? [at] : name === SAFE_AGAIN ? [at, at + CONFIRM_MS] : [];
  return times.reduce(
    (known, when) =>
      withPiece(known, { kind: 'reading', shows: 'end', askedAt: when, answeredAt: when }, when),
    transaction,
  );
}
