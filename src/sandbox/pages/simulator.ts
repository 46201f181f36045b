import { kobo, showNaira } from '../../domain/money.js';
import { type Receipt, sendFromBank } from '../collections/receipts.js';
import { amount, type Fields, fieldsOf, optionalText, text } from '../http/fields.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { BANKS, bankName } from '../people/banks.js';
import { USUAL_PAYER } from '../people/people.js';
import { type World } from '../world.js';
import { html, type Html, input, type Page, type SeeOther } from './html.js';

/** The customer's banking app. */
export const SIMULATOR: readonly OwnRoute[] = [own('GET /simulator', showForm), own('POST /simulator', send)];

function showForm({ world, query }: Call): Page {
  const receipt = world.receipts.get(optionalText(query, 'receipt') ?? '');
  const refused = receipt?.outcome.accepted === false ? receipt.outcome.reason : undefined;
  return {
    title: 'Bank simulator',
    ...(refused !== undefined && { alert: `Not sent. ${refused}` }),
    main: html`
      ${receipt && showReceipt(world, receipt)}
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
        value: optionalText(query, 'accountNumber'),
      })}
      ${input({
        name: 'amount',
        label: 'Amount in naira',
        kind: 'amount',
        pattern: '[0-9]+([.][0-9]{1,2})?',
        value: optionalText(query, 'amount'),
      })}
      <button>Send money</button>
    </form>
  `;
}

function showReceipt(world: World, { outcome, amountKobo, bankCode, accountNumber }: Receipt): Html | false {
  if (!outcome.accepted) return false;
  const reference = outcome.transactionReference;
  return html`
    <p role="status" class="said">
      Sent ${showNaira(kobo(amountKobo))} to ${accountNumber} at ${bankName(bankCode)}. The payment is
      <strong>${outcome.status}</strong>.
      ${
        world.transactions.get(reference) &&
        html`<a href="/checkout/${encodeURIComponent(reference)}">Back to the checkout</a>`
      }
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
