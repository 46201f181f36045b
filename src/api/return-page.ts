import { randomBytes } from 'node:crypto';
import { type CheckoutSnapshot, offers, placesOf } from '../domain/checkout/checkout.js';
import { mayPay } from '../domain/order/texts.js';
import { htmlDocument } from '../pages/document.js';
import { html, Html } from '../pages/html.js';
import { type ResultIcon, result, type Tone } from '../pages/parts.js';
import { STYLE } from '../pages/style.js';

/** The text of the page, and the next step that it offers. */
interface PageContent {
  readonly title: string;
  readonly text: string;
  readonly icon: ResultIcon;
  readonly tone: Tone;
  /** Whether the result may still change: the page refreshes, a limited number of times. */
  readonly refreshes?: boolean;
  readonly next?: 'try-again' | 'check-again';
}

const CHECKING: PageContent = {
  title: 'Checking your payment',
  text: 'Checking with your bank. This page refreshes automatically. You can also close it.',
  icon: 'waiting',
  tone: 'info',
  refreshes: true,
};
const NOT_CONFIRMED: PageContent = {
  title: 'Not confirmed yet',
  text: 'Your bank has not confirmed the payment yet. If you have paid, you do not need to do anything: the shop will be notified.',
  icon: 'waiting',
  tone: 'warn',
  next: 'check-again',
};
const DECLINED: PageContent = {
  title: 'Payment declined',
  text: 'The payment was declined. No money was taken.',
  icon: 'failed',
  tone: 'bad',
};
const NOT_PAID: PageContent = {
  title: 'Not paid',
  text: 'No payment was received. Go back to the shop to try again.',
  icon: 'failed',
  tone: 'neutral',
};
const NOT_SEEN: PageContent = {
  ...NOT_PAID,
  text: 'No payment was received. If you have paid, you do not need to do anything: the shop will be notified.',
};
const RETURNED: PageContent = {
  title: 'Payment returned',
  text: 'Your payment was returned to you. The shop has been notified.',
  icon: 'returned',
  tone: 'neutral',
};

const BY_STATE: Readonly<Record<string, PageContent>> = {
  PENDING: CHECKING,
  CLOSING: CHECKING,
  PAID: {
    title: 'Paid',
    text: 'Thank you. The shop has received your payment.',
    icon: 'done',
    tone: 'good',
  },
  OVERPAID: {
    title: 'Paid',
    text: 'Thank you. You paid more than the amount due. The shop has been notified.',
    icon: 'done',
    tone: 'good',
  },
  PARTIALLY_PAID: {
    title: 'Partially paid',
    text: 'Part of the amount has been received. The shop has been notified.',
    icon: 'waiting',
    tone: 'warn',
    refreshes: true,
  },
  REVERSED: RETURNED,
  REFUNDED: RETURNED,
};

const UNKNOWN: PageContent = {
  title: 'Not found',
  text: 'We could not find this payment.',
  icon: 'failed',
  tone: 'neutral',
};

const REFRESH_AFTER_S = 3;
/** Half a minute: a later result arrives as a gateway event, and no page needs to wait for it. */
const MAX_REFRESHES = 10;

/** The last attempt was declined, and no other has started since. */
export function isDeclined(checkout: CheckoutSnapshot): boolean {
  const { state, lastAttempt } = checkout;
  const isSpent = placesOf(checkout).at(-1)?.spent === true;
  return state === 'PENDING' && lastAttempt !== undefined && isSpent && mayPay(checkout) === 'pay';
}

/** The page's URL is for its payer only: no cache keeps the page, and no other site receives the URL. */
export const PRIVATE_PAGE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The page for a payer who returns: it shows whether the payment is complete. No amount and no name, because the page
 * is public. `token` is the last segment of its path, `refreshed` counts how often this browser has refreshed it.
 */
export function returnPage(checkout: CheckoutSnapshot | undefined, token: string, refreshed: number) {
  const content = checkout ? contentOf(checkout, refreshed) : UNKNOWN;
  const nonce = randomBytes(16).toString('base64');
  const formAction = content.next === 'try-again' && checkout ? formTargets(checkout) : "'none'";
  return {
    status: checkout ? 200 : 404,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      ...PRIVATE_PAGE,
    },
    html: toHtml(content, { nonce, refreshed, name: checkout ? encodeURIComponent(token) : '' }),
  };
}

function contentOf(checkout: CheckoutSnapshot, refreshed: number): PageContent {
  const { terms, state } = checkout;
  // no page says that nothing was taken, or offers another attempt, while money may have moved
  const may = mayPay(checkout);
  if (may === 'wait') return refreshed < MAX_REFRESHES ? CHECKING : NOT_CONFIRMED;
  if (isDeclined(checkout)) {
    if (offers(terms, 'page')) return { ...DECLINED, next: 'try-again' };
    return { ...DECLINED, text: `${DECLINED.text} Go back to the shop to try again.` };
  }
  const content = BY_STATE[state] ?? (may === 'pay-again' ? NOT_PAID : NOT_SEEN);
  if (!content.refreshes || refreshed < MAX_REFRESHES) return content;
  return content === CHECKING ? NOT_CONFIRMED : { ...content, refreshes: false, next: 'check-again' };
}

/** Browsers apply form-action to the redirect after the form too, and it leads to the gateway's page. */
function formTargets({ transactions }: CheckoutSnapshot): string {
  const pages = transactions.flatMap(({ checkoutUrl }) =>
    checkoutUrl !== undefined && URL.canParse(checkoutUrl) ? [new URL(checkoutUrl).origin] : [],
  );
  return ["'self'", ...new Set(pages)].join(' ');
}

interface Address {
  readonly nonce: string;
  readonly refreshed: number;
  /** The last segment of the page's path: links are relative, so the API can be mounted anywhere. */
  readonly name: string;
}

function toHtml(content: PageContent, { nonce, refreshed, name }: Address): string {
  const { title, text, refreshes, next, icon, tone } = content;
  const again = `${name}?refreshed=${refreshed + 1}`;
  return htmlDocument({
    title,
    head: refreshes && html`<meta http-equiv="refresh" content="${REFRESH_AFTER_S};url=${again}" />`,
    style: new Html(`<style nonce="${nonce}">${STYLE}</style>`),
    body: html`<main class="narrow">
      <article class="card stack">
        ${result(icon, tone, [html`<h1>${title}</h1>`, html`<p role="status">${text}</p>`])}
        ${nextStep(next, name)}
      </article>
    </main>`,
  }).text;
}

function nextStep(next: PageContent['next'], name: string): Html | undefined {
  if (next === 'try-again')
    return html`<form method="post" action="${name}/again"><button class="block">Try again</button></form>`;
  return next === 'check-again' ? html`<p class="due"><a href="${name}">Check again</a></p>` : undefined;
}
