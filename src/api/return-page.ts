import { randomBytes } from 'node:crypto';
import type { CheckoutSnapshot } from '../client/client.js';
import { offers } from '../domain/checkout/checkout.js';

/** What the page says, and what it offers next. */
interface Said {
  readonly title: string;
  readonly text: string;
  /** Whether another look may tell more: the page refreshes, but not for ever. */
  readonly refreshes?: boolean;
  readonly next?: 'try-again' | 'check-again';
}

const CHECKING: Said = {
  title: 'We are checking',
  text: 'Checking with your bank. This page refreshes automatically; you may also close it.',
  refreshes: true,
};
const NOT_CONFIRMED: Said = {
  title: 'Not confirmed yet',
  text: 'Your bank has not confirmed the payment yet. If you have paid, you need do nothing: the shop will know.',
  next: 'check-again',
};
const DECLINED: Said = {
  title: 'Payment declined',
  text: 'The payment was declined. No money was taken.',
};
const NOT_PAID: Said = { title: 'Not paid', text: 'Nothing was paid. Go back to the shop to try again.' };
const SENT_BACK: Said = { title: 'Sent back', text: 'The money was sent back to you. The shop knows.' };

const BY_STATE: Readonly<Record<string, Said>> = {
  PENDING: CHECKING,
  CLOSING: CHECKING,
  PAID: { title: 'Paid', text: 'Thank you. The shop knows that you have paid.' },
  OVERPAID: { title: 'Paid', text: 'Thank you. More than the amount has arrived; the shop knows.' },
  PARTIALLY_PAID: {
    title: 'Paid in part',
    text: 'Part of the amount has arrived. The shop knows.',
    refreshes: true,
  },
  REVERSED: SENT_BACK,
  REFUNDED: SENT_BACK,
};

const UNKNOWN: Said = { title: 'Not found', text: 'We could not find this payment.' };

const REFRESH_AFTER_S = 3;
/** Half a minute: what has not come by then comes by an event, and no page needs to wait for it. */
const MOST_REFRESHES = 10;

/** The last attempt was declined, and no other one has begun since. */
export function isDeclined({ state, lastAttempt, transactions }: CheckoutSnapshot): boolean {
  return state === 'PENDING' && lastAttempt !== undefined && transactions.at(-1)?.spent === true;
}

/** The page's address is for its payer alone: no cache keeps it, and no other site is told it. */
export const PRIVATE_PAGE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * What a payer who comes back may know: whether the payment is done. No amount and no name, because the page is
 * public. `token` is the last part of its own path, `refreshed` counts how often this browser has refreshed it.
 */
export function returnPage(payment: CheckoutSnapshot | undefined, token: string, refreshed: number) {
  const said = payment ? sayOf(payment, refreshed) : UNKNOWN;
  const nonce = randomBytes(16).toString('base64');
  const formAction = said.next === 'try-again' && payment ? formTargets(payment) : "'none'";
  return {
    status: payment ? 200 : 404,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      ...PRIVATE_PAGE,
    },
    html: toHtml(said, { nonce, refreshed, name: payment ? encodeURIComponent(token) : '' }),
  };
}

function sayOf(payment: CheckoutSnapshot, refreshed: number): Said {
  const { terms, state } = payment;
  if (isDeclined(payment)) {
    if (offers(terms, 'page')) return { ...DECLINED, next: 'try-again' };
    return { ...DECLINED, text: `${DECLINED.text} Go back to the shop to try again.` };
  }
  const said = BY_STATE[state] ?? NOT_PAID;
  if (!said.refreshes || refreshed < MOST_REFRESHES) return said;
  return said === CHECKING ? NOT_CONFIRMED : { ...said, refreshes: false, next: 'check-again' };
}

/** Browsers hold the redirect that answers a form to the same rule: it leads to the gateway's page. */
function formTargets({ transactions }: CheckoutSnapshot): string {
  const pages = transactions.flatMap(({ checkoutUrl }) =>
    checkoutUrl !== undefined && URL.canParse(checkoutUrl) ? [new URL(checkoutUrl).origin] : [],
  );
  return ["'self'", ...new Set(pages)].join(' ');
}

interface Address {
  readonly nonce: string;
  readonly refreshed: number;
  /** The last part of the page's own path: links are relative, wherever the API is mounted. */
  readonly name: string;
}

function toHtml({ title, text, refreshes, next }: Said, { nonce, refreshed, name }: Address): string {
  const again = `${name}?refreshed=${refreshed + 1}`;
  const refresh = refreshes ? `<meta http-equiv="refresh" content="${REFRESH_AFTER_S};url=${again}">` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}
<meta name="viewport" content="width=device-width"><title>${title}</title><style nonce="${nonce}">
body{font:1.1rem/1.5 system-ui;max-width:28rem;margin:15vh auto;padding:0 1rem;text-align:center}
button{font:inherit;font-weight:600;padding:.7rem 1.4rem;border:0;border-radius:.3rem;background:#0b6b4f;color:#fff}
:focus-visible{outline:3px solid #f5a623;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#16181c;color:#eee}a{color:#8ab4f8}}
</style></head><body><main><h1>${title}</h1><p role="status">${text}</p>${nextStep(next, name)}</main></body></html>`;
}

function nextStep(next: Said['next'], name: string): string {
  if (next === 'try-again') {
    return `<form method="post" action="${name}/again"><button>Try again</button></form>`;
  }
  return next === 'check-again' ? `<p><a href="${name}">Check again</a></p>` : '';
}
