import { toStanding } from '../lifecycle/state-view.js';
import { inNairaAndKobo, toNaira } from '../money.js';
import { type RowDifference, remainderOf, type SettlementSnapshot } from './settlement.js';

/** A settlement as merchants see it, in replies and in webhooks. */
export function toSettlement(snapshot: SettlementSnapshot) {
  const { terms, announced, listed, compared, foundBy, proven } = snapshot;
  const total = announced?.amountKobo;
  const remainder = total !== undefined && listed ? remainderOf(total, listed) : undefined;
  return {
    reference: terms.reference,
    state: snapshot.state,
    reason: snapshot.reason,
    settledOn: announced?.settledOn,
    total: total === undefined ? undefined : toNaira(total),
    totalKobo: total,
    announcedCount: announced?.count,
    listed: listed && {
      count: listed.count,
      ...inNairaAndKobo('paid', listed.paidKobo),
      ...inNairaAndKobo('net', listed.netKobo),
      byDetail: listed.byDetail,
      unread: listed.unread,
      at: listed.at,
    },
    proven: proven && {
      count: proven.count,
      ...inNairaAndKobo('paid', proven.paidKobo),
      ...inNairaAndKobo('net', proven.netKobo),
    },
    ...(remainder !== undefined && remainder > 0 && inNairaAndKobo('remainder', remainder)),
    payments: compared && { ...compared, differences: compared.differences.map(toDifference) },
    foundBy,
    ...toStanding(snapshot),
  };
}

function toDifference({ amountKobo, ...difference }: RowDifference) {
  return { ...difference, amount: toNaira(amountKobo), amountKobo };
}
