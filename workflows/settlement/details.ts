import { showNaira } from '../../src/domain/money.js';
import type { SettlementSnapshot } from '../../src/domain/settlement/settlement.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a settlement in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeSettlement(snapshot: SettlementSnapshot): string {
  const { state, reason, review, announced, listed, compared, foundBy } = snapshot;
  const total = announced?.amountKobo;
  return describeLines([
    `**${state}** ${reason}`,
    ...review.map((item) => `**Needs review (${item.kind})**: ${item.reason}`),
    total !== undefined && `Announced: ${showNaira(total)} in ${announced?.count ?? '?'} payments`,
    listed &&
      `Listed: ${showNaira(listed.netKobo)} of ${showNaira(listed.paidKobo)} in ${listed.count} payments`,
    compared &&
      `Lifecycles: ${compared.held} show their payment, ${compared.woken} were woken, ${compared.notFollowed} payments have none`,
    foundBy !== undefined && `Found by payment \`${foundBy}\`: its event was lost`,
  ]);
}
