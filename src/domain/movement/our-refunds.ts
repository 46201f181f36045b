import { type Kobo, ZERO } from '../money.js';
import { highestOf, rest } from './amounts.js';
import type { Evidence } from './evidence.js';
import type { Reading } from './pieces.js';

/**
 * What a record that says REFUNDED shows: what our own refunds may have returned is explained by them, and must not be counted as
 * returned a second time. Only the rest went back by other means. `underWay`: what refunds of ours may have returned that
 * have not reported yet.
 */
export function withoutOurRefunds(
  { proven, decided, refunds }: Evidence,
  reading: Reading,
  underWay: Kobo = ZERO,
): Reading {
  const { shows, amount = ZERO, ...others } = reading;
  const ours = highestOf(refunds?.most ?? ZERO, underWay);
  // what only a person concluded is no amount that a record has shown
  const shown = decided ? ZERO : proven;
  const whole = shown > ZERO ? shown : amount;
  if (shows !== 'return' || whole === ZERO || ours === ZERO) return reading;
  const byOthers = rest(amount > ZERO ? amount : whole, ours);
  return byOthers === ZERO
    ? { ...others, shows: 'money', amount: whole }
    : { ...others, shows, amount: byOthers };
}
