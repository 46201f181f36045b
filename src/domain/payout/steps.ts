import { pauseBefore } from '../lifecycle/schedule.js';
import type { WhyNot } from '../movement/may-send.js';
import type { Look, Payout, UnsentEnd } from './payout.js';

/* What payouts and attempts to pull money have in common before they are sent. */

/** It is never sent. */
export interface End {
  readonly do: 'end';
  readonly to: UnsentEnd;
  readonly reason: string;
}

export interface Waiting {
  readonly do: 'wait';
  /** Undefined while only a message can change anything. */
  readonly until: number | undefined;
  readonly for: string;
  readonly stage?: Payout['stage'];
}

export const end = (to: UnsentEnd, reason: string): End => ({ do: 'end', to, reason });

export const wait = (until: number | undefined, what: string, stage?: Payout['stage']): Waiting => ({
  do: 'wait',
  until,
  for: what,
  ...(stage && { stage }),
});

export const waitForRead = (until: number | undefined): Waiting => wait(until, 'Wait for the outcome');

/** Whether what stands in the way of a repeat is something before the send, and not the movement itself. */
export function isRepeatable(why: WhyNot | undefined): boolean {
  switch (why?.because) {
    case 'on-its-way':
    case 'may-have-moved':
    case 'sent-twice':
    case 'moved-already':
    case 'needs-command':
    case 'doubtful':
      return false;
    default:
      return true;
  }
}

/** How soon it looks again while sends are paused, while the wallet is short, and after a look without an answer. */
export interface LookRules {
  readonly pausedMs: number;
  readonly shortMs: number;
  readonly unansweredMs: readonly number[];
}

interface Moment {
  readonly now: number;
  readonly waitedUntil: number;
  readonly looking: LookRules;
}

/** When it may look again. */
export function lookAgainAt(
  { at, paused, short, unanswered = 0 }: Look,
  { looking: { pausedMs, shortMs, unansweredMs } }: Pick<Moment, 'looking'>,
): number {
  if (unanswered > 0) return at + Math.min(pauseBefore(unansweredMs, unanswered - 1), pausedMs);
  if (paused !== undefined) return at + pausedMs;
  return at + (short === undefined ? 0 : shortMs);
}

/** A look counts until the next wait. After the gateway has refused for lack of funds, a while must pass first. */
export function lookNow(of: Pick<Payout, 'look'>, moment: Moment): Look | undefined {
  const { look } = of;
  if (!look) return undefined;
  const isDue = moment.now >= lookAgainAt(look, moment);
  return isLastLook(of, moment) || !isDue ? look : undefined;
}

/** What takes longer after a look, such as a request that is not answered at once, ends it as a wait does. */
const LOOK_LASTS_MS = 10_000;

export const isLastLook = (
  { look }: Pick<Payout, 'look'>,
  { now, waitedUntil }: Pick<Moment, 'now' | 'waitedUntil'>,
) => look !== undefined && look.at >= waitedUntil && now - look.at <= LOOK_LASTS_MS;

/** What is left of a look once something else has taken time: a pause that began since would not be seen before the send. */
export const lookAfterRead = (look: Look | undefined): Look | undefined =>
  look && (look.paused ?? look.short ?? look.unanswered) !== undefined ? look : undefined;
