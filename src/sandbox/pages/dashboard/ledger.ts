import { badge } from '../../../pages/parts.js';
import { runSettlements } from '../../collections/settlements.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { type Line } from '../../money/ledger.js';
import { localText } from '../../wire/times.js';
import { html, type Html, type Page, type SeeOther, table } from '../html.js';
import { naira } from '../naira.js';
import { dashboardPage } from './tab.js';

export const LEDGER_TAB: readonly OwnRoute[] = [
  own('GET /dashboard/ledger', show),
  own('POST /dashboard/settlements', settle),
];

const SHOWN = 30;
/** A large batch has an account for every beneficiary. */
const SHOWN_BALANCES = 100;

function show({ world: { ledger } }: Call): Page {
  const { balanced, problems, entryCount } = ledger.audit();
  const balances = ledger.balances();
  const hidden = balances.length - SHOWN_BALANCES;
  return dashboardPage(
    'Ledger',
    html`
      <div class="actions">
        <p role="status">
          ${balanced ? badge('good', 'Balanced') : badge('bad', 'Out of balance')}
          ${balanced ? `${entryCount} entries, balanced.` : problems.join('; ')}
        </p>
        <form method="post" action="/dashboard/settlements">
          <button class="quiet small">Settle now</button>
        </form>
      </div>
      <div class="stack">
        <div class="card stack tight">
          ${table(
            'Balances',
            ['Account', { amounts: 'Balance' }],
            balances
              .slice(0, SHOWN_BALANCES)
              .map(({ account, balanceKobo }) => [account, naira(balanceKobo)]),
          )}
          ${hidden > 0 && html`<p>${hidden} more accounts are in <code>GET /sandbox/ledger</code>.</p>`}
        </div>
        <div class="card">
          ${table(
            'Latest entries',
            ['Time', 'Cause', 'Reference', 'Lines'],
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
        </div>
      </div>
    `,
  );
}

function entryLine({ account, amountKobo }: Line): Html {
  return html`<div class="entry-line">
    <span>${account}</span> <span class="number">${naira(amountKobo)}</span>
  </div>`;
}

function settle({ world }: Call): SeeOther {
  runSettlements(world);
  return { seeOther: '/dashboard/ledger' };
}
