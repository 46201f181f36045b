import { type Content, html, type Html } from './html.js';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral';

/** A state in one or two words. */
export const badge = (tone: Tone, text: string): Html => html`<span class="badge ${tone}">${text}</span>`;

/** The error of a form or a page; screen readers announce it. */
export const alert = (content: Content): Html => html`<div role="alert" class="notice bad">${content}</div>`;

/** A message that is no error. */
export const notice = (tone: Tone, content: Content): Html =>
  html`<div role="status" class="notice ${tone}">${content}</div>`;

/** What a list shows before it has entries. */
export const emptyState = (title: string, text: Content): Html =>
  html`<p class="empty"><strong>${title}</strong> ${text}</p>`;

export interface Tab {
  readonly href: string;
  readonly label: string;
}

/** Each tab is a page with an address, so that tabs need no script. */
export const tabs = (label: string, all: readonly Tab[], current: string): Html => html`
  <nav class="tabs" aria-label="${label}">
    ${all.map(
      (tab) =>
        html`<a href="${tab.href}" ${tab.label === current && html`aria-current="page"`}>${tab.label}</a>`,
    )}
  </nav>
`;

/** A button that copies a value. Without script it stays hidden. */
export const copyButton = (value: string, what: string): Html => html`
  <button type="button" class="quiet small copy" data-copy="${value}" aria-label="Copy the ${what}" hidden>
    Copy
  </button>
`;

const ICONS = {
  done: 'M5 13l5 5L20 7',
  failed: 'M6 6l12 12M18 6L6 18',
  waiting: 'M12 6v7l4 3',
  returned: 'M9 6l-5 5 5 5M4 11h11a5 5 0 0 1 0 10h-3',
} as const;

export type ResultIcon = keyof typeof ICONS;

/** How a payment ended: an icon, a title and what it means. */
export const result = (icon: ResultIcon, tone: Tone, content: Content): Html => html`
  <div class="result stack tight">
    <svg class="${tone}" viewBox="0 0 24 24" width="64" height="64" aria-hidden="true">
      <path d="${ICONS[icon]}" />
    </svg>
    ${content}
  </div>
`;

/** Words between backticks are code. */
export const withCode = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
