import { badge } from '../../../pages/parts.js';
import { type Mandate } from '../../types/mandate.js';
import { localText } from '../../wire/times.js';
import { type World } from '../../world.js';
import { html, type Html, table } from '../html.js';
import { naira } from '../naira.js';

const SHOWN = 20;

/** The latest mandates, once there are any. */
export function mandateTable({ mandates }: World): Html | false {
  const latest = [...mandates.values()].slice(-SHOWN).reverse();
  if (latest.length === 0) return false;
  return html`<div class="card">
    ${table(
      'Latest mandates',
      ['Time', 'Reference', { amounts: 'Each debit' }, 'State', 'Page'],
      latest.map(mandateRow),
    )}
  </div>`;
}

function mandateRow({ createdAt, reference, code, debitKobo, status }: Mandate) {
  return [
    html`<time>${localText(createdAt)}</time>`,
    html`<strong>${reference}</strong>`,
    debitKobo === null ? 'any' : naira(debitKobo),
    badge(status === 'ACTIVE' ? 'good' : 'neutral', status),
    html`<a href="/mandates/${encodeURIComponent(code)}" aria-label="Open the page of ${reference}">Open</a>`,
  ];
}
