import { type Content, html, type Html } from './html.js';

export interface Document {
  readonly title: string;
  /** Further elements of the head. */
  readonly head?: Content;
  /** Where the style comes from; by default the asset that the same server sends. */
  readonly style?: Html;
  readonly theme?: 'bank' | undefined;
  readonly body: Content;
}

const STYLE_ASSET = html`<link rel="stylesheet" href="/assets/style.css" />
  <link rel="icon" href="/assets/icon.svg" />`;

/** The document around every page. */
export const htmlDocument = ({ title, head, style = STYLE_ASSET, theme, body }: Document): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <title>${title}</title>
        ${style}
      </head>
      <body ${theme !== undefined && html`class="${theme}"`}>
        ${body}
      </body>
    </html>`;

export interface Link {
  readonly href: string;
  readonly label: string;
}

/** The bar at the top of pages with tools; `current` is the path of the open page. */
export const topbar = (brand: Link, links: readonly Link[], current?: string): Html => html`
  <header class="topbar">
    <div>
      <a class="brand" href="${brand.href}">
        <img src="/assets/icon.svg" alt="" width="24" height="24" />${brand.label}
      </a>
      <nav aria-label="Pages">
        ${links.map(
          ({ href, label }) =>
            html`<a href="${href}" ${href === current && html`aria-current="page"`}>${label}</a>`,
        )}
      </nav>
    </div>
  </header>
`;
