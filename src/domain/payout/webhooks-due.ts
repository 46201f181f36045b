import { itemsOf, type MoneyItem } from '../movement/standing.js';
import type { Payout, PayoutState } from './payout.js';
import { isEnd, isLongUnknown, isSafeToPayAgain, type Shown } from './state.js';

/** What merchants were last sent of a payout. */
export interface PayoutView extends Shown {
  readonly isSafe: boolean;
  /** Its record speaks against what it had shown. */
  readonly isContradicted: boolean;
  readonly isLongUnknown: boolean;
}

export const viewOf = (payout: Payout, shown: Shown): PayoutView => ({
  ...shown,
  isSafe: isSafeToPayAgain(payout),
  isContradicted: itemsOf(payout.movement).some(({ kind }) => CONTRADICTIONS.includes(kind)),
  isLongUnknown: isLongUnknown(payout),
});

const CONTRADICTIONS: readonly MoneyItem['kind'][] = ['contradiction', 'less-than-shown'];

/** States that merchants read when they ask, and are not sent. */
const UNSENT_STATES: readonly PayoutState[] = ['PENDING', 'SCHEDULED', 'PAUSED'];

/** The state becomes the type; these are beside it. */
export type PayoutNews =
  PayoutState | 'safe-to-pay-again' | 'conflicting-records' | 'on-hold' | typeof UNKNOWN;

/** The merchant does not repeat it, and is sent what becomes of it. */
export const UNKNOWN = 'outcome-unknown';

/** What the merchant is sent when the view changes: a function of both views, whatever caused the change. */
export function webhooksDue(before: PayoutView, after: PayoutView): readonly PayoutNews[] {
  const isNew = before.state !== after.state;
  const isTakenBack = isNew && isEnd(before.state) && !hasMoney(after.state);
  const isContradictedNow = after.isContradicted && !before.isContradicted;
  const news: readonly (PayoutNews | false)[] = [
    // at once, and before what it turns out to be: the merchant may be about to pay again
    ((before.isSafe && !after.isSafe) || isTakenBack || isContradictedNow) && 'conflicting-records',
    after.isLongUnknown && !before.isLongUnknown && UNKNOWN,
    isNew && !UNSENT_STATES.includes(after.state) && after.state,
    // an end that is safe at once says so itself
    !isNew && isEnd(after.state) && after.isSafe && !before.isSafe && 'safe-to-pay-again',
  ];
  return news.filter((each) => each !== false);
}

const hasMoney = (state: PayoutState) => state === 'SUCCESS' || state === 'REVERSED';

/** Whether it keeps a merchant from paying again. */
export const isWarning = (news: string) => WARNINGS.includes(news);

const WARNINGS: readonly string[] = [
  'SUCCESS',
  'conflicting-records',
  'on-hold',
  UNKNOWN,
] satisfies PayoutNews[];

/** A change of state, and not something beside it. */
export const isState = (news: PayoutNews): news is PayoutState => news === news.toUpperCase();
