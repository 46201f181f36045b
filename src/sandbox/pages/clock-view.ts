import { type ClockMove, showDuration } from '../state/time-travel.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { html, type Html, input, table } from './html.js';

const QUICK_MOVES = ['5m', '40m', '1d', '7d'];

/** On every page while the sandbox's time is not the machine's: dates on it would look wrong otherwise. */
export function clockNotice({ clock }: World): Html | undefined {
  if (clock.skippedMs() === 0) return undefined;
  return html`<p class="notice">
    The clock is <strong>${showDuration(clock.skippedMs())} ahead</strong> of the machine: here it is
    <time>${localText(clock.now())}</time>. <a href="/clock">Move it or go back to now</a>
  </p>`;
}

/** The forms that move the clock; they work without scripts. */
export function clockSection({ clock, timeTravel }: World, duration = '40m'): Html {
  const ahead = clock.skippedMs();
  return html`
    <h2>Clock</h2>
    <section aria-label="Clock">
      <p>
        It is <time>${localText(clock.now())}</time> in Lagos,
        ${ahead === 0 ? "the machine's time" : `${showDuration(ahead)} ahead of the machine`}.
        ${
          timeTravel.followers
            ? "Every open workflow moves along, so Temporal's timers fire."
            : "This sandbox runs without Temporal: its clock moves no workflow's timers."
        }
      </p>
      <form method="post" action="/clock" class="plain buttons">
        ${QUICK_MOVES.map((move) => html`<button name="duration" value="${move}">+${move}</button>`)}
      </form>
      <form method="post" action="/clock" class="plain">
        ${input({ name: 'duration', label: 'Move forward by (90s, 40m, 2h, 3d)', value: duration })}
        <button class="quiet">Move the clock</button>
      </form>
    </section>
  `;
}

/** For a server without time travel: what the sandbox alone can do. */
export function aloneForm(duration = ''): Html {
  return html`
    <form method="post" action="/clock">
      <input type="hidden" name="duration" value="${duration}" />
      <input type="hidden" name="sandboxOnly" value="true" />
      <p>Oware's own windows and retries would then wait for the machine's time.</p>
      <button class="quiet">Move the sandbox alone</button>
    </form>
  `;
}

export function moveSection(world: World): Html | undefined {
  const move = world.timeTravel.latest();
  if (!move) return undefined;
  return html`
    <h2>${move.finished ? 'The last move' : 'Moving'}</h2>
    <section aria-label="The last move">
      <p role="status">${summary(move)}</p>
      ${move.failed !== undefined && html`<p role="alert">${move.failed}</p>`}
      ${
        move.changes.length > 0 &&
        table(
          'What happened',
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
          'Workflows that have not arrived',
          ['Workflow', 'Reason'],
          move.overdue.map(({ id, reason }) => [html`<code>${id}</code>`, reason]),
        )
      }
    </section>
  `;
}

function summary({ ms, movedMs, finished, workflows, changes }: ClockMove): string {
  const who = workflows === null ? 'the sandbox alone' : `the sandbox and ${count(workflows, 'workflow')}`;
  if (!finished) return `${showDuration(movedMs)} of ${showDuration(ms)}: ${who}.`;
  const what = changes.length === 0 ? 'No workflow changed its state.' : '';
  return `${showDuration(movedMs)} forward: ${who}. ${workflows === null ? '' : what}`;
}

export interface BackToNow {
  readonly aheadMs: number;
  /** Undefined where no workflow lives by this clock, or Temporal does not answer. */
  readonly openWorkflows: number | undefined;
}

export function backToNowSection({ aheadMs, openWorkflows }: BackToNow): Html {
  const ahead = showDuration(aheadMs);
  return html`
    <h2>Back to now</h2>
    <form method="post" action="/clock/reset">
      <p>Sets the sandbox's clock back by ${ahead}, to the machine's time.</p>
      <ul>
        ${
          openWorkflows !== undefined &&
          html`<li>
            Workflows cannot go back:
            ${openWorkflows === 0 ? 'none is open now' : stayingAhead(openWorkflows)}. Timers that have fired
            stay fired.
          </li>`
        }
        <li>
          What was opened while the clock was ahead stays payable at the sandbox for ${ahead} longer than
          Oware waits; its dates lie in the future.
        </li>
        <li>
          What you start afterwards is right again. Until then a new workflow starts at the machine's time:
          windows agree, but dates that you give (an invoice's <code>expiresAt</code>) are off by ${ahead}.
        </li>
        <li>To forget everything instead: <code>npm start -- --fresh</code>.</li>
      </ul>
      <button class="quiet">Back to now</button>
    </form>
  `;
}

const stayingAhead = (open: number): string =>
  `${count(open, 'open workflow')} ${open === 1 ? 'stays' : 'stay'} at the time reached`;

const count = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;
