import { randomBytes } from 'node:crypto';
import type { IssuerForm } from './handles.js';

/** Posts a form from the payer's browser to the issuer; without scripts the payer uses the button. */
export function issuerPage(form: IssuerForm | undefined) {
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  if (!form) {
    const text = 'This step has expired. Go back to the shop and start again.';
    return { status: 404, headers, html: page(nonce, `<h1>Not found</h1><p>${text}</p>`) };
  }
  const fields = Object.entries(form.fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const body = `<h1>Continue to your bank</h1><p>Your bank needs to verify your identity.</p>
<form method="post" action="${escape(form.acsUrl)}">${fields}<button>Continue</button></form>
<script nonce="${nonce}">document.forms[0].submit()</script>`;
  return { status: 200, headers, html: page(nonce, body) };
}

function page(nonce: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your bank</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">
body{font:1.1rem/1.5 system-ui;max-width:26rem;margin:15vh auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1.4rem}@media(prefers-color-scheme:dark){body{background:#16181c;color:#eee}}
</style></head><body>${body}</body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
