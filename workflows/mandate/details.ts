import { isOver } from '../../src/domain/mandate/debit.js';
import { type MandateSnapshot, whyNoDebits } from '../../src/domain/mandate/mandate.js';
import { masked } from '../../src/domain/mask.js';
import { showNaira } from '../../src/domain/money.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a mandate in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeMandate(mandate: MandateSnapshot): string {
  const { terms, state, reason, review, mandateCode, gatewayStatus, debited, debits } = mandate;
  const { bankCode, accountNumber } = terms.account;
  const whyNot = whyNoDebits(mandate);
  return describeLines([
    `**${state}**: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    whyNot !== undefined && `No debit starts: ${whyNot}`,
    `Account ${masked(accountNumber)} at bank ${bankCode}`,
    mandateCode && `Gateway mandate \`${mandateCode}\`, ${gatewayStatus ?? 'not read yet'}`,
    debited.count > 0 && `${debited.count} paid debits, ${showNaira(debited.sumKobo)}`,
    ...debits
      .filter((debit) => !debit.isPossible && !isOver(debit))
      .map((debit) => `Debit \`${debit.reference}\` of ${showNaira(debit.amountKobo)}: ${debit.reason}`),
    mandate.nextDebitAt && `Next debit at ${mandate.nextDebitAt}`,
  ]);
}
