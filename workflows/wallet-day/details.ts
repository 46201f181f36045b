import { showNaira } from '../../src/domain/money.js';
import type { WalletDaySnapshot } from '../../src/domain/wallet-day/wallet-day.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a wallet day in the Web UI. */
export function describeWalletDay(snapshot: WalletDaySnapshot): string {
  const { state, terms, review, credits, debits, opening, closing, lowBalances } = snapshot;
  return describeLines([
    `**${state}** wallet events of ${terms.reference} (West Africa Time)`,
    ...review.map(({ kind, reason }) => `**Needs review (${kind})**: ${reason}`),
    `In: ${credits.count}, ${showNaira(credits.sumKobo)}; out: ${debits.count}, ${showNaira(debits.sumKobo)}`,
    opening && `Opening balance: ${showNaira(opening.balanceKobo)}`,
    closing && `Closing balance: ${showNaira(closing.balanceKobo)}`,
    lowBalances > 0 && `Low balance alerts: ${lowBalances}`,
  ]);
}
