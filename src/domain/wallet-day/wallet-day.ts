import { endOfDay, isDay } from '../calendar.js';
import type { Unread } from '../compare/unread.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import type { EarlyMovement } from './weigh.js';
import type { ReportedDay } from '../reserved-account/reported-credits.js';

/** OPEN until the day is over, in West Africa Time. A late event is still reported. */
export type WalletDayState = 'OPEN' | 'CLOSED';

export const WALLET_DAY_TRANSITIONS: Transitions<WalletDayState> = { OPEN: ['CLOSED'], CLOSED: [] };

/** How much went in one direction. */
export interface Flow {
  readonly count: number;
  readonly sumKobo: Kobo;
}

/** The balance at one end of the day. */
export interface Balance {
  readonly balanceKobo: Kobo;
  readonly at: string;
}

/** What left the wallet, by the gateway's listings. */
export interface Outflows {
  /** Transfers that arrived. */
  readonly paidKobo: Kobo;
  readonly feesKobo: Kobo;
  /** Transfers without an outcome, with their fees: the wallet does not have this money. */
  readonly inFlightKobo: Kobo;
  readonly refundedKobo: Kobo;
  /** What the listings have and did not show. */
  readonly unread?: Unread;
}

export interface WalletDaySnapshot extends LifecycleSnapshot<WalletDayState> {
  readonly lifecycle: 'wallet-events';
  /** The day, such as 2026-01-31, or `undated` for events without a time. */
  readonly terms: { readonly reference: string };
  readonly credits: Flow;
  readonly debits: Flow;
  /** Events that do not say in which direction money went, or how much. */
  readonly unclear: number;
  readonly lowBalances: number;
  readonly opening?: Balance;
  readonly closing?: Balance;
  readonly outflows?: Outflows;
  /** Why there is no balance at one end of the day. */
  readonly noBalance?: Readonly<Partial<Record<'opening' | 'closing', string>>>;
  /** Movements of the first minutes. */
  readonly early?: readonly EarlyMovement[];
  /** What moved between midnight and the read of the closing balance, as the next day knows it. */
  readonly closingMovedKobo?: number;
  /** The same of the opening balance, as this day has told the day before. */
  readonly toldKobo?: number;
  /** How often it has told it. */
  readonly told?: number;
  /** What is missing to compare the balances of the day. */
  readonly unread?: readonly string[];
  /** What the day does not explain: above zero, more is in the wallet than it should be. */
  readonly driftKobo?: number;
  /** How often the merchant was sent a drift. */
  readonly drifts?: number;
  /** Hashes of events that were reported. */
  readonly reported: readonly ReportedDay[];
  /** Events beyond those that one day reports. */
  readonly unreported?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Events of the last minutes may arrive after midnight. */
const GRACE_MS = 15 * MINUTE_MS;

/** When the day is closed. Events with a wrong date, or none, keep a run open for two days at most. */
export function closesAt({ terms, epoch }: Pick<WalletDaySnapshot, 'terms' | 'epoch'>): number {
  const latest = Date.parse(epoch) + 2 * DAY_MS;
  return isDay(terms.reference) ? Math.min(endOfDay(terms.reference) + GRACE_MS, latest) : latest;
}

/** What the report of a day says of the wallet. */
export type WalletDayReport = Pick<
  WalletDaySnapshot,
  'state' | 'credits' | 'debits' | 'opening' | 'closing' | 'driftKobo' | 'unread'
>;

export function reportOf({
  state,
  credits,
  debits,
  opening,
  closing,
  driftKobo,
  unread = [],
}: WalletDaySnapshot): WalletDayReport {
  return {
    state,
    credits,
    debits,
    ...(opening && { opening }),
    ...(closing && { closing }),
    ...(driftKobo !== undefined && { driftKobo }),
    ...(unread.length > 0 && { unread }),
  };
}
