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

/** The card issuer's 3-D Secure page. Browsers come by redirect, or with a form that another page has them post. */
export const ISSUER: readonly OwnRoute[] = [
  own('GET /issuer/{id}', ({ world, params }) => issuerPage(world, waiting(world, params['id'] ?? ''))),
  own('POST /issuer', arriveByForm),
  own('GET /issuer/return', comeBack),
  own('POST /issuer/return', comeBack),
  own('POST /issuer/{id}', answer),
  own('GET /issuer/{reference}/done', done),
];

function arriveByForm({ world, body }: Call): SeeOther {
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
  if (!transaction) throw notFound('There is no such payment');
  const url = returnUrl(transaction, transaction.recorded);
  const said = transaction.cardAttempt
    ? 'Your bank is still thinking about it. Do not pay again.'
    : `Your bank has answered: the payment is ${transaction.recorded}.`;
  return {
    title: 'Your bank',
    ...(url !== undefined && !transaction.cardAttempt && { refresh: { seconds: 5, url } }),
    main: html`
      <p class="said" role="status">${said}</p>
      <p>
        <a href="${url ?? checkoutPath(transaction)}">Return to the merchant</a>
      </p>
    `,
  };
}

/** Decides nothing: anybody can send a browser here, so only the issuer's own page is believed. */
function comeBack(): Page {
  return {
    title: 'Back from your bank',
    main: html`
      <p class="said" role="status">Your bank has answered.</p>
      <p>Ask the shop how the payment went: it has the answer from the gateway, and not from this page.</p>
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
        <p>We have sent a code to your phone. (In the sandbox it is always ${CARD_OTP}.)</p>
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
    throw notFound('No payment waits here, or it has ended');
  return transaction;
}
