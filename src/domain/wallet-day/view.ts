import type { LowBalanceEvent, WalletActivityEvent } from '../lifecycle/events/wallet.js';
import { toStanding } from '../lifecycle/state-view.js';
import { inNairaAndKobo } from '../money.js';
import type { Balance, Flow, WalletDaySnapshot } from './wallet-day.js';

/** A day of the wallet as merchants see it, in replies and in webhooks. */
export function toWalletDay(snapshot: WalletDaySnapshot) {
  const { terms, opening, closing, outflows, driftKobo, unread, unreported } = snapshot;
  return {
    day: terms.reference,
    state: snapshot.state,
    reason: snapshot.reason,
    opening: opening && toBalance(opening),
    closing: closing && toBalance(closing),
    credits: toFlow(snapshot.credits),
    debits: toFlow(snapshot.debits),
    unclear: snapshot.unclear,
    lowBalances: snapshot.lowBalances,
    outflows,
    driftKobo,
    unread,
    unreported,
    ...toStanding(snapshot),
  };
}

const toBalance = ({ balanceKobo, at }: Balance) => ({ ...inNairaAndKobo('balance', balanceKobo), at });
export const toFlow = ({ count, sumKobo }: Flow) => ({ count, ...inNairaAndKobo('sum', sumKobo) });

export function toActivity({
  reference,
  direction,
  amountKobo,
  balanceKobo,
  narration,
  at,
}: WalletActivityEvent) {
  return {
    reference,
    direction,
    ...(amountKobo !== undefined && inNairaAndKobo('amount', amountKobo)),
    ...(balanceKobo !== undefined && inNairaAndKobo('balance', balanceKobo)),
    narration,
    at,
  };
}

export function toLowBalance({ balanceKobo, thresholdKobo, at }: LowBalanceEvent) {
  return {
    ...(balanceKobo !== undefined && inNairaAndKobo('balance', balanceKobo)),
    ...(thresholdKobo !== undefined && inNairaAndKobo('threshold', thresholdKobo)),
    at,
  };
}
