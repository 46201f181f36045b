import { type Form, type Reply } from '../http/reply.js';

/** Text that is HTML already. Everything else is escaped when it is put into a page. */
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
  /** What went wrong, read out first. */
  readonly alert?: string;
  /** A page that waits for something asks again by itself, also without scripts; or it sends the browser on. */
  readonly refresh?: { readonly seconds: number; readonly url?: string };
}

/** Sends the browser on, so that reloading a result does not send a form again. */
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
  // no-referrer would take the Origin from the pages' own forms
  'referrer-policy': 'same-origin',
} as const;

/** Pages for people. The notice, where there is one, stands on top of every page. */
export const createHtmlForm = (webhook: () => Html | undefined): Form => ({
  success(result) {
    const page = result as Page | SeeOther | Asset;
    if ('seeOther' in page) return { status: 303, headers: { location: page.seeOther }, body: '' };
    if ('asset' in page) {
      return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': page.type }, body: page.asset };
    }
    return document(page, webhook());
  },
  refusal: ({ httpStatus, message }) =>
    document({ title: 'That did not work', status: httpStatus, alert: message, main: html`` }, webhook()),
});

function document({ title, main, status = 200, alert, refresh }: Page, webhook?: Html): Reply {
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
        ${webhook}
        <main>
          <h1>${title}</h1>
          ${alert !== undefined && html`<p role="alert">${alert}</p>`} ${main}
        </main>
        <footer>
          Sandbox: no real money moves here. <a href="/">Control room</a>
          <a href="/simulator">Bank simulator</a>
          <a href="/inbox">Inbox</a>
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

/** Its name; amounts stand under each other by their last digit. */
type Column = string | { readonly amounts: string };

/** A table with a caption for those who cannot see it; wide ones scroll within themselves. */
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
  readonly label: string;
  readonly value?: string | undefined;
  readonly kind?: 'digits' | 'amount' | 'text';
  readonly pattern?: string;
  readonly autocomplete?: string;
  readonly optional?: boolean;
}

export function input({
  name,
  label,
  value,
  kind = 'text',
  pattern,
  autocomplete = 'off',
  optional,
}: Field): Html {
  const mode = { digits: 'numeric', amount: 'decimal', text: 'text' }[kind];
  return html`
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="${mode}"
      autocomplete="${autocomplete}"
      ${pattern !== undefined && html`pattern="${pattern}"`}
      ${!optional && html`required`}
      value="${value}"
    />
  `;
}
