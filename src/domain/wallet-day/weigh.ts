import { isDay, startOfDay } from '../calendar.js';
import { countUnread, showUnread } from '../compare/unread.js';
import { difference, type Kobo, kobo, totalOf } from '../money.js';
import type { Outflows, WalletDaySnapshot } from './wallet-day.js';

/** A movement in the first minutes of a day: the balance of midnight may have been read before or after it. */
export interface EarlyMovement {
  /** In milliseconds since the epoch; the gateway's times have whole minutes. */
  readonly at: number;
  /** Below zero, money went out. */
  readonly byKobo: number;
  /** The balance after it. */
  readonly balanceKobo?: Kobo;
  /** It stands for all further movements of its minute. */
  readonly isSum?: true;
}

/** What a day says of its balances. */
export type Weighed =
  /** It is not over. */
  | { readonly kind: 'open' }
  /** Above zero, more is in the wallet than the day explains. */
  | { readonly kind: 'weighed'; readonly driftKobo: number }
  /** Something is missing: whether the day is explained is unknown. */
  | { readonly kind: 'unread'; readonly unread: readonly string[]; readonly atRiskKobo: Kobo };

const MINUTE_MS = 60_000;
/** A balance that is read later says little about midnight. */
export const MIDNIGHT_MS = 15 * MINUTE_MS;
/** Further movements of the first minutes are kept as one sum a minute. */
const MOST_EARLY = 50;

export function withEarly(
  { terms, early = [] }: Pick<WalletDaySnapshot, 'terms' | 'early'>,
  movement: EarlyMovement,
): readonly EarlyMovement[] {
  const isEarly = isDay(terms.reference) && movement.at < startOfDay(terms.reference) + MIDNIGHT_MS;
  if (!isEarly) return early;
  if (early.length < MOST_EARLY) return [...early, movement];
  const minute = Math.floor(movement.at / MINUTE_MS) * MINUTE_MS;
  const before = early.find(({ at, isSum }) => isSum && at === minute);
  const byKobo = before ? sumOf([before, movement]) : movement.byKobo;
  return [...early.filter((each) => each !== before), { at: minute, byKobo, isSum: true }];
}

/**
 * What moved after midnight and before the balance was read: it is in the balance, and belongs to the new day. The balances
 * that the movements name tell which of them it has; where none fits, their times do.
 */
export function movedBeforeOpening({
  opening,
  early = [],
}: Pick<WalletDaySnapshot, 'opening' | 'early'>): number {
  if (!opening) return 0;
  const readAt = Date.parse(opening.at);
  const near = early.filter(({ at }) => at <= readAt);
  // a sum names no balances
  if (near.some(({ isSum }) => isSum)) return sumOf(near);
  const last = near.find(({ balanceKobo }) => balanceKobo === opening.balanceKobo);
  if (last) return sumOf(chainTo(last, near));
  const isBeforeAll = near.some(
    ({ balanceKobo, byKobo }) => balanceKobo !== undefined && balanceKobo - byKobo === opening.balanceKobo,
  );
  return isBeforeAll ? 0 : sumOf(near);
}

/** The movements up to this one, each by the balance that it found. */
function chainTo(last: EarlyMovement, all: readonly EarlyMovement[]): readonly EarlyMovement[] {
  const chain: EarlyMovement[] = [];
  for (let each: EarlyMovement | undefined = last; each; each = before(each, all, chain)) chain.push(each);
  return chain;
}

function before(
  { balanceKobo, byKobo }: EarlyMovement,
  all: readonly EarlyMovement[],
  chain: readonly EarlyMovement[],
): EarlyMovement | undefined {
  if (balanceKobo === undefined) return undefined;
  return all.find(
    (each) => (each.balanceKobo as number | undefined) === balanceKobo - byKobo && !chain.includes(each),
  );
}

/** Sums saturate: an event may claim more than any wallet holds. */
function sumOf(movements: readonly EarlyMovement[]): number {
  return signedSum(
    [],
    movements.map(({ byKobo }) => byKobo),
    [],
  );
}

/** Adds amounts, and what moved in either direction. */
function signedSum(plus: readonly Kobo[], moved: readonly number[], minus: readonly Kobo[]): number {
  const more = moved.filter((each) => each > 0).map(kobo);
  const less = moved.filter((each) => each < 0).map((each) => kobo(-each));
  return difference([...plus, ...more], [...minus, ...less]);
}

/** Whether the gateway's events explain the day; without any, the listings explain what went out. */
export function hasActivity({ credits, debits, unclear }: WalletDaySnapshot): boolean {
  return credits.count + debits.count + unclear > 0;
}

/** Compares the balances of a day that is over with what went in and out. */
export function weigh(day: WalletDaySnapshot): Weighed {
  if (!isDay(day.terms.reference) || day.state !== 'CLOSED') return { kind: 'open' };
  const unread = unreadIn(day);
  const driftKobo = driftOf(day);
  if (unread.length === 0 && driftKobo !== undefined) return { kind: 'weighed', driftKobo };
  const { credits, debits } = day;
  const atRiskKobo =
    driftKobo === undefined ? totalOf(credits.sumKobo, debits.sumKobo) : kobo(Math.abs(driftKobo));
  return { kind: 'unread', unread, atRiskKobo };
}

function unreadIn(day: WalletDaySnapshot): readonly string[] {
  const { opening, closing, noBalance = {}, unclear, unreported = 0, outflows } = day;
  const why = (place: 'opening' | 'closing') => (noBalance[place] ? `: ${noBalance[place]}` : '');
  return [
    ...(opening ? [] : [`no balance at the start of the day${why('opening')}`]),
    ...(closing ? [] : [`no balance at its end${why('closing')}`]),
    ...(unclear > 0 ? [`${unclear} events without a direction or an amount`] : []),
    ...(unreported > 0 ? [`${unreported} events beyond the limit`] : []),
    ...(opening && closing && !hasActivity(day) ? unreadOutflows(outflows) : []),
  ];
}

function unreadOutflows(outflows: Outflows | undefined): readonly string[] {
  if (!outflows) return ['the listings of what went out: no answer'];
  const { unread = {} } = outflows;
  return countUnread(unread) > 0 ? [`the listings of what went out: ${showUnread(unread)}`] : [];
}

function driftOf(day: WalletDaySnapshot): number | undefined {
  const { opening, closing, closingMovedKobo = 0, outflows, credits, debits } = day;
  if (!opening || !closing) return undefined;
  const [before, after] = [opening.balanceKobo, closing.balanceKobo];
  if (hasActivity(day)) {
    // both balances as they were at midnight
    const moved = [movedBeforeOpening(day), -closingMovedKobo];
    return signedSum([after, debits.sumKobo], moved, [before, credits.sumKobo]);
  }
  if (!outflows) return undefined;
  const { paidKobo, feesKobo, inFlightKobo, refundedKobo } = outflows;
  return difference([after, paidKobo, feesKobo, inFlightKobo, refundedKobo], [before]);
}
