import { kobo, showNaira } from '../../domain/money.js';
import { BANKS, bankName } from '../people/banks.js';
import { amount, type Fields, fieldsOf, optionalText, text } from '../http/fields.js';
import { USUAL_PAYER } from '../people/people.js';
import { type Receipt, sendFromBank } from '../collections/receipts.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { html, type Html, type Page, type SeeOther } from './html.js';

export const SIMULATOR: readonly OwnRoute[] = [own('GET /simulator', showForm), own('POST /simulator', send)];

function showForm({ world, query }: Call): Page {
  const receipt = world.receipts.get(optionalText(query, 'receipt') ?? '');
  return {
    title: 'Bank simulator',
    main: html`
      ${receipt && showReceipt(receipt)}
      <p>Your banking app: ${USUAL_PAYER.accountName}, ${bankName(USUAL_PAYER.bankCode)}.</p>
      ${transferForm(query)}
    `,
  };
}

function transferForm(query: Fields): Html {
  const chosen = optionalText(query, 'bankCode') ?? '035';
  return html`
    <form method="post" action="/simulator">
      <label for="bankCode">Bank</label>
      <select id="bankCode" name="bankCode">
        ${BANKS.map(({ code, name }) =>
          code === chosen
            ? html`<option value="${code}" selected>${name}</option>`
            : html`<option value="${code}">${name}</option>`,
        )}
      </select>
      <label for="accountNumber">Account number</label>
      <input
        id="accountNumber"
        name="accountNumber"
        inputmode="numeric"
        pattern="[0-9]{10}"
        required
        autocomplete="off"
        value="${optionalText(query, 'accountNumber')}"
      />
      <label for="amount">Amount in naira</label>
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        pattern="[0-9]+([.][0-9]{1,2})?"
        required
        autocomplete="off"
        value="${optionalText(query, 'amount')}"
      />
      <button>Send money</button>
    </form>
  `;
}

function showReceipt({ outcome, amountKobo, bankCode, accountNumber }: Receipt): Html {
  if (!outcome.accepted) return html`<p role="alert">Not sent. ${outcome.reason}</p>`;
  return html`
    <p role="status">
      Sent ${showNaira(kobo(amountKobo))} to ${accountNumber} at ${bankName(bankCode)}. The payment is
      <strong>${outcome.status}</strong>.
      <a href="/checkout/${encodeURIComponent(outcome.transactionReference)}">Back to the checkout</a>
    </p>
  `;
}

function send({ world, body }: Call): SeeOther {
  const fields = fieldsOf(body);
  const receipt = sendFromBank(world, {
    bankCode: text(fields, 'bankCode'),
    accountNumber: text(fields, 'accountNumber').trim(),
    amountKobo: amount(fields, 'amount'),
    payer: USUAL_PAYER,
  });
  return { seeOther: `/simulator?receipt=${receipt.id}` };
}
