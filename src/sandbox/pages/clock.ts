import { setTimeout as pause } from 'node:timers/promises';
import { FollowersUnavailable, resetWhenIdle, startMove } from '../control/clock.js';
import { typedText } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { type Call, type OwnRoute, ownSteps } from '../http/route.js';
import { readDuration } from '../state/clock.js';
import { type World } from '../world.js';
import { sandboxOnlyForm, resetSection, clockSection, moveSection } from './clock-view.js';
import { dashboardPage } from './dashboard/tab.js';
import { html, type Page, type SeeOther } from './html.js';

/** The clock tab of the dashboard: moves the clock and shows progress and results. */
export const CLOCK_PAGE: readonly OwnRoute[] = [
  ownSteps('GET /clock', ({ world }) => show(world)),
  ownSteps('POST /clock', move),
  ownSteps('POST /clock/reset', reset),
];

const CLOCK: SeeOther = { seeOther: '/clock' };

/** A longer move continues in the background; the page refreshes until it has finished. */
const ANSWER_WITHIN_MS = 3_000;

interface Typed {
  readonly duration?: string;
  /** Offers to move the sandbox without the workflows. */
  readonly offerSandboxOnly?: boolean;
}

async function show(world: World, { duration, offerSandboxOnly = false }: Typed = {}): Promise<Page> {
  const { clock, timeTravel } = world;
  const aheadMs = clock.skippedMs();
  return {
    ...dashboardPage(
      'Clock',
      html`
        ${offerSandboxOnly && sandboxOnlyForm(duration)} ${moveSection(world)}
        <div class="columns">
          ${clockSection(world, duration)}
          ${aheadMs > 0 && resetSection({ aheadMs, openWorkflows: await countOpen(world) })}
        </div>
      `,
    ),
    ...(timeTravel.isMoving() && { refresh: { seconds: 1 } }),
  };
}

async function countOpen({ timeTravel: { followers } }: World): Promise<number | undefined> {
  return followers?.listOpen().then(
    (open) => open.length,
    () => undefined,
  );
}

async function move({ world, body }: Call): Promise<SeeOther | Page> {
  const duration = typedText(body, 'duration');
  const ms = readDuration(duration.replace(/^\+/, ''));
  if (ms === undefined) {
    const alert = 'Expected a duration such as 90s, 40m, 2h or 3d';
    return { ...(await show(world, { duration })), status: 400, alert };
  }
  try {
    const { done } = await startMove(world, ms, { sandboxOnly: typedText(body, 'sandboxOnly') !== '' });
    await Promise.race([done, pause(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return CLOCK;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const page = await show(world, { duration, offerSandboxOnly: error instanceof FollowersUnavailable });
    return { ...page, status: error.httpStatus, alert: error.message };
  }
}

async function reset({ world }: Call): Promise<SeeOther> {
  await resetWhenIdle(world);
  return CLOCK;
}
