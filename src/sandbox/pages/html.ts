import { type Form, type Reply } from '../http/reply.js';

/** Text that is already HTML. Everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, at) => text + render(values[at - 1]) + part));
}

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** The error, announced first by screen readers. */
  readonly alert?: string;
  /** Refreshes the page, or redirects the browser, without scripts. */
  readonly refresh?: { readonly seconds: number; readonly url?: string };
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
    document({ title: 'Request failed', status: httpStatus, alert: message, main: html`` }, banner()),
});

function document({ title, main, status = 200, alert, refresh }: Page, banner?: Html): Reply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds}${refresh.url && `;url=${refresh.url}`}" />`}
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="icon" href="/assets/icon.svg" />
        <script src="/assets/pages.js" defer></script>
      </head>
      <body>
        ${banner}
        <main>
          <h1>${title}</h1>
          ${alert !== undefined && html`<p role="alert">${alert}</p>`} ${main}
        </main>
        <footer>
          Sandbox: no real money moves here. <a href="/">Sandbox dashboard</a>
          <a href="/simulator">Bank simulator</a>
          <a href="/inbox">Message inbox</a>
          <a href="/clock">Clock</a>
        </footer>
      </body>
    </html>`;
  return {
    status,
    headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
    body: page.text,
  };
}

/** A column title; amounts are right-aligned. */
type Column = string | { readonly amounts: string };

/** An accessible table with a caption; wide tables scroll horizontally. */
export function table(caption: string, head: readonly Column[], rows: readonly (readonly Content[])[]): Html {
  const classes = head.map((column) => typeof column !== 'string' && html`class="number"`);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${head.map(
              (column, at) =>
                html`<th scope="col" ${classes[at]}>
                  ${typeof column === 'string' ? column : column.amounts}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell, at) => html`<td ${classes[at]}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

export interface Field {
  readonly name: string;
  /** Where the page has another field of this name. */
  readonly id?: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly kind?: 'digits' | 'amount' | 'text';
  readonly pattern?: string;
  readonly autocomplete?: string;
  readonly optional?: boolean;
}

export function input({
  name,
  id = name,
  label,
  value,
  kind = 'text',
  pattern,
  autocomplete = 'off',
  optional,
}: Field): Html {
  const mode = { digits: 'numeric', amount: 'decimal', text: 'text' }[kind];
  return html`
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      inputmode="${mode}"
      autocomplete="${autocomplete}"
      ${pattern !== undefined && html`pattern="${pattern}"`}
      ${!optional && html`required`}
      value="${value}"
    />
  `;
}
