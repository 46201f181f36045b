import { kobo, showNaira } from '../../domain/money.js';
import { sendFromBank } from '../collections/receipts.js';
import { amount, fieldsOf, text, typedText } from '../http/fields.js';
import { orRefusal, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { bankName, BANKS } from '../people/banks.js';
import { USUAL_PAYER } from '../people/people.js';
import { type IncomingTransfer, type Receipt } from '../types/receipt.js';
import { asText } from '../wire/amounts.js';
import { type World } from '../world.js';
import { html, type Html, input, type Page, type SeeOther } from './html.js';

/** The bank simulator: the customer's banking app. */
export const SIMULATOR: readonly OwnRoute[] = [own('GET /simulator', showForm), own('POST /simulator', send)];

function showForm({ world, query }: Call): Page {
  const receipt = world.receipts.get(typedText(query, 'receipt'));
  if (receipt?.outcome.accepted === false) {
    const { bankCode, accountNumber, amountKobo, outcome } = receipt;
    const page = simulatorPage({ bankCode, accountNumber, amount: asText(amountKobo) });
    return { ...page, alert: `Transfer refused. ${outcome.reason}` };
  }
  return simulatorPage(typedIn(query), receipt && showReceipt(world, receipt));
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

function simulatorPage(typed: Typed, result?: Html | false): Page {
  return {
    title: 'Bank simulator',
    main: html`
      ${result}
      <p>Your banking app: ${USUAL_PAYER.accountName}, ${bankName(USUAL_PAYER.bankCode)}.</p>
      ${transferForm(typed)}
    `,
  };
}

function transferForm({ bankCode, accountNumber, amount: naira }: Typed): Html {
  const chosen = bankCode || '035';
  return html`
    <form method="post" action="/simulator">
      <label for="bankCode">Bank</label>
      <select id="bankCode" name="bankCode">
        ${BANKS.map(
          ({ code, name }) =>
            html`<option value="${code}" ${code === chosen && html`selected`}>${name}</option>`,
        )}
      </select>
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
        value: naira,
      })}
      <button>Send money</button>
    </form>
  `;
}

function showReceipt(world: World, { outcome, amountKobo, bankCode, accountNumber }: Receipt): Html | false {
  if (!outcome.accepted) return false;
  const reference = outcome.transactionReference;
  return html`
    <p role="status" class="result">
      Sent ${showNaira(kobo(amountKobo))} to ${accountNumber} at ${bankName(bankCode)}. The payment is
      <strong>${outcome.status}</strong>.
      ${
        world.transactions.get(reference) &&
        html`<a href="/checkout/${encodeURIComponent(reference)}">Back to the checkout</a>`
      }
    </p>
  `;
}

function send({ world, body }: Call): SeeOther | Page {
  const transfer = orRefusal(() => readTransfer(body));
  if (transfer instanceof Refusal) {
    return { ...simulatorPage(typedIn(body)), status: transfer.httpStatus, alert: transfer.message };
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
