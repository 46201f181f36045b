import { badge, emptyState } from '../../../pages/parts.js';
import { hasEnded, type PlannedFault } from '../../faults/faults.js';
import { CALL_FAULTS, EVENT_FAULTS } from '../../faults/kinds.js';
import { magicReferences } from '../../faults/magic.js';
import { type FaultRule, readFaultPlan, timesOf } from '../../faults/rules.js';
import { fieldsOf, optionalText, typedText } from '../../http/fields.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { sandboxCoverage } from '../../routes.js';
import { type World } from '../../world.js';
import { html, type Html, type Page, type SeeOther, table } from '../html.js';
import { faultButtons, rulesOfButton } from './fault-buttons.js';
import { dashboardPage } from './tab.js';

export const FAULTS_TAB: readonly OwnRoute[] = [
  own('GET /dashboard/faults', ({ world }) => show(world)),
  own('POST /dashboard/faults', plan),
  own('POST /dashboard/faults/clear', clear),
];

const HERE: SeeOther = { seeOther: '/dashboard/faults' };

const EXAMPLE = JSON.stringify(
  { on: 'call', endpoint: 'initiateTransfer', when: 'after', fault: { kind: 'reset' } },
  null,
  2,
);

function show(world: World, typed?: string): Page {
  return dashboardPage('Faults', html`${buttons()} ${plannedFaults(world)} ${advanced(typed)}`);
}

function buttons(): Html {
  return html`
    <form method="post" action="/dashboard/faults" class="columns">
      ${faultButtons().map(
        ([id, { name, about }]) =>
          html`<div class="card stack tight">
            <button name="button" value="${id}" class="block">${name}</button>
            <p class="muted">${about}</p>
          </div>`,
      )}
    </form>
  `;
}

function plannedFaults({ faults, clock }: World): Html {
  const planned = faults.list();
  if (planned.length === 0)
    return emptyState('No faults are planned.', 'The gateway answers every call and sends every event.');
  return html`
    <section aria-label="Faults" class="card stack tight">
      ${table(
        'Planned faults',
        ['Fault', 'State', 'Matched', 'Struck', 'Action'],
        planned.map((fault) => faultRow(fault, clock.now())),
      )}
      <form method="post" action="/dashboard/faults/clear">
        <button class="quiet small">Clear all faults</button>
      </form>
    </section>
  `;
}

function faultRow(fault: PlannedFault, now: number) {
  const { id, rule, fitted, struck } = fault;
  const isOver = hasEnded(fault, now) || struck >= timesOf(rule);
  const clear = html`
    <form method="post" action="/dashboard/faults/clear">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet small" aria-label="Clear fault ${id}">Clear</button>
    </form>
  `;
  return [
    html`<strong>${nameOf(rule)}</strong><br /><small><code>${JSON.stringify(rule)}</code></small>`,
    isOver ? badge('neutral', 'Done') : badge('warn', 'Active'),
    fitted,
    struck,
    clear,
  ];
}

const nameOf = ({ name, on, fault }: FaultRule): string => name ?? `${fault.kind} on ${on}`;

function advanced(typed: string | undefined): Html {
  return html`
    <details class="card" ${typed !== undefined && html`open`}>
      <summary>Advanced: any fault as JSON</summary>
      <div class="stack">
        <form method="post" action="/dashboard/faults" class="stack tight">
          <div>
            <label for="plan">Plan a fault</label>
            <textarea id="plan" name="plan" rows="10" required spellcheck="false">
${typed ?? EXAMPLE}</textarea>
          </div>
          <div><button>Add the fault</button></div>
        </form>
        ${table('Kinds of faults', ['On', 'Kind', 'Effect'], [...kindRows('call', CALL_FAULTS), ...kindRows('event', EVENT_FAULTS)])}
        <p>
          A reference that contains one of these triggers its fault once: ${magicReferences().join(', ')}.
        </p>
      </div>
    </details>
  `;
}

const kindRows = (on: string, kinds: Readonly<Record<string, string>>) =>
  Object.entries(kinds).map(([kind, does]) => [on, html`<code>${kind}</code>`, does]);

function plan({ world, body }: Call): SeeOther | Page {
  const ofButton = rulesOfButton(typedText(body, 'button'));
  if (ofButton) {
    world.faults.add(ofButton);
    return HERE;
  }
  const typed = typedText(body, 'plan');
  try {
    world.faults.add(readFaultPlan(JSON.parse(typed), sandboxCoverage()));
  } catch (error) {
    return { ...show(world, typed), status: 400, alert: (error as Error).message };
  }
  return HERE;
}

function clear({ world, body }: Call): SeeOther {
  world.faults.clear(optionalText(fieldsOf(body ?? {}), 'id'));
  return HERE;
}
