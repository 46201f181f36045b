import { tabs } from '../../../pages/parts.js';
import { payableKobo, statusOf } from '../../collections/transactions.js';
import { merchantById } from '../../people/merchants.js';
import { type PaymentMethod, type Transaction } from '../../types/transaction.js';
import { type World } from '../../world.js';
import { html, type Html, type Page } from '../html.js';
import { naira } from '../naira.js';
import { payerTime } from '../times.js';
import { checkoutPath, returnUrl } from './addresses.js';
import { cardForm, cardStep } from './card-view.js';
import { endedPayment } from './ended-view.js';
import { isOpen } from './state.js';
import { transferOption } from './transfer-view.js';

const RETURN_AFTER_SECONDS = 5;
const REFRESH_SECONDS = 10;

export interface Choice {
  readonly byCard?: boolean;
  /** The scenario of the test card that fills the form. */
  readonly testCard?: string;
}

/** Only the page with the virtual account refreshes automatically: a refresh would clear a form. */
export function checkoutPage(world: World, transaction: Transaction, choice: Choice = {}): Page {
  const now = world.clock.now();
  const status = statusOf(transaction, now);
  const merchant = merchantById(world, transaction.merchantId).name;
  const url = returnUrl(transaction, status);
  const page = {
    layout: 'card',
    title: `Pay ${merchant}`,
    lead: html`<p class="amount">${naira(payableKobo(transaction))}</p>
      <p class="muted">${transaction.description || transaction.paymentReference}</p>`,
  } as const;
  if (!isOpen(transaction, now)) {
    const returns = url !== undefined && status !== 'FAILED';
    return {
      ...page,
      ...(returns && { refresh: { seconds: RETURN_AFTER_SECONDS, url } }),
      main: endedPayment(world, { transaction, status, url }),
    };
  }
  const { cardAttempt } = transaction;
  const method = chosenMethod(transaction, choice);
  const waits = !cardAttempt && method === 'ACCOUNT_TRANSFER' && transaction.accountNumber !== undefined;
  return {
    ...page,
    ...(waits && { refresh: { seconds: REFRESH_SECONDS, withoutScript: true } }),
    main: html`
      ${cardAttempt ? cardStep(world, transaction, cardAttempt) : [methodTabs(transaction, method), methodPart(world, transaction, { ...choice, method })]}
      ${timeLeft(transaction, now)}
    `,
  };
}

const TABS = [
  { method: 'ACCOUNT_TRANSFER', label: 'Transfer', query: '' },
  { method: 'CARD', label: 'Card', query: '?by=card' },
] as const;

/** A payment that has begun by transfer continues by transfer. */
function offered({ methods, paidKobo }: Transaction) {
  return TABS.filter(({ method }) => methods.includes(method) && (method !== 'CARD' || paidKobo === 0));
}

function chosenMethod(transaction: Transaction, { byCard = false }: Choice): PaymentMethod | undefined {
  const wanted = byCard ? 'CARD' : 'ACCOUNT_TRANSFER';
  const [first, ...others] = offered(transaction);
  return (others.find(({ method }) => method === wanted) ?? first)?.method;
}

function methodTabs(transaction: Transaction, method: PaymentMethod | undefined): Html | false {
  const all = offered(transaction);
  if (all.length < 2) return false;
  const current = all.find((tab) => tab.method === method)?.label ?? '';
  return tabs(
    'How to pay',
    all.map(({ label, query }) => ({ label, href: checkoutPath(transaction) + query })),
    current,
  );
}

function methodPart(
  world: World,
  transaction: Transaction,
  { method, testCard }: Choice & { readonly method: PaymentMethod | undefined },
): Html {
  if (method === 'CARD') return cardForm(transaction, testCard);
  if (method === 'ACCOUNT_TRANSFER') return transferOption(world, transaction);
  return html`<p>This payment cannot be made on this page.</p>`;
}

function timeLeft(transaction: Transaction, now: number): Html {
  const { expiresAt } = transaction;
  const seconds = Math.ceil((expiresAt - now) / 1_000);
  return html`<p class="muted due">
    Pay until <time>${payerTime(expiresAt, now)}</time>, Lagos time.<br />Time left:
    <span class="whole" data-seconds="${seconds}" data-then="${checkoutPath(transaction)}"
      >${Math.ceil(seconds / 60)} minutes</span
    >
  </p>`;
}
