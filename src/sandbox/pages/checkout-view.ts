import { kobo, showNaira } from '../../domain/money.js';
import { payableKobo, statusOf } from '../collections/transactions.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { type PaymentStatus, type Transaction } from '../types/transaction.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { asText } from '../wire/amounts.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { cardForm, cardStep } from './card-view.js';
import { checkoutPath, returnUrl } from './checkout-addresses.js';
import { html, type Html, type Page } from './html.js';

const RETURN_AFTER_SECONDS = 5;
const REFRESH_SECONDS = 10;

/** Only the page with the virtual account refreshes automatically: a refresh would clear a form. */
export function checkoutPage(world: World, transaction: Transaction, byCard = false): Page {
  const status = statusOf(transaction, world.clock.now());
  const account = byCard ? undefined : world.virtualAccounts.get(transaction.accountNumber ?? '');
  const url = returnUrl(transaction, status);
  const isOpen = status === 'PENDING' || status === 'PARTIALLY_PAID';
  const waits = isOpen && account !== undefined && transaction.cardAttempt === null;
  return {
    title: `Pay ${merchantById(world, transaction.merchantId).name}`,
    ...(waits && { refresh: { seconds: REFRESH_SECONDS } }),
    ...(!isOpen && url !== undefined && { refresh: { seconds: RETURN_AFTER_SECONDS, url } }),
    main: html`
      <dl>
        <dt>Amount</dt>
        <dd class="amount">${naira(payableKobo(transaction))}</dd>
        ${difference(transaction, status)}
        <dt>For</dt>
        <dd>${transaction.description || transaction.paymentReference}</dd>
        <dt>Status</dt>
        <dd role="status">${status}</dd>
      </dl>
      ${isOpen ? openPayment(world, transaction, account) : endedPayment(status, url)}
    `,
  };
}

/** The amount received, where it differs from the amount due. */
function difference(transaction: Transaction, status: PaymentStatus): Html | false {
  if (status !== 'PARTIALLY_PAID' && status !== 'OVERPAID') return false;
  const missingKobo = payableKobo(transaction) - transaction.paidKobo;
  return html`
    <dt>Received</dt>
    <dd>${naira(transaction.paidKobo)}</dd>
    <dt>${missingKobo > 0 ? 'Still to pay' : 'Overpaid by'}</dt>
    <dd>${naira(Math.abs(missingKobo))}</dd>
  `;
}

const naira = (amountKobo: number): string => showNaira(kobo(amountKobo));

function openPayment(world: World, transaction: Transaction, account?: VirtualAccount): Html {
  const secondsLeft = Math.max(0, Math.ceil((transaction.expiresAt - world.clock.now()) / 1_000));
  return html`
    <p>
      Valid until ${localText(transaction.expiresAt)} (West Africa Time). Time left:
      <span data-seconds="${secondsLeft}">${Math.ceil(secondsLeft / 60)} minutes</span>
    </p>
    ${transaction.cardAttempt ? cardStep(world, transaction, transaction.cardAttempt) : [transferOption(transaction, account), cardOption(transaction, account)]}
  `;
}

function transferOption(transaction: Transaction, account?: VirtualAccount): Html | false {
  if (!transaction.methods.includes('ACCOUNT_TRANSFER')) return false;
  if (account) return showAccount(transaction, account);
  return html`
    <form method="post" action="${checkoutPath(transaction)}/transfer">
      <h2>Bank transfer</h2>
      <p>Send the exact amount from your banking app to an account made for this payment.</p>
      <button>Pay by bank transfer</button>
    </form>
  `;
}

function showAccount(
  transaction: Transaction,
  { bankCode, accountNumber, accountName }: VirtualAccount,
): Html {
  const amount = asText(payableKobo(transaction) - transaction.paidKobo);
  const simulator = new URLSearchParams({ bankCode, accountNumber, amount });
  return html`
    <section aria-label="Account to pay into">
      <h2>Bank transfer</h2>
      <dl>
        <dt>Bank</dt>
        <dd>${bankName(bankCode)}</dd>
        <dt>Account number</dt>
        <dd>${accountNumber}</dd>
        <dt>Account name</dt>
        <dd>${accountName}</dd>
      </dl>
      <p><a href="/simulator?${simulator.toString()}">Pay in the bank simulator</a></p>
    </section>
  `;
}

function cardOption(transaction: Transaction, account?: VirtualAccount): Html | false {
  if (!transaction.methods.includes('CARD') || transaction.paidKobo > 0) return false;
  if (account) return html`<p><a href="${checkoutPath(transaction)}?by=card">Pay by card instead</a></p>`;
  return cardForm(transaction);
}

const STATUS_TEXT: Partial<Record<PaymentStatus, string>> = {
  PAID: 'Thank you. This payment is PAID.',
  OVERPAID: 'This payment is OVERPAID: we received more than the amount due.',
  EXPIRED: 'This payment has expired.',
  FAILED: 'This payment has FAILED. You were not charged.',
};

function endedPayment(status: PaymentStatus, url: string | undefined): Html {
  return html`
    <p class="result">${STATUS_TEXT[status] ?? `This payment is ${status}.`}</p>
    ${url !== undefined && html`<p><a href="${url}">Return to the merchant</a></p>`}
  `;
}
