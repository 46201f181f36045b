import { result } from '../../pages/parts.js';
import { maskedPan } from '../collections/card-details.js';
import { declineAtIssuer, submitOtp } from '../collections/cards.js';
import { payableKobo, statusOf } from '../collections/transactions.js';
import { fieldsOf, optionalText, text } from '../http/fields.js';
import { notFound, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { merchantById } from '../people/merchants.js';
import { type CardAttempt } from '../types/card.js';
import { type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';
import { checkoutPath, returnUrl } from './checkout/addresses.js';
import { attemptsText, testCode } from './checkout/card-view.js';
import { html, type Html, input, type Page, type SeeOther } from './html.js';
import { naira } from './naira.js';
import { payerTime } from './times.js';

/** The card issuer's 3-D Secure page. Browsers arrive by redirect or by a form post. */
export const ISSUER: readonly OwnRoute[] = [
  own('GET /issuer/{id}', show),
  own('POST /issuer', receiveForm),
  own('GET /issuer/return', showReturn),
  own('POST /issuer/return', showReturn),
  own('POST /issuer/{id}', answer),
  own('GET /issuer/{reference}/done', done),
];

function show({ world, params }: Call): Page {
  const { transaction, attempt } = waiting(world, params['id'] ?? '');
  return issuerPage(world, transaction, attempt);
}

function receiveForm({ world, body }: Call): SeeOther {
  const id = text(fieldsOf(body), 'MD');
  waiting(world, id);
  return { seeOther: `/issuer/${encodeURIComponent(id)}` };
}

function answer({ world, params, body }: Call): SeeOther | Page {
  const { transaction } = waiting(world, params['id'] ?? '');
  const fields = fieldsOf(body);
  const after =
    optionalText(fields, 'answer') === 'decline'
      ? declineAtIssuer(world, transaction)
      : submitOtp(world, transaction, { at: 'issuer', code: text(fields, 'otp') });
  const ended = world.transactions.get(transaction.transactionReference) ?? transaction;
  if (after instanceof Refusal && ended.cardAttempt) {
    const page = issuerPage(world, ended, ended.cardAttempt);
    return { ...page, status: after.httpStatus, alert: 'This code is not correct. Check it and try again.' };
  }
  return { seeOther: `/issuer/${encodeURIComponent(transaction.transactionReference)}/done` };
}

function done({ world, params }: Call): Page {
  const transaction = world.transactions.get(params['reference'] ?? '');
  if (!transaction) throw notFound('We could not find this payment.');
  const url = returnUrl(transaction, transaction.recorded);
  return {
    ...BANK,
    title: 'Your bank',
    ...(url !== undefined && !transaction.cardAttempt && { refresh: { seconds: 5, url } }),
    main: html`
      <div role="status">${outcome(transaction)}</div>
      <a class="button block" href="${url ?? checkoutPath(transaction)}">Return to the merchant</a>
    `,
  };
}

function outcome({ cardAttempt, recorded }: Transaction): Html {
  if (cardAttempt)
    return result('waiting', 'warn', [
      html`<h2>No answer yet</h2>`,
      html`<p>Your bank has not responded yet. Do not pay again.</p>`,
    ]);
  if (recorded === 'PAID')
    return result('done', 'good', [
      html`<h2>Payment confirmed</h2>`,
      html`<p>Your bank has paid the merchant.</p>`,
    ]);
  return result('failed', 'bad', [
    html`<h2>Payment declined</h2>`,
    html`<p>Your bank did not pay. No money was taken.</p>`,
  ]);
}

/** Changes nothing: any page can send a browser here. Only the form on the issuer's page decides. */
function showReturn(): Page {
  return {
    ...BANK,
    title: 'Back from your bank',
    main: html`
      <p role="status"><strong>Your bank has responded.</strong></p>
      <p>Check the result with the merchant. The merchant gets it from the gateway, not from this page.</p>
    `,
  };
}

/** The issuer is another company than the gateway, and looks so. */
const BANK = {
  layout: 'card',
  theme: 'bank',
  above: html`<p class="bank-name">
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path d="M3 9l9-5 9 5zM5 9v9M10 9v9M14 9v9M19 9v9M3 20h18" />
    </svg>
    Sandbox Bank <span>3-D Secure</span>
  </p>`,
} as const;

function issuerPage(world: World, transaction: Transaction, attempt: CardAttempt): Page {
  return {
    ...BANK,
    title: 'Confirm this payment',
    lead: html`<p class="amount">${naira(payableKobo(transaction))}</p>`,
    main: html`
      <dl>
        <dt>Merchant</dt>
        <dd>${merchantById(world, transaction.merchantId).name}</dd>
        <dt>Card</dt>
        <dd>${maskedPan(attempt.card)}</dd>
        <dt>Time</dt>
        <dd>${payerTime(world.clock.now(), world.clock.now())}</dd>
      </dl>
      <form method="post" action="/issuer/${encodeURIComponent(attempt.id)}" class="stack tight">
        <p>We sent a code to your phone. ${attemptsText(attempt)}</p>
        ${testCode(attempt)}
        ${input({ name: 'otp', label: 'OTP', kind: 'digits', pattern: '[0-9]{4,8}', autocomplete: 'one-time-code' })}
        <button name="answer" value="confirm" class="block">Confirm payment</button>
        <button name="answer" value="decline" class="quiet block" formnovalidate>This was not me</button>
      </form>
    `,
  };
}

function waiting(world: World, id: string): { transaction: Transaction; attempt: CardAttempt } {
  const transaction = world.transactions.find('attempt', id);
  const attempt = transaction?.cardAttempt;
  const isOpen = transaction && statusOf(transaction, world.clock.now()) === 'PENDING';
  if (!isOpen || attempt?.waitsFor !== 'issuer')
    throw notFound('We could not find a payment that waits for confirmation here.');
  return { transaction, attempt };
}
