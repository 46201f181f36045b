import { setTimeout as pause } from 'node:timers/promises';
import { FollowersUnavailable, setBackToNow, startMove } from '../control/clock.js';
import { typedText } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { type Call, type OwnRoute, ownSteps } from '../http/route.js';
import { readDuration } from '../state/clock.js';
import { type World } from '../world.js';
import { aloneForm, backToNowSection, clockSection, moveSection } from './clock-view.js';
import { html, type Page, type SeeOther } from './html.js';

/** The page that moves the clock, shows how far it is, and says what happened on the way. */
export const CLOCK_PAGE: readonly OwnRoute[] = [
  ownSteps('GET /clock', ({ world }) => show(world)),
  ownSteps('POST /clock', move),
  ownSteps('POST /clock/reset', reset),
];

const CLOCK: SeeOther = { seeOther: '/clock' };

/** A move that takes longer goes on behind the page, which refreshes until it has arrived. */
const ANSWER_WITHIN_MS = 3_000;

interface Typed {
  readonly duration?: string;
  /** Offers to move the sandbox without the workflows. */
  readonly offerAlone?: boolean;
}

async function show(world: World, { duration, offerAlone = false }: Typed = {}): Promise<Page> {
  const { clock, timeTravel } = world;
  const aheadMs = clock.skippedMs();
  return {
    title: 'Sandbox clock',
    main: html`
      ${offerAlone && aloneForm(duration)} ${moveSection(world)} ${clockSection(world, duration)}
      ${aheadMs > 0 && backToNowSection({ aheadMs, openWorkflows: await countOpen(world) })}
    `,
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
    const { done } = await startMove(world, ms, typedText(body, 'sandboxOnly') !== '');
    await Promise.race([done, pause(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return CLOCK;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const page = await show(world, { duration, offerAlone: error instanceof FollowersUnavailable });
    return { ...page, status: error.httpStatus, alert: error.message };
  }
}

async function reset({ world }: Call): Promise<SeeOther> {
  await setBackToNow(world);
  return CLOCK;
}
