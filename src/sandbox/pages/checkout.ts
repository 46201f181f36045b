import { kobo, showNaira } from '../../domain/money.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { notFound } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { localText } from '../wire/times.js';
import { payableKobo, statusOf, type Transaction } from '../collections/transactions.js';
import { accountForTransfer, type VirtualAccount } from '../collections/virtual-accounts.js';
import { html, type Html, type Page, type SeeOther } from './html.js';

export const CHECKOUT: readonly OwnRoute[] = [
  own('GET /checkout/{transactionReference}', showCheckout),
  own('POST /checkout/{transactionReference}/transfer', takeAccount),
];

function showCheckout(call: Call): Page {
  const { world } = call;
  const transaction = transactionOf(call);
  const now = world.clock.now();
  const status = statusOf(transaction, now);
  const account = world.virtualAccounts.get(transaction.accountNumber ?? '');
  const secondsLeft = Math.max(0, Math.ceil((transaction.expiresAt - now) / 1_000));
  return {
    title: `Pay ${merchantById(world, transaction.merchantId).name}`,
    ...(status === 'PENDING' && account && { refreshSeconds: 10 }),
    main: html`
      <dl>
        <dt>Amount</dt>
        <dd>${showNaira(kobo(payableKobo(transaction)))}</dd>
        <dt>For</dt>
        <dd>${transaction.description || transaction.paymentReference}</dd>
        <dt>Status</dt>
        <dd role="status">${status}</dd>
      </dl>
      ${status === 'PENDING' ? whatToDo({ transaction, account, secondsLeft }) : outcome(transaction, status)}
    `,
  };
}

interface Open {
  readonly transaction: Transaction;
  readonly account: VirtualAccount | undefined;
  readonly secondsLeft: number;
}

function whatToDo({ transaction, account, secondsLeft }: Open): Html {
  return html`
    <p>
      Valid until ${localText(transaction.expiresAt)} (West Africa Time), time left:
      <span data-seconds="${secondsLeft}">${Math.ceil(secondsLeft / 60)} minutes</span>
    </p>
    ${account ? showAccount(transaction, account) : transaction.methods.includes('ACCOUNT_TRANSFER') && askForAccount(transaction)}
  `;
}

function askForAccount({ transactionReference }: Transaction): Html {
  return html`
    <form method="post" action="/checkout/${encodeURIComponent(transactionReference)}/transfer">
      <p>Send the exact amount from your banking app to an account made for this payment.</p>
      <button>Pay by bank transfer</button>
    </form>
  `;
}

function showAccount(
  transaction: Transaction,
  { bankCode, accountNumber, accountName }: VirtualAccount,
): Html {
  const simulator = new URLSearchParams({
    bankCode,
    accountNumber,
    amount: String(payableKobo(transaction) / 100),
  });
  return html`
    <section aria-label="Account to pay into">
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

function outcome({ redirectUrl }: Transaction, status: string): Html {
  return html`
    <p role="status">
      ${status === 'EXPIRED' ? 'The time for this payment is over.' : `This payment is ${status}.`}
    </p>
    ${redirectUrl !== undefined && /^https?:/.test(redirectUrl) && html`<p><a href="${redirectUrl}">Return to the merchant</a></p>`}
  `;
}

function takeAccount(call: Call): SeeOther {
  const transaction = transactionOf(call);
  if (statusOf(transaction, call.world.clock.now()) === 'PENDING') {
    accountForTransfer(call.world, transaction);
  }
  return { seeOther: `/checkout/${encodeURIComponent(transaction.transactionReference)}` };
}

function transactionOf({ world, params }: Call): Transaction {
  const transaction = world.transactions.get(params['transactionReference'] ?? '');
  if (!transaction) throw notFound('There is no such payment');
  return transaction;
}
