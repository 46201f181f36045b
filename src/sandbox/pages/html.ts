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
  /** A page that waits for something asks again by itself, also without scripts. */
  readonly refreshSeconds?: number;
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
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

export const HTML: Form = {
  success(result) {
    const page = result as Page | SeeOther | Asset;
    if ('seeOther' in page) return { status: 303, headers: { location: page.seeOther }, body: '' };
    if ('asset' in page) {
      return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': page.type }, body: page.asset };
    }
    return document(page);
  },
  refusal: ({ httpStatus, message }) =>
    document({ title: 'That did not work', status: httpStatus, main: html`<p role="alert">${message}</p>` }),
};

function document({ title, main, status = 200, refreshSeconds }: Page): Reply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/style.css" />
        <script src="/assets/countdown.js" defer></script>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
        <footer>Sandbox: no real money moves here.</footer>
      </body>
    </html>`;
  return {
    status,
    headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: page.text,
  };
}
