import { emptyState, notice } from '../../pages/parts.js';
import { sendFromBank } from '../collections/receipts.js';
import { amount, fieldsOf, text, typedText } from '../http/fields.js';
import { orRefusal, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { bankName, BANKS } from '../people/banks.js';
import { USUAL_PAYER } from '../people/people.js';
import { type IncomingTransfer, type Receipt } from '../types/receipt.js';
import { type PaymentStatus } from '../types/transaction.js';
import { asText } from '../wire/amounts.js';
import { type World } from '../world.js';
import { checkoutPath } from './checkout/addresses.js';
import { html, type Html, input, type Page, type SeeOther, table } from './html.js';
import { naira } from './naira.js';
import { type OpenAccount, openAccounts } from './open-accounts.js';

/** The bank simulator: the customer's banking app. */
export const SIMULATOR: readonly OwnRoute[] = [own('GET /simulator', showForm), own('POST /simulator', send)];

function showForm({ world, query }: Call): Page {
  const receipt = world.receipts.get(typedText(query, 'receipt'));
  if (receipt?.outcome.accepted === false) {
    const { bankCode, accountNumber, amountKobo, outcome } = receipt;
    const page = simulatorPage(world, { bankCode, accountNumber, amount: asText(amountKobo) });
    return { ...page, alert: `Transfer refused. ${outcome.reason}` };
  }
  return simulatorPage(world, typedIn(query), receipt && showReceipt(world, receipt));
}

interface Typed {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly amount: string;
}

function typedIn(fields: unknown): Typed {
  return {
    bankCode: typedText(fields, 'bankCode'),
    accountNumber: typedText(fields, 'accountNumber'),
    amount: typedText(fields, 'amount'),
  };
}

function simulatorPage(world: World, typed: Typed, receipt?: Html | false): Page {
  return {
    title: 'Bank simulator',
    tool: '/simulator',
    lead: html`<p class="muted">
      The banking app of ${USUAL_PAYER.accountName}, ${bankName(USUAL_PAYER.bankCode)}: it sends money to
      accounts of the gateway.
    </p>`,
    main: html`
      ${receipt}
      <div class="columns">${transferForm(typed)} ${accountList(world)}</div>
    `,
  };
}

function transferForm({ bankCode, accountNumber, amount: typedAmount }: Typed): Html {
  const chosen = bankCode || '035';
  return html`
    <form method="post" action="/simulator" class="card stack tight">
      <h2>Send money</h2>
      <div>
        <label for="bankCode">Bank</label>
        <select id="bankCode" name="bankCode">
          ${BANKS.map(
            ({ code, name }) =>
              html`<option value="${code}" ${code === chosen && html`selected`}>${name}</option>`,
          )}
        </select>
      </div>
      ${input({
        name: 'accountNumber',
        label: 'Account number',
        kind: 'digits',
        pattern: '[0-9]{10}',
        value: accountNumber,
      })}
      ${input({
        name: 'amount',
        label: 'Amount in naira',
        kind: 'amount',
        pattern: '[0-9]+([.][0-9]{1,2})?',
        value: typedAmount,
      })}
      <button class="block">Send money</button>
    </form>
  `;
}

/** Accounts that accept money: one click pays what a payment still needs. */
function accountList(world: World): Html {
  const accounts = openAccounts(world);
  return html`
    <div class="card">
      ${
        accounts.length === 0
          ? emptyState(
              'No open accounts.',
              'Choose bank transfer on a checkout page, and its account appears here.',
            )
          : table(
              'Open accounts',
              ['Account', 'For', { amounts: 'Amount' }, 'Action'],
              accounts.map(accountRow),
            )
      }
    </div>
  `;
}

function accountRow({ bankCode, accountNumber, purpose, dueKobo }: OpenAccount) {
  const number = html`<span class="whole">${accountNumber}</span><br /><small>${bankName(bankCode)}</small>`;
  if (dueKobo === undefined) {
    const address = new URLSearchParams({ bankCode, accountNumber }).toString();
    return [number, purpose, 'any', html`<a href="/simulator?${address}">Fill in</a>`];
  }
  const pay = html`<form method="post" action="/simulator">
    <input type="hidden" name="bankCode" value="${bankCode}" />
    <input type="hidden" name="accountNumber" value="${accountNumber}" />
    <input type="hidden" name="amount" value="${asText(dueKobo)}" />
    <button class="small" aria-label="Pay ${naira(dueKobo)} to ${accountNumber}">Pay</button>
  </form>`;
  return [number, purpose, naira(dueKobo), pay];
}

const OUTCOME: Partial<Record<PaymentStatus, string>> = {
  PAID: 'The payment is complete.',
  PARTIALLY_PAID: 'That is less than the amount due.',
  OVERPAID: 'That is more than the amount due.',
};

function showReceipt(world: World, { outcome, amountKobo, bankCode, accountNumber }: Receipt): Html | false {
  if (!outcome.accepted) return false;
  const transaction = world.transactions.get(outcome.transactionReference);
  return notice('good', [
    html`<p>
      <strong>Sent ${naira(amountKobo)}</strong> to ${accountNumber} at ${bankName(bankCode)}.
      ${OUTCOME[outcome.status]}
    </p>`,
    transaction && html`<p><a href="${checkoutPath(transaction)}">Back to the checkout</a></p>`,
  ]);
}

function send({ world, body }: Call): SeeOther | Page {
  const transfer = orRefusal(() => readTransfer(body));
  if (transfer instanceof Refusal) {
    return { ...simulatorPage(world, typedIn(body)), status: transfer.httpStatus, alert: transfer.message };
  }
  const receipt = sendFromBank(world, transfer);
  return { seeOther: `/simulator?receipt=${receipt.id}` };
}

function readTransfer(body: unknown): IncomingTransfer {
  const fields = fieldsOf(body);
  return {
    bankCode: text(fields, 'bankCode'),
    accountNumber: text(fields, 'accountNumber').trim(),
    amountKobo: amount(fields, 'amount'),
    payer: USUAL_PAYER,
  };
}
