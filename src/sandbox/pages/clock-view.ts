import { alert } from '../../pages/parts.js';
import { type ClockMove, showDuration } from '../state/time-travel.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { html, type Html, input, table } from './html.js';

const QUICK_MOVES = ['5m', '40m', '1d', '7d'];

/** On every page while the sandbox's clock is ahead, because dates would look wrong without it. */
export function clockBanner({ clock }: World): Html | undefined {
  if (clock.skippedMs() === 0) return undefined;
  return html`<p class="banner">
    The clock is <strong>${showDuration(clock.skippedMs())} ahead</strong> of the machine's: it is
    <time>${localText(clock.now())}</time> here.
    <a href="/clock">Move or reset the clock</a>
  </p>`;
}

/** The forms that move the clock. */
export function clockSection({ clock, timeTravel }: World, duration = '40m'): Html {
  const ahead = clock.skippedMs();
  return html`
    <section aria-label="Clock" class="card stack tight">
      <h2>Clock</h2>
      <p>
        It is <time>${localText(clock.now())}</time> in Lagos,
        ${ahead === 0 ? "the machine's time" : `${showDuration(ahead)} ahead of the machine`}.
        ${
          timeTravel.followers
            ? "Every open workflow moves with it, so Temporal's timers fire."
            : 'This sandbox runs without Temporal: its clock moves no workflow timers.'
        }
      </p>
      <form method="post" action="/clock" class="actions">
        ${QUICK_MOVES.map((move) => html`<button name="duration" value="${move}">+${move}</button>`)}
      </form>
      <form method="post" action="/clock" class="stack tight">
        ${input({ name: 'duration', label: 'Move forward by (90s, 40m, 2h, 3d)', value: duration })}
        <div><button class="quiet">Move the clock</button></div>
      </form>
    </section>
  `;
}

/** Offered where the workflows cannot move: moves the sandbox alone. */
export function sandboxOnlyForm(duration = ''): Html {
  return html`
    <form method="post" action="/clock" class="card stack tight">
      <input type="hidden" name="duration" value="${duration}" />
      <input type="hidden" name="sandboxOnly" value="true" />
      <p>Oware's timeouts and retries then still follow the machine's time.</p>
      <div><button class="quiet">Move only the sandbox</button></div>
    </form>
  `;
}

export function moveSection(world: World): Html | undefined {
  const move = world.timeTravel.latest();
  if (!move) return undefined;
  return html`
    <section aria-label="Last move" class="card stack tight">
      <h2>${move.finished ? 'Last move' : 'Moving'}</h2>
      <p role="status">${summary(move)}</p>
      ${move.failed !== undefined && alert(move.failed)}
      ${
        move.changes.length > 0 &&
        table(
          'Changed workflows',
          ['Workflow', 'Before', 'After', 'Run'],
          move.changes.map(({ id, from, to, closed }) => [
            html`<code>${id}</code>`,
            from ?? 'new',
            html`<strong>${to ?? 'unknown'}</strong>`,
            closed ? 'closed' : 'open',
          ]),
        )
      }
      ${
        move.overdue.length > 0 &&
        table(
          'Overdue workflows',
          ['Workflow', 'Reason'],
          move.overdue.map(({ id, reason }) => [html`<code>${id}</code>`, reason]),
        )
      }
    </section>
  `;
}

function summary({ ms, movedMs, finished, workflows, changes }: ClockMove): string {
  const who = workflows === null ? 'the sandbox only' : `the sandbox and ${count(workflows, 'workflow')}`;
  if (!finished) return `${showDuration(movedMs)} of ${showDuration(ms)}: ${who}.`;
  const what = changes.length === 0 ? 'No workflow changed state.' : '';
  return `${showDuration(movedMs)} forward: ${who}. ${workflows === null ? '' : what}`;
}

export interface ResetDetails {
  readonly aheadMs: number;
  /** Undefined without followers, or when Temporal does not respond. */
  readonly openWorkflows: number | undefined;
}

export function resetSection({ aheadMs, openWorkflows }: ResetDetails): Html {
  const ahead = showDuration(aheadMs);
  return html`
    <form method="post" action="/clock/reset" class="card stack tight">
      <h2>Back to now</h2>
      <p>Sets the sandbox's clock back by ${ahead}, to the machine's time.</p>
      <ul>
        ${
          openWorkflows !== undefined &&
          html`<li>
            Workflows cannot go back: ${openWorkflows === 0 ? 'none is open' : stayingAhead(openWorkflows)}.
            Timers that have fired stay fired.
          </li>`
        }
        <li>
          Payments opened while the clock was ahead stay payable in the sandbox for ${ahead} longer than Oware
          waits; their dates are in the future.
        </li>
        <li>
          Workflows that you start after the reset are consistent again. Until then a new workflow starts at
          the machine's time: durations match, but absolute dates (an invoice's <code>expiresAt</code>) are
          off by ${ahead}.
        </li>
        <li>To delete all state instead, run <code>npm start -- --fresh</code>.</li>
      </ul>
      <div><button class="quiet">Back to now</button></div>
    </form>
  `;
}

const stayingAhead = (open: number): string =>
  `${count(open, 'open workflow')} ${open === 1 ? 'stays' : 'stay'} ahead`;

const count = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;
