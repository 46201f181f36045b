import { kobo, showNaira } from '../../domain/money.js';
import { testCards } from '../collections/test-cards.js';
import { payableKobo, type PaymentStatus, statusOf, type Transaction } from '../collections/transactions.js';
import { type VirtualAccount } from '../collections/virtual-accounts.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { asText } from '../wire/amounts.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { html, type Html, input, type Page, table } from './html.js';

const RETURN_AFTER_SECONDS = 5;
const LOOK_AGAIN_SECONDS = 10;

/** Only the page that shows the account looks again by itself: a form must not be emptied under somebody's hands. */
export function checkoutPage(world: World, transaction: Transaction, byCard = false): Page {
  const status = statusOf(transaction, world.clock.now());
  const account = byCard ? undefined : world.virtualAccounts.get(transaction.accountNumber ?? '');
  const url = returnUrl(transaction, status);
  const isOpen = status === 'PENDING' || status === 'PARTIALLY_PAID';
  const waits = isOpen && account !== undefined && transaction.cardAttempt === null;
  return {
    title: `Pay ${merchantById(world, transaction.merchantId).name}`,
    ...(waits && { refresh: { seconds: LOOK_AGAIN_SECONDS } }),
    ...(!isOpen && url !== undefined && { refresh: { seconds: RETURN_AFTER_SECONDS, url } }),
    main: html`
      <dl>
        <dt>Amount</dt>
        <dd>${showNaira(kobo(payableKobo(transaction)))}</dd>
        <dt>For</dt>
        <dd>${transaction.description || transaction.paymentReference}</dd>
        <dt>Status</dt>
        <dd role="status">${status}</dd>
      </dl>
      ${isOpen ? openPayment(world, transaction, account) : endedPayment(status, url)}
    `,
  };
}

function openPayment(world: World, transaction: Transaction, account?: VirtualAccount): Html {
  const secondsLeft = Math.max(0, Math.ceil((transaction.expiresAt - world.clock.now()) / 1_000));
  return html`
    <p>
      Valid until ${localText(transaction.expiresAt)} (West Africa Time), time left:
      <span data-seconds="${secondsLeft}">${Math.ceil(secondsLeft / 60)} minutes</span>
    </p>
    ${transaction.cardAttempt ? cardStep(transaction) : [transferStep(transaction, account), cardWay(transaction, account)]}
  `;
}

function transferStep(transaction: Transaction, account?: VirtualAccount): Html | false {
  if (!transaction.methods.includes('ACCOUNT_TRANSFER')) return false;
  if (account) return showAccount(transaction, account);
  return html`
    <form method="post" action="${pathOf(transaction)}/transfer">
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
      <p><a href="/simulator?${simulator.toString()}">Pay it in the bank simulator</a></p>
    </section>
  `;
}

function cardWay(transaction: Transaction, account?: VirtualAccount): Html | false {
  if (!transaction.methods.includes('CARD') || transaction.paidKobo > 0) return false;
  if (account) return html`<p><a href="${pathOf(transaction)}?by=card">Pay by card instead</a></p>`;
  return cardForm(transaction);
}

function cardForm(transaction: Transaction): Html {
  return html`
    <form method="post" action="${pathOf(transaction)}/card">
      <h2>Card</h2>
      ${input({ name: 'number', label: 'Card number', kind: 'digits', pattern: '[0-9 ]{16,23}', autocomplete: 'cc-number' })}
      <div class="row">
        <div>${input({ name: 'expiryMonth', label: 'Month', kind: 'digits', pattern: '[0-9]{2}' })}</div>
        <div>${input({ name: 'expiryYear', label: 'Year', kind: 'digits', pattern: '[0-9]{2,4}' })}</div>
        <div>${input({ name: 'cvv', label: 'CVV', kind: 'digits', pattern: '[0-9]{3,4}' })}</div>
        <div>${input({ name: 'pin', label: 'PIN', kind: 'digits', pattern: '[0-9]{4}' })}</div>
      </div>
      <button>Pay by card</button>
    </form>
    <details>
      <summary>Test cards</summary>
      ${table(
        'Test cards',
        ['Number', 'What happens', 'Expiry', 'CVV', 'PIN', 'OTP'],
        testCards().map(({ number, says, expiry, cvv, pin, otp }) => [
          number,
          says,
          expiry,
          cvv,
          pin,
          otp ?? 'none',
        ]),
      )}
    </details>
  `;
}

function cardStep({ cardAttempt, ...transaction }: Transaction): Html {
  if (cardAttempt?.waitsFor === 'issuer') {
    return html`<p><a href="/issuer/${encodeURIComponent(cardAttempt.id)}">Go on at your bank</a></p>`;
  }
  return html`
    <form method="post" action="${pathOf(transaction)}/otp">
      <h2>Confirm with your OTP</h2>
      <p>Enter the code that your bank has sent to your phone.</p>
      ${input({ name: 'otp', label: 'OTP', kind: 'digits', pattern: '[0-9]{4,8}', autocomplete: 'one-time-code' })}
      <button>Confirm</button>
    </form>
  `;
}

const SAID: Partial<Record<PaymentStatus, string>> = {
  PAID: 'Thank you. This payment is PAID.',
  OVERPAID: 'This payment is OVERPAID: more arrived than was asked for.',
  EXPIRED: 'The time for this payment is over.',
  FAILED: 'The payment has FAILED. No money was taken.',
};

function endedPayment(status: PaymentStatus, url: string | undefined): Html {
  return html`
    <p class="said">${SAID[status] ?? `This payment is ${status}.`}</p>
    ${url !== undefined && html`<p><a href="${url}">Return to the merchant</a></p>`}
  `;
}

/** The merchant's address, with what happened in its query: a hint to ask, and never a proof. */
export function returnUrl(transaction: Transaction, paymentStatus: PaymentStatus): string | undefined {
  const { redirectUrl, paymentReference, transactionReference } = transaction;
  if (redirectUrl === undefined || !/^https?:/.test(redirectUrl) || !URL.canParse(redirectUrl))
    return undefined;
  const url = new URL(redirectUrl);
  url.search = new URLSearchParams([
    ...url.searchParams,
    ...Object.entries({ paymentReference, transactionReference, paymentStatus }),
  ]).toString();
  return url.href;
}

function pathOf({ transactionReference }: Pick<Transaction, 'transactionReference'>): string {
  return `/checkout/${encodeURIComponent(transactionReference)}`;
}
