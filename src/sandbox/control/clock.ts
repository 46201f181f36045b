import { fieldsOf, optionalFlag, optionalInteger, optionalText } from '../http/fields.js';
import { badRequest, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute, ownSteps } from '../http/route.js';
import { readDuration } from '../state/clock.js';
import { setClockToNow, type ClockMove, type MoveOptions } from '../state/time-travel.js';
import { type World } from '../world.js';

export const CLOCK_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/clock', ({ world }) => readClock(world)),
  ownSteps('POST /sandbox/clock/advance', advanceClock),
  ownSteps('POST /sandbox/clock/reset', resetClock),
];

function readClock({ clock, timeTravel }: World) {
  return {
    now: new Date(clock.now()).toISOString(),
    skippedMs: clock.skippedMs(),
    /** Whether open workflows move with the clock. */
    workflows: timeTravel.followers !== undefined,
    move: timeTravel.latest() ?? null,
  };
}

async function advanceClock({ world, body }: Call) {
  const fields = fieldsOf(body);
  const ms = optionalInteger(fields, 'ms') ?? readDuration(optionalText(fields, 'duration') ?? '');
  if (ms === undefined)
    throw badRequest("Missing or invalid duration; expected { ms: 2400000 } or { duration: '40m' }");
  const stepMs = optionalInteger(fields, 'stepMs');
  if (stepMs === 0) throw badRequest('stepMs must be above 0');
  const { done } = await startMove(world, ms, { sandboxOnly: optionalFlag(fields, 'sandboxOnly'), stepMs });
  await done;
  return readClock(world);
}

async function resetClock({ world }: Call) {
  await resetWhenIdle(world);
  return readClock(world);
}

const FURTHEST_MS = 10 * 366 * 86_400_000;

/** The workflows cannot move. The caller can move the sandbox alone with sandboxOnly. */
export class FollowersUnavailable extends Refusal {
  constructor(reason: string) {
    super(409, `${reason} Nothing moved. To move only the sandbox's clock, send "sandboxOnly": true.`);
  }
}

/** Refuses before anything moves, so that both clocks never disagree. Resolves when the move has started. */
export async function startMove(
  world: World,
  ms: number,
  { sandboxOnly, stepMs }: MoveOptions = {},
): Promise<{ readonly done: Promise<ClockMove> }> {
  if (ms > FURTHEST_MS) throw badRequest('The duration is longer than ten years');
  const { timeTravel } = world;
  const reason = sandboxOnly ? undefined : await timeTravel.followers?.unavailable();
  if (reason !== undefined) throw new FollowersUnavailable(reason);
  return { done: timeTravel.move(ms, { sandboxOnly, stepMs }) };
}

export async function resetWhenIdle(world: World): Promise<void> {
  if (world.timeTravel.isMoving())
    throw new Refusal(409, 'A clock move is in progress. Retry when it has finished.');
  await world.agenda.settled();
  setClockToNow(world);
}
