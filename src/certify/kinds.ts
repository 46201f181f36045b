import { type Booked, type KindName, type View } from './seen.js';

/** How one kind of obligation shows its money, in the words of its API. */
export interface Kind {
  /** In the path of its API. */
  readonly plural: string;
  /** Money comes in from payers, or goes out from the wallet. */
  readonly direction: 'in' | 'out';
  /** Each of its movements is a request of Oware; payers may pay a place to pay several times. */
  readonly isRequested: boolean;
  /** What belongs to it in the gateway's books. */
  readonly owns: (booked: Booked, reference: string, view: View) => boolean;
  /** How much its view says has moved, and was not taken back by the bank. */
  readonly countedKobo: (view: View) => number;
  /** The most that requests of Oware may move for it; undefined where it has no limit, or payers decide. */
  readonly limitKobo?: (view: View) => number | undefined;
  /** Its view says that the same may be paid, charged or collected again. */
  readonly isSafeToRepeat: (view: View) => boolean;
  /** It has ended, or waits for others than the gateway and Oware until a time that has not come. */
  readonly isAtRest: (view: View, now: number) => boolean;
  /** The webhooks that say that money moved, on which a merchant acts. */
  readonly acts: readonly string[];
  /** Webhooks that take such a one back. */
  readonly takesBack: readonly string[];
}

const text = (view: View, name: string) => {
  const value = view[name];
  return typeof value === 'string' ? value : '';
};
const part = (view: View, name: string) => (view[name] ?? {}) as View;
const amount = (view: View, name: string) => Number(view[name] ?? 0);
const isOneOf = (states: readonly string[]) => (view: View) => states.includes(text(view, 'state'));

/** A payer, or the beneficiary of a paycode, still has time. */
const isPayable = (view: View, now: number) =>
  ['PENDING', 'PARTIALLY_PAID'].includes(text(view, 'state')) && Date.parse(text(view, 'expiresAt')) > now;

/** A reference, and those that Oware derives from it: `order-1`, `order-1--i2`. */
const isDerived = (reference: string, owner: string) =>
  reference === owner || reference.startsWith(`${owner}--`);

const ownsBy = (kind: Booked['kind']) => (booked: Booked, reference: string) =>
  booked.kind === kind && isDerived(booked.reference, reference);
const ownsOf = (kind: string) => (booked: Booked, reference: string) =>
  booked.of?.kind === kind && isDerived(booked.of.reference, reference);

/** Of what payers pay: the payment that counts, and what arrived beside it. */
const received = (view: View) =>
  amount(part(view, 'paid'), 'amountKobo') + amount(part(view, 'duplicatePayment'), 'amountKobo');

const ORDER_ENDS = [
  'PAID',
  'OVERPAID',
  'PARTIALLY_PAID',
  'REVERSED',
  'REFUNDED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
  'REFUSED',
];
const PAYOUT_ENDS = ['SUCCESS', 'COMPLETED', 'FAILED', 'REVERSED', 'CANCELLED', 'REFUSED', 'EXPIRED'];

const order = (name: string, owns: Kind['owns']): Kind => ({
  plural: `${name}s`,
  direction: 'in',
  isRequested: false,
  owns,
  countedKobo: received,
  isSafeToRepeat: () => false,
  isAtRest: (view, now) => isOneOf(ORDER_ENDS)(view) || isPayable(view, now),
  acts: [`${name}.paid`],
  takesBack: [`${name}.unfulfillable`],
});

const payout = (kind: 'transfer' | 'bill' | 'paycode' | 'refund', success: string): Kind => ({
  plural: `${kind}s`,
  direction: 'out',
  isRequested: true,
  owns: ownsBy(kind),
  countedKobo: (view) =>
    ['SUCCESS', 'COMPLETED'].includes(text(view, 'state')) ? amount(view, 'amountKobo') : 0,
  limitKobo: (view) => amount(view, 'amountKobo'),
  isSafeToRepeat: (view) => view['safeToPayAgain'] === true,
  isAtRest: isOneOf(PAYOUT_ENDS),
  acts: [`${kind}.${success}`],
  takesBack: [`${kind}.reversed`, `${kind}.failed`],
});

/** It has several movements: its view calls none of them safe to repeat, and no webhook stands for all. */
const UNTOLD = { isSafeToRepeat: () => false, acts: [], takesBack: [] } as const;

export const KINDS: Readonly<Record<KindName, Kind>> = {
  checkout: order('checkout', ownsBy('collection')),
  invoice: order('invoice', ownsOf('invoice')),
  charge: {
    ...order('charge', ownsBy('collection')),
    isRequested: true,
    limitKobo: (view) => amount(view, 'amountKobo'),
    isSafeToRepeat: (view) => view['safeToChargeAgain'] === true,
  },
  subscription: {
    plural: 'subscriptions',
    direction: 'in',
    isRequested: true,
    ...UNTOLD,
    owns: ownsBy('collection'),
    countedKobo: (view) => amount(part(view, 'totals'), 'chargedKobo'),
    isAtRest: isOneOf(['ACTIVE', 'PAUSED', 'ON_HOLD', 'ENDED', 'CANCELLED', 'REFUSED']),
  },
  mandate: {
    plural: 'mandates',
    direction: 'in',
    isRequested: true,
    ...UNTOLD,
    owns: (booked, reference, view) =>
      (booked.of?.kind === 'mandate' && booked.of.reference === view['mandateCode']) ||
      ownsBy('collection')(booked, reference),
    countedKobo: (view) => amount(part(view, 'debited'), 'sumKobo'),
    limitKobo: (view) => view['amountKobo'] as number | undefined,
    isAtRest: isOneOf(['ACTIVE', 'ENDED', 'EXPIRED', 'CANCELLED', 'REFUSED', 'FAILED']),
  },
  'reserved-account': {
    plural: 'reserved-accounts',
    direction: 'in',
    isRequested: false,
    ...UNTOLD,
    owns: ownsOf('reserved-account'),
    countedKobo: (view) => amount(part(view, 'credited'), 'sumKobo'),
    isAtRest: isOneOf(['ACTIVE', 'DEALLOCATED', 'REFUSED', 'FAILED']),
  },
  transfer: payout('transfer', 'success'),
  bill: payout('bill', 'success'),
  paycode: {
    ...payout('paycode', 'success'),
    isAtRest: (view, now) => isOneOf(PAYOUT_ENDS)(view) || ('issuedAt' in view && isPayable(view, now)),
  },
  refund: payout('refund', 'completed'),
  batch: {
    plural: 'batches',
    direction: 'out',
    isRequested: true,
    ...UNTOLD,
    owns: (booked, reference) =>
      booked.kind === 'transfer' &&
      (ownsOf('batch')(booked, reference) || isDerived(booked.reference, reference)),
    countedKobo: (view) => {
      const byState = part(part(view, 'totals'), 'byState');
      return amount(part(byState, 'SUCCESS'), 'sumKobo');
    },
    limitKobo: (view) => amount(view, 'sumKobo'),
    isAtRest: isOneOf(['COMPLETED', 'CANCELLED', 'REFUSED', 'EXPIRED']),
  },
};
