import { randomBytes } from 'node:crypto';

interface Told {
  readonly title: string;
  readonly text: string;
  /** Whether looking again will tell more. */
  readonly again?: true;
}

const BEING_CHECKED: Told = {
  title: 'We are checking',
  text: 'Your bank is being asked. This page looks again by itself; you may also close it.',
  again: true,
};
const NOT_PAID: Told = { title: 'Not paid', text: 'Nothing was paid. Go back to the shop to try again.' };
const IN_PART: Told = {
  title: 'Paid in part',
  text: 'A part of the amount has arrived. The shop knows.',
  again: true,
};

const BY_STATE: Readonly<Record<string, Told>> = {
  PENDING: BEING_CHECKED,
  CLOSING: BEING_CHECKED,
  PAID: { title: 'Paid', text: 'Thank you. The shop knows that you have paid.' },
  OVERPAID: { title: 'Paid', text: 'Thank you. More than the amount has arrived; the shop knows.' },
  PARTIALLY_PAID: IN_PART,
};

const UNKNOWN: Told = { title: 'Nothing here', text: 'No payment is known by this address.' };
const AGAIN_AFTER_S = 3;

/** What a payer who comes back may know: whether it is over. No amount, no name; anybody can open the page. */
export function returnPage(state: string | undefined) {
  const told = state === undefined ? UNKNOWN : (BY_STATE[state] ?? NOT_PAID);
  const nonce = randomBytes(16).toString('base64');
  const refresh = told.again ? `<meta http-equiv="refresh" content="${AGAIN_AFTER_S}">` : '';
  return {
    status: state === undefined ? 404 : 200,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}
<meta name="viewport" content="width=device-width"><title>${told.title}</title><style nonce="${nonce}">
body{font:1.1rem/1.5 system-ui;max-width:28rem;margin:15vh auto;padding:0 1rem;text-align:center}
@media(prefers-color-scheme:dark){body{background:#16181c;color:#eee}}
</style></head><body><main><h1>${told.title}</h1><p role="status">${told.text}</p></main></body></html>`,
  };
}
