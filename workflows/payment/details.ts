import { showNaira } from '../../src/domain/money.js';
import type { PaymentSnapshot } from '../../src/domain/payment.js';

/** What the Web UI shows on top of a payment: no personal data, it is read by whoever can open the page. */
export function describePayment(payment: PaymentSnapshot): string {
  const { terms, state, because, attention, transferAccount, card, expiresAt } = payment;
  const lines = [`**${state}** ${showNaira(terms.amountKobo)}: ${because}`];
  if (attention) lines.push(`**Needs a person (${attention.kind})**: ${attention.reason}`);
  if (expiresAt && state === 'PENDING') lines.push(`Takes money until ${expiresAt}`);
  for (const { transactionReference } of payment.transactions) {
    lines.push(`Gateway transaction \`${transactionReference}\``);
  }
  if (card) lines.push(`Card ending in ${card.card.last4}: **${card.state}** ${card.because}`);
  if (transferAccount) lines.push(`Virtual account at ${transferAccount.bankName}`);
  return lines.map((line) => `- ${line}`).join('\n');
}
