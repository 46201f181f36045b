import { type Approval, statusOf } from '../../src/domain/approval/approval.js';
import { showNaira } from '../../src/domain/money.js';
import { boundsOf } from '../../src/domain/refund/bounds.js';
import type { Refund, RefundsSnapshot } from '../../src/domain/refund/refund.js';
import { describeLines } from '../shared/run/details.js';

const REFUNDS_SHOWN = 20;

/** The details of refunds in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeRefunds(snapshot: RefundsSnapshot): string {
  const { state, review, refunds, payment, owner, terms } = snapshot;
  const paid = payment ? ` of ${showNaira(payment.amountKobo)}` : '';
  return describeLines([
    `**${state}** ${showNaira(boundsOf(refunds).least)}${paid} refunded, transaction \`${terms.reference}\``,
    ...review.map(({ kind, reason }) => `**Needs review (${kind})**: ${reason}`),
    owner && `Paid for ${owner.lifecycle} \`${owner.reference}\``,
    ...refunds.slice(-REFUNDS_SHOWN).map(describeRefund),
  ]);
}

function describeRefund({ terms, state, reason, unexpected, approval }: Refund): string {
  const made = unexpected ? ', made elsewhere' : '';
  const asked = approval ? `; ${describeApproval(approval)}` : '';
  return `Refund \`${terms.refundReference}\`${made}: **${state}** ${showNaira(terms.amountKobo)}: ${reason}${asked}`;
}

function describeApproval(approval: Approval): string {
  const { needed, given, expiresAt } = approval;
  const status = statusOf(approval);
  const until = status === 'waiting' ? ` until ${expiresAt}` : '';
  return `approval **${status}**${until}, ${given.length} of ${needed} given`;
}
