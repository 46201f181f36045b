import { kobo, showNaira } from '../../domain/money.js';
import { maskedPan } from '../collections/card-details.js';
import { declineAtIssuer, submitOtp } from '../collections/cards.js';
import { CARD_OTP } from '../collections/test-cards.js';
import { payableKobo, statusOf } from '../collections/transactions.js';
import { fieldsOf, optionalText, text } from '../http/fields.js';
import { notFound, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { merchantById } from '../people/merchants.js';
import { type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';
import { checkoutPath, returnUrl } from './checkout-addresses.js';
import { html, input, type Page, type SeeOther } from './html.js';

/** The card issuer's 3-D Secure page. Browsers arrive by redirect or by a form post. */
export const ISSUER: readonly OwnRoute[] = [
  own('GET /issuer/{id}', ({ world, params }) => issuerPage(world, waiting(world, params['id'] ?? ''))),
  own('POST /issuer', receiveForm),
  own('GET /issuer/return', showReturn),
  own('POST /issuer/return', showReturn),
  own('POST /issuer/{id}', answer),
  own('GET /issuer/{reference}/done', done),
];

function receiveForm({ world, body }: Call): SeeOther {
  const id = text(fieldsOf(body), 'MD');
  waiting(world, id);
  return { seeOther: `/issuer/${encodeURIComponent(id)}` };
}

function answer({ world, params, body }: Call): SeeOther | Page {
  const transaction = waiting(world, params['id'] ?? '');
  const fields = fieldsOf(body);
  const after =
    optionalText(fields, 'answer') === 'decline'
      ? declineAtIssuer(world, transaction)
      : submitOtp(world, transaction, { at: 'issuer', code: text(fields, 'otp') });
  const ended = world.transactions.get(transaction.transactionReference) ?? transaction;
  if (after instanceof Refusal && ended.cardAttempt) {
    return { ...issuerPage(world, ended), status: after.httpStatus, alert: after.message };
  }
  return { seeOther: `/issuer/${encodeURIComponent(transaction.transactionReference)}/done` };
}

function done({ world, params }: Call): Page {
  const transaction = world.transactions.get(params['reference'] ?? '');
  if (!transaction) throw notFound('We could not find this payment.');
  const url = returnUrl(transaction, transaction.recorded);
  const result = transaction.cardAttempt
    ? 'Your bank has not responded yet. Do not pay again.'
    : `Your bank has responded: the payment is ${transaction.recorded}.`;
  return {
    title: 'Your bank',
    ...(url !== undefined && !transaction.cardAttempt && { refresh: { seconds: 5, url } }),
    main: html`
      <p class="result" role="status">${result}</p>
      <p>
        <a href="${url ?? checkoutPath(transaction)}">Return to the merchant</a>
      </p>
    `,
  };
}

/** Changes nothing: any page can send a browser here. Only the form on the issuer's page decides. */
function showReturn(): Page {
  return {
    title: 'Back from your bank',
    main: html`
      <p class="result" role="status">Your bank has responded.</p>
      <p>Check the result with the merchant. The merchant gets it from the gateway, not from this page.</p>
    `,
  };
}

function issuerPage(world: World, transaction: Transaction): Page {
  const { cardAttempt } = transaction;
  return {
    title: 'Your bank: confirm this payment',
    main: html`
      <dl>
        <dt>Merchant</dt>
        <dd>${merchantById(world, transaction.merchantId).name}</dd>
        <dt>Amount</dt>
        <dd class="amount">${showNaira(kobo(payableKobo(transaction)))}</dd>
        <dt>Card</dt>
        <dd>${cardAttempt && maskedPan(cardAttempt.card)}</dd>
      </dl>
      <form method="post" action="/issuer/${encodeURIComponent(cardAttempt?.id ?? '')}">
        <p>We sent a code to your phone. (In the sandbox it is always ${CARD_OTP}.)</p>
        ${input({ name: 'otp', label: 'OTP', kind: 'digits', pattern: '[0-9]{4,8}', autocomplete: 'one-time-code' })}
        <button name="answer" value="confirm">Confirm payment</button>
        <button name="answer" value="decline" class="quiet" formnovalidate>This was not me</button>
      </form>
    `,
  };
}

function waiting(world: World, id: string): Transaction {
  const transaction = world.transactions.find('attempt', id);
  const isOpen = transaction && statusOf(transaction, world.clock.now()) === 'PENDING';
  if (!isOpen || transaction.cardAttempt?.waitsFor !== 'issuer')
    throw notFound('We could not find a payment that waits for confirmation here.');
  return transaction;
}
