import type { Credit } from '../../../src/domain/reserved-account/credit.js';
import { type Kobo, sum } from '../../../src/domain/money.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import type { ReservedAccountSnapshot } from '../../../src/domain/reserved-account/reserved-account.js';

interface Missed {
  readonly count: number;
  readonly amountKobo: Kobo;
}

export function missedIn(delivered: readonly MerchantWebhook[]): Missed {
  const all = delivered.flatMap(({ about }) => (about?.missed as Missed | undefined) ?? []);
  return {
    count: all.reduce((total, { count }) => total + count, 0),
    amountKobo: sum(...all.map(({ amountKobo }) => amountKobo)),
  };
}

const creditIn = ({ about }: MerchantWebhook) => about?.credit as Credit | undefined;

/** How many credits were reported to the merchant, one by one or counted together. */
export function countOf(delivered: readonly MerchantWebhook[]): number {
  return delivered.filter(creditIn).length + missedIn(delivered).count;
}

/** Each credit is reported once: by its webhook, or counted in `reserved-account.missed`. */
export function compareWebhooks(delivered: readonly MerchantWebhook[], credits: readonly Credit[]): string[] {
  const single = delivered.flatMap((webhook) => creditIn(webhook) ?? []);
  const references = single.map(({ transactionReference }) => transactionReference);
  const repeated = references.filter((each, index) => references.indexOf(each) !== index);
  const left = credits.filter(({ transactionReference }) => !references.includes(transactionReference));
  const missed = missedIn(delivered);
  const leftKobo = sum(...left.map(({ amountKobo }) => amountKobo));
  const sequences = delivered.map(({ sequence }) => sequence);
  const isInOrder = sequences.every((each, index) => index === 0 || each > sequences[index - 1]!);
  return [
    ...repeated.map((each) => `${each} was sent twice`),
    ...(missed.count === left.length
      ? []
      : [`${left.length} credits have no webhook, ${missed.count} are counted as missed`]),
    ...(missed.amountKobo === leftKobo ? [] : [`missed: ${missed.amountKobo} kobo, expected ${leftKobo}`]),
    ...(isInOrder ? [] : ['webhooks came out of sequence']),
    // the webhook's id derives from this: two accounts must not share one
    ...delivered
      .filter(({ effectKey, reference }) => !effectKey.startsWith(`${reference}:`))
      .map(({ type, effectKey }) => `the id of ${type} does not name its account: ${effectKey}`),
    ...delivered
      .filter(({ type }) => !['reserved-account.credited', 'reserved-account.missed'].includes(type))
      .map(({ type }) => `unexpected ${type}`),
  ];
}

export function compareState(
  { state, credited, review }: ReservedAccountSnapshot,
  all: readonly Credit[],
): string[] {
  const sumKobo = sum(...all.map(({ amountKobo }) => amountKobo));
  return [
    ...(state === 'ACTIVE' ? [] : [`the account is ${state}`]),
    ...(credited.count === all.length ? [] : [`${credited.count} credits, expected ${all.length}`]),
    ...(credited.sumKobo === sumKobo ? [] : [`${credited.sumKobo} kobo credited, expected ${sumKobo}`]),
    ...review.map(({ kind, reason }) => `${kind}: ${reason}`),
  ];
}
