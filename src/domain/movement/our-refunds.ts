import { type Kobo, ZERO } from '../money.js';
import { highestOf, rest } from './amounts.js';
import type { Evidence } from './evidence.js';
import type { Reading } from './pieces.js';

/**
 * What a record that says REFUNDED shows: what our own refunds may have returned is explained by them, and must not be counted as
 * returned a second time. Only the rest went back by other means. `sent`: what refunds of ours may have returned by now. What they
 * reported last is older: one that failed since, or was never sent, explains nothing. What is known to have gone back by other
 * means is not explained away.
 */
export function withoutOurRefunds<Of extends Pick<Reading, 'shows' | 'amount'>>(
  { proven, decided, refunds, returned }: Evidence,
  reading: Of,
  sent?: Kobo,
): Of {
  const { shows, amount = ZERO } = reading;
  const ours = sent === undefined ? (refunds?.most ?? ZERO) : highestOf(refunds?.least ?? ZERO, sent);
  // what only a person concluded is no amount that a record has shown
  const shown = decided ? ZERO : proven;
  const whole = shown > ZERO ? shown : amount;
  if (shows !== 'return' || whole === ZERO || ours === ZERO) return reading;
  const byOthers = highestOf(returned, rest(amount > ZERO ? amount : whole, ours));
  return byOthers === ZERO ? { ...reading, shows: 'money', amount: whole } : { ...reading, amount: byOthers };
}

/** How much of what a record shows as returned only our own refunds explain: `others` is the rest of it. */
export function explainedOf({ proven }: Evidence, shown: Reading, others: Reading): Kobo {
  if (shown === others) return ZERO;
  const { amount = ZERO } = shown;
  const whole = amount > ZERO ? amount : proven;
  return others.shows === 'money' ? whole : rest(whole, others.amount ?? ZERO);
}
