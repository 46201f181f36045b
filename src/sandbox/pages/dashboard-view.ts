import { type PlannedFault } from '../faults/faults.js';
import { CALL_FAULTS, EVENT_FAULTS } from '../faults/kinds.js';
import { magicReferences } from '../faults/magic.js';
import { type Line } from '../money/ledger.js';
import { firstMerchant } from '../people/merchants.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { html, type Html, input, table } from './html.js';
import { naira } from './naira.js';

const SHOWN = 30;
/** A large batch has an account for every beneficiary. */
const SHOWN_BALANCES = 100;

export function settlementSection(): Html {
  return html`
    <form method="post" action="/dashboard/settlements" class="plain">
      <button class="quiet">Settle now</button>
    </form>
  `;
}

export interface TypedCash {
  readonly merchantId: string;
  readonly amount: string;
  readonly invoiceReference: string;
}

export function cashSection(world: World, typed?: TypedCash): Html {
  return html`
    <h2>Cash</h2>
    <form method="post" action="/dashboard/cash">
      <p>Record a cash payment at an agent, for a merchant or one of its invoices.</p>
      ${input({ name: 'merchantId', label: 'Merchant', value: typed?.merchantId ?? firstMerchant(world).id })}
      ${input({ name: 'amount', label: 'Cash in naira', kind: 'amount', value: typed?.amount })}
      ${input({
        name: 'invoiceReference',
        label: 'Invoice (optional)',
        optional: true,
        value: typed?.invoiceReference,
      })}
      <button>Record the payment</button>
    </form>
  `;
}

const EXAMPLE = JSON.stringify(
  { on: 'call', endpoint: 'initiateTransfer', when: 'after', fault: { kind: 'reset' } },
  null,
  2,
);

export function faultSection({ faults }: World, plan = EXAMPLE): Html {
  const planned = faults.list();
  return html`
    <h2>Faults</h2>
    ${
      planned.length === 0
        ? html`<p>No faults are planned.</p>`
        : html`${table('Planned faults', ['Rule', 'Matched', 'Struck', 'Action'], planned.map(faultRow))}
            <form method="post" action="/dashboard/faults/clear" class="plain">
              <button class="quiet">Clear all faults</button>
            </form>`
    }
    <form method="post" action="/dashboard/faults">
      <label for="plan">Plan a fault</label>
      <textarea id="plan" name="plan" rows="10" required spellcheck="false">${plan}</textarea>
      <button>Add the fault</button>
    </form>
    <details>
      <summary>Kinds of faults</summary>
      ${table('Kinds of faults', ['On', 'Kind', 'Effect'], [...kindRows('call', CALL_FAULTS), ...kindRows('event', EVENT_FAULTS)])}
    </details>
    <details>
      <summary>Magic references</summary>
      <p>A reference that contains one of these triggers its fault once: ${magicReferences().join(', ')}.</p>
    </details>
  `;
}

const kindRows = (on: string, kinds: Readonly<Record<string, string>>) =>
  Object.entries(kinds).map(([kind, does]) => [on, html`<code>${kind}</code>`, does]);

function faultRow({ id, rule, fitted, struck }: PlannedFault) {
  const clear = html`
    <form method="post" action="/dashboard/faults/clear">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet" aria-label="Clear fault ${id}">Clear</button>
    </form>
  `;
  return [html`<code>${JSON.stringify(rule)}</code>`, fitted, struck, clear];
}

export function deliverySection({ deliveries }: World): Html {
  const latest = [...deliveries.values()].reverse().slice(0, SHOWN);
  if (latest.length === 0)
    return html`<h2>Events</h2>
      <p>No events yet.</p>`;
  return html`
    <h2>Events</h2>
    ${table(
      'Latest events',
      ['When', 'Kind', 'State', 'Attempts', 'Body', 'Action'],
      latest.map(({ id, createdAt, eventType, state, attempts, body }) => [
        html`<time>${localText(createdAt)}</time>`,
        eventType,
        state,
        attempts.map(({ outcome }) => outcome).join(', '),
        html`<details>
          <summary>Show</summary>
          <pre>${body}</pre>
        </details>`,
        html`<form method="post" action="/dashboard/deliveries/${id}/replay">
          <button class="quiet" aria-label="Replay ${id}">Replay</button>
        </form>`,
      ]),
    )}
  `;
}

export function ledgerSection({ ledger }: World): Html {
  const { balanced, problems, entryCount } = ledger.audit();
  const balances = ledger.balances();
  const hidden = balances.length - SHOWN_BALANCES;
  return html`
    <h2>Ledger</h2>
    <p role="status">
      ${balanced ? `${entryCount} entries, balanced.` : `Out of balance: ${problems.join('; ')}`}
    </p>
    ${table(
      'Balances',
      ['Account', { amounts: 'Balance' }],
      balances.slice(0, SHOWN_BALANCES).map(({ account, balanceKobo }) => [account, naira(balanceKobo)]),
    )}
    ${hidden > 0 && html`<p>${hidden} more accounts are in <code>GET /sandbox/ledger</code>.</p>`}
    ${table(
      'Latest entries',
      ['When', 'Cause', 'Reference', 'Lines'],
      ledger
        .entries()
        .slice(-SHOWN)
        .reverse()
        .map(({ at, cause, reference, lines }) => [
          html`<time>${localText(at)}</time>`,
          cause,
          reference,
          lines.map(entryLine),
        ]),
    )}
  `;
}

function entryLine({ account, amountKobo }: Line): Html {
  return html`<div class="entry-line">
    <span>${account}</span> <span class="number">${naira(amountKobo)}</span>
  </div>`;
}
