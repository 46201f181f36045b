import { badge, emptyState, type Tone } from '../../../pages/parts.js';
import { takeCash } from '../../collections/cash.js';
import { closedReason } from '../../collections/pay-transaction.js';
import { sendFromBank } from '../../collections/receipts.js';
import { payableKobo, statusOf } from '../../collections/transactions.js';
import { accountForTransfer, refuseOtherThanTransfer } from '../../collections/virtual-accounts.js';
import { readCash } from '../../control/cash.js';
import { typedText } from '../../http/fields.js';
import { notFound, orRefusal, Refusal } from '../../http/refusal.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { merchantById } from '../../people/merchants.js';
import { USUAL_PAYER } from '../../people/people.js';
import { type PaymentMethod, type PaymentStatus, type Transaction } from '../../types/transaction.js';
import { localText } from '../../wire/times.js';
import { type World } from '../../world.js';
import { checkoutPath } from '../checkout/addresses.js';
import { html, type Html, type Page, type SeeOther, table } from '../html.js';
import { naira } from '../naira.js';
import { cashForm, type TypedCash } from './cash.js';
import { countEvents } from './event-references.js';
import { mandateTable } from './mandates.js';
import { dashboardPage } from './tab.js';

export const PAYMENTS_TAB: readonly OwnRoute[] = [
  own('GET /', ({ world }) => show(world)),
  own('POST /dashboard/payments/{transactionReference}/pay', pay),
  own('POST /dashboard/cash', cash),
];

const SHOWN = 50;

function show(world: World, typed?: TypedCash): Page {
  const latest = [...world.transactions.values()].slice(-SHOWN).reverse();
  const events = countEvents(world);
  return dashboardPage(
    'Payments',
    html`
      ${
        latest.length === 0
          ? emptyState('No payments yet.', 'Create a checkout through the API, and it appears here.')
          : html`<div class="card">
              ${table(
                'Latest payments',
                ['Time', 'Reference', { amounts: 'Amount' }, 'State', 'Channel', 'Page', 'Pay', 'Events'],
                latest.map((transaction) => paymentRow(world, transaction, events)),
              )}
            </div>`
      }
      ${mandateTable(world)} ${cashForm(world, typed)}
    `,
  );
}

const TONES: Partial<Record<PaymentStatus, Tone>> = {
  PENDING: 'info',
  PAID: 'good',
  PARTIALLY_PAID: 'warn',
  OVERPAID: 'warn',
  FAILED: 'bad',
};

const CHANNELS: Readonly<Record<PaymentMethod, string>> = {
  ACCOUNT_TRANSFER: 'Transfer',
  CARD: 'Card',
  DIRECT_DEBIT: 'Direct debit',
  CASH: 'Cash',
};

function paymentRow(world: World, transaction: Transaction, events: ReadonlyMap<string, number>) {
  const { createdAt, paymentReference, transactionReference, method } = transaction;
  const status = statusOf(transaction, world.clock.now());
  const sent = events.get(transactionReference) ?? 0;
  return [
    html`<time>${localText(createdAt)}</time>`,
    html`<strong>${paymentReference}</strong><br /><small>${transactionReference}</small>`,
    naira(payableKobo(transaction)),
    [badge(TONES[status] ?? 'neutral', status), waitsFor(transaction)],
    method ? CHANNELS[method] : '–',
    html`<a href="${checkoutPath(transaction)}" aria-label="Open the page of ${paymentReference}">Open</a>`,
    reasonNotToPay(world, transaction) === undefined && payAction(transaction),
    sent > 0 &&
      html`<a
        href="/dashboard/events?${new URLSearchParams({ reference: transactionReference }).toString()}"
        aria-label="Events of ${paymentReference}: ${sent}"
        >${sent}</a
      >`,
  ];
}

function waitsFor({ cardAttempt }: Transaction): Html | false {
  return (
    cardAttempt !== null &&
    html`<br /><small>waits for the ${cardAttempt.waitsFor === 'otp' ? 'OTP' : 'issuer'}</small>`
  );
}

function payAction(transaction: Transaction): Html {
  const { paymentReference, transactionReference, methods } = transaction;
  if (!methods.includes('ACCOUNT_TRANSFER'))
    return html`<a href="${checkoutPath(transaction)}" aria-label="Pay ${paymentReference} by card"
      >By card</a
    >`;
  return html`<form
    method="post"
    action="/dashboard/payments/${encodeURIComponent(transactionReference)}/pay"
  >
    <button class="small" aria-label="Pay ${paymentReference} by transfer">Pay</button>
  </form>`;
}

const reasonNotToPay = (world: World, transaction: Transaction): string | undefined =>
  closedReason(transaction, merchantById(world, transaction.merchantId), world.clock.now());

/** The usual payer transfers what is still due. */
function pay({ world, params }: Call): SeeOther | Page {
  const transaction = world.transactions.get(params['transactionReference'] ?? '');
  if (!transaction) throw notFound('We could not find this payment.');
  refuseOtherThanTransfer(transaction);
  const reason = reasonNotToPay(world, transaction);
  if (reason !== undefined) return { ...show(world), status: 409, alert: `${reason}. No money moved.` };
  const { bankCode, accountNumber } = accountForTransfer(world, transaction);
  const amountKobo = payableKobo(transaction) - transaction.paidKobo;
  sendFromBank(world, { bankCode, accountNumber, amountKobo, payer: USUAL_PAYER });
  return { seeOther: '/' };
}

function cash({ world, body }: Call): SeeOther | Page {
  const typed = {
    merchantId: typedText(body, 'merchantId'),
    amount: typedText(body, 'amount'),
    invoiceReference: typedText(body, 'invoiceReference'),
  };
  const outcome = orRefusal(() => takeCash(world, readCash(world, typed)));
  if (outcome instanceof Refusal) return { ...show(world, typed), status: 400, alert: outcome.message };
  return outcome.accepted ? { seeOther: '/' } : { ...show(world, typed), status: 400, alert: outcome.reason };
}
