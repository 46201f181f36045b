import { htmlDocument, topbar } from '../../pages/document.js';
import { html, type Html } from '../../pages/html.js';
import { alert as alertPart } from '../../pages/parts.js';
import { type Form, type Reply } from '../http/reply.js';

export { html, Html, table } from '../../pages/html.js';

export interface Page {
  readonly title: string;
  readonly main: Html;
  /** A centred card for payers, or the whole width for tools. */
  readonly layout?: 'card' | 'wide';
  /** The part of a page that the title of the window names first. */
  readonly part?: string;
  readonly theme?: 'bank';
  /** The path of the tool that the page belongs to. */
  readonly tool?: string;
  /** Shown above the title of a card. */
  readonly above?: Html;
  /** Shown under the title, before the error. */
  readonly lead?: Html;
  readonly status?: number;
  /** The error, announced first by screen readers. */
  readonly alert?: string;
  /** Refreshes the page, or redirects the browser. With `withoutScript` only where scripts are off. */
  readonly refresh?: { readonly seconds: number; readonly url?: string; readonly withoutScript?: boolean };
}

/** A redirect after a form, so that a reload does not submit it again. */
export interface SeeOther {
  readonly seeOther: string;
}

/** A style sheet or a script. */
export interface Asset {
  readonly asset: string;
  readonly type: string;
}

const SAFE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // no-referrer would remove the Origin from the pages' own forms
  'referrer-policy': 'same-origin',
} as const;

/** HTML pages. The banner, if any, is at the top of every page. */
export const createHtmlForm = (banner: () => Html | undefined): Form => ({
  success(result) {
    const page = result as Page | SeeOther | Asset;
    if ('seeOther' in page) return { status: 303, headers: { location: page.seeOther }, body: '' };
    if ('asset' in page) {
      return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': page.type }, body: page.asset };
    }
    return document(page, banner());
  },
  refusal: ({ httpStatus, message }) =>
    document(
      { title: 'Request failed', layout: 'card', status: httpStatus, alert: message, main: html`` },
      banner(),
    ),
});

const BRAND = { href: '/', label: 'Oware sandbox' };
const TOOLS = [
  { href: '/', label: 'Sandbox dashboard' },
  { href: '/simulator', label: 'Bank simulator' },
  { href: '/inbox', label: 'Message inbox' },
  { href: '/clock', label: 'Clock' },
];

function document(page: Page, banner?: Html): Reply {
  const { title, part, theme, status = 200 } = page;
  const text = htmlDocument({
    title: part === undefined ? title : `${part} – ${title}`,
    head: html`${refreshOf(page)}
      <script src="/assets/pages.js" defer></script>`,
    theme,
    body: [banner, page.layout === 'card' ? cardBody(page) : wideBody(page)],
  }).text;
  return {
    status,
    headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
    body: text,
  };
}

function refreshOf({ refresh }: Page): Html | undefined {
  if (!refresh) return undefined;
  const { seconds, url, withoutScript } = refresh;
  const meta = html`<meta http-equiv="refresh" content="${seconds}${url && `;url=${url}`}" />`;
  return withoutScript ? html`<noscript>${meta}</noscript>` : meta;
}

const wideBody = ({ title, tool, lead, alert, main }: Page): Html => html`
  ${topbar(BRAND, TOOLS.slice(0, -1), tool)}
  <main class="wide stack">
    <h1>${title}</h1>
    ${lead} ${alert !== undefined && alertPart(alert)} ${main}
  </main>
  <footer class="footer">Sandbox: no real money moves here.</footer>
`;

const cardBody = ({ title, above, lead, alert, main }: Page): Html => html`
  <main class="narrow">
    <article class="card stack">
      <div>
        <p class="ribbon"><strong>Test mode</strong> No real money moves</p>
        ${above}
      </div>
      <div class="due">
        <h1>${title}</h1>
        ${lead}
      </div>
      ${alert !== undefined && alertPart(alert)} ${main}
    </article>
  </main>
  <footer class="footer">${TOOLS.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</footer>
`;

export interface Field {
  readonly name: string;
  /** Where the page has another field of this name. */
  readonly id?: string;
  readonly label: string;
  readonly value?: string | undefined;
  /** A secret is not shown while it is typed. */
  readonly kind?: 'digits' | 'secret-digits' | 'amount' | 'text';
  readonly pattern?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
}

export function input({ name, id = name, label, value, kind = 'text', ...more }: Field): Html {
  const { pattern, autocomplete = 'off', placeholder, optional } = more;
  const mode = { digits: 'numeric', 'secret-digits': 'numeric', amount: 'decimal', text: 'text' }[kind];
  return html`<div>
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${kind === 'secret-digits' ? 'password' : 'text'}"
      inputmode="${mode}"
      autocomplete="${autocomplete}"
      ${pattern !== undefined && html`pattern="${pattern}"`}
      ${placeholder !== undefined && html`placeholder="${placeholder}"`}
      ${!optional && html`required`}
      value="${value}"
    />
  </div>`;
}
