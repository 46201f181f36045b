import { alert, result } from '../../../pages/parts.js';
import { payableKobo } from '../../collections/transactions.js';
import { merchantById } from '../../people/merchants.js';
import { type CardDetails } from '../../types/card.js';
import { type PaymentStatus, type Transaction } from '../../types/transaction.js';
import { type World } from '../../world.js';
import { html, type Html } from '../html.js';
import { naira } from '../naira.js';

interface Ended {
  readonly transaction: Transaction;
  readonly status: PaymentStatus;
  /** Where the payer returns to. */
  readonly url: string | undefined;
}

/** How the payment ended, in the payer's words. */
export function endedPayment(world: World, ended: Ended): Html {
  const { transaction, status, url } = ended;
  if (status === 'FAILED') return declined(ended);
  return html`
    <div role="status">${end(transaction, status)}</div>
    ${
      url !== undefined &&
      html`<p class="muted due">
          You return to ${merchantById(world, transaction.merchantId).name} in a few seconds.
        </p>
        <a class="button block" href="${url}">Return to the merchant</a>`
    }
  `;
}

function end(transaction: Transaction, status: PaymentStatus): Html {
  const missingKobo = payableKobo(transaction) - transaction.paidKobo;
  switch (status) {
    case 'PAID':
      return received(transaction);
    case 'OVERPAID':
      return received(transaction, `You sent ${naira(-missingKobo)} more than the amount due.`);
    case 'PARTIALLY_PAID':
      return closed(
        'The time to pay is over',
        `${naira(transaction.paidKobo)} has arrived, ${naira(missingKobo)} is missing. Contact the shop.`,
      );
    case 'CANCELLED':
      return closed('This payment was cancelled', 'Do not send money to its account.');
    default:
      return closed(
        'This payment has expired',
        'Do not send money to its account. Go back to the shop to pay again.',
      );
  }
}

const received = ({ paidKobo, paymentReference }: Transaction, more?: string): Html =>
  result('done', 'good', [
    html`<h2>Payment received</h2>`,
    html`<p>Thank you. ${naira(paidKobo)} has arrived.</p>`,
    more !== undefined && html`<p>${more}</p>`,
    html`<p class="muted">Reference ${paymentReference}</p>`,
  ]);

const closed = (title: string, text: string): Html =>
  result('waiting', 'neutral', [html`<h2>${title}</h2>`, html`<p>${text}</p>`]);

/** The gateway takes no more money for a declined payment: only the shop can open another. */
function declined({ transaction: { card, methods }, url }: Ended): Html {
  return html`
    ${alert([
      html`<p><strong>Your card was declined: ${reasonOf(card)}.</strong></p>`,
      html`<p>No money was taken.</p>`,
    ])}
    ${
      url === undefined
        ? html`<p>Go back to the shop to pay another way.</p>`
        : html`<a class="button block" href="${url}">Try another card</a>
            ${methods.includes('ACCOUNT_TRANSFER') && html`<a class="button quiet block" href="${url}">Pay by transfer</a>`}
            <p class="muted due">You continue at the shop.</p>`
    }
  `;
}

const REASONS: Readonly<Record<string, string>> = {
  'insufficient-funds': 'insufficient funds',
  otp: 'the code was wrong three times',
  'otp-refused': 'the code was wrong three times',
  issuer: 'the payment was not confirmed with the bank',
  'issuer-by-post': 'the payment was not confirmed with the bank',
};

const reasonOf = (card: CardDetails | undefined): string =>
  REASONS[card?.scenario ?? ''] ?? 'the bank refused the payment';
