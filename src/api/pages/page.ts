import type { Response } from 'express';
import { htmlDocument, topbar } from '../../pages/document.js';
import { html, type Html } from '../../pages/html.js';

const SAFE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Sends one of the API's own pages, which need no key and show nothing of any payment. */
export function sendPage(response: Response, title: string, main: Html): void {
  response.set(SAFE_HEADERS).type('html').send(document(title, main).text);
}

const BRAND = { href: '/', label: 'Oware API' };
const LINKS = [
  { href: '/docs', label: 'Reference' },
  { href: '/problems', label: 'Problems' },
  { href: '/webhook-types', label: 'Webhooks' },
  { href: '/openapi.json', label: 'OpenAPI document' },
];

const document = (title: string, main: Html): Html =>
  htmlDocument({
    title,
    body: html`${topbar(BRAND, LINKS)}
      <main class="wide stack">
        <h1>${title}</h1>
        <div class="card stack">${main}</div>
      </main>`,
  });
