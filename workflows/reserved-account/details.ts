import { showNaira } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';

/**
 * The details of a reserved account in the Web UI. No personal data: everyone with access to the page reads
 * it.
 */
export function describeAccount(account: ReservedAccountSnapshot): string {
  const { state, reason, review, credited, accounts, invoices } = account;
  const lines = [`**${state}**: ${reason}`];
  for (const { kind, reason } of review) lines.push(`**Needs review (${kind})**: ${reason}`);
  if (accounts.length > 0) lines.push(`Accounts ${accounts.map(showAccount).join(', ')}`);
  if (credited.count > 0) lines.push(`${credited.count} credits, ${showNaira(credited.sumKobo)}`);
  for (const { invoiceReference, over } of invoices) {
    if (!over) lines.push(`Waiting for invoice \`${invoiceReference}\``);
  }
  return lines.map((line) => `- ${line}`).join('\n');
}

function showAccount({
  accountNumber,
  bankName,
  bankCode,
}: ReservedAccountSnapshot['accounts'][number]): string {
  return `${accountNumber} at ${bankName ?? bankCode ?? 'a bank'}`;
}
