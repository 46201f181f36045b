import { isBankCode } from '../bank-account.js';
import { isInstant, isObject, isOptional, isText } from '../shapes.js';
import { chargesQueue, effectsQueue, payoutsQueue } from '../task-queues.js';

/** What operators can pause: the queues of gateway writes. */
export const PAUSABLE_QUEUES = ['payouts', 'charges', 'effects'] as const;

export type PausableQueue = (typeof PAUSABLE_QUEUES)[number];

/** A whole queue, or what it sends to one bank. */
export interface PauseTarget {
  readonly queue: PausableQueue;
  readonly bank?: string;
}

export interface PauseRequest extends PauseTarget {
  readonly reason: string;
  readonly by: string;
}

export interface ResumeRequest extends PauseTarget {
  readonly by: string;
  readonly reason?: string;
}

export interface Pause extends PauseRequest {
  readonly since: string;
}

/** Who paused or resumed what, when and why. */
export interface PauseChange extends ResumeRequest {
  readonly action: 'paused' | 'resumed';
  readonly at: string;
}

/** The workflow that keeps the pauses of a deployment, which its task queue identifies. */
export function controlId(taskQueue: string): string {
  return `control:${taskQueue}`;
}

/** The field of the control workflow's memo that holds the pauses: reading it needs no worker. */
export const PAUSES_MEMO = 'pauses';

/** How long a worker may use what it has read of the pauses. */
export const PAUSES_KEPT_MS = 500;

/** How long after a change every worker has seen it. */
export const PAUSES_SEEN_MS = 2 * PAUSES_KEPT_MS;

/** The signal that wakes a paused lifecycle; activities and workflows share its name. */
export const RESUME_SENDING = 'resumeSending';

const TASK_QUEUES = { payouts: payoutsQueue, charges: chargesQueue, effects: effectsQueue } as const;

/** The name of the task queue in Temporal. */
export function taskQueueOf(queue: PausableQueue, taskQueue: string): string {
  return TASK_QUEUES[queue](taskQueue);
}

export const MAX_REASON_LENGTH = 200;
export const MAX_NAME_LENGTH = 100;

/** Why this target cannot be paused or resumed; undefined when it can. */
export function refusePauseTarget({ queue, bank }: Readonly<Record<string, unknown>>): string | undefined {
  if (!PAUSABLE_QUEUES.some((each) => each === queue)) {
    return `queue: expected one of ${PAUSABLE_QUEUES.join(', ')}`;
  }
  if (!isOptional(bank, isBankCode)) return 'bank: expected a bank code of 3 to 6 digits';
  // changes are not made at a bank, and only their task queue can stop them
  if (bank !== undefined && queue === 'effects') return 'bank: effects can only be paused as a whole';
  return undefined;
}

/** Why this request is refused; undefined when it is not. Clients of Temporal are not bound by our types. */
export function refusePauseRequest(given: Readonly<Record<string, unknown>>): string | undefined {
  if (!isReason(given.reason)) return `reason: expected a text of at most ${MAX_REASON_LENGTH} characters`;
  return refuseRequest(given);
}

export function refuseResumeRequest(given: Readonly<Record<string, unknown>>): string | undefined {
  if (!isOptional(given.reason, isReason)) {
    return `reason: expected a text of at most ${MAX_REASON_LENGTH} characters`;
  }
  return refuseRequest(given);
}

function refuseRequest(given: Readonly<Record<string, unknown>>): string | undefined {
  if (!isText(given.by, MAX_NAME_LENGTH)) {
    return `by: expected a name of at most ${MAX_NAME_LENGTH} characters`;
  }
  return refusePauseTarget(given);
}

const isReason = (value: unknown) => isText(value, MAX_REASON_LENGTH) && value.trim() !== '';

/** Reads a list of pauses; undefined when it is not one, which must never count as "nothing is paused". */
export function readPauses(given: unknown): readonly Pause[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const isPause = (each: unknown) =>
    isObject(each) && isInstant(each.since) && refusePauseRequest(each) === undefined;
  return given.every(isPause) ? (given as readonly Pause[]) : undefined;
}

/** Exactly this target. */
export function isFor({ queue, bank }: PauseTarget, target: PauseTarget): boolean {
  return queue === target.queue && bank === target.bank;
}

/** The pause that stops a send on this queue, to this bank if it has one; that of the whole queue first. */
export function pauseOf(
  pauses: readonly Pause[],
  queue: PausableQueue,
  bankCode?: string,
): Pause | undefined {
  return (
    pauses.find((pause) => isFor(pause, { queue })) ??
    (bankCode === undefined ? undefined : pauses.find((pause) => isFor(pause, { queue, bank: bankCode })))
  );
}

/** Why a send on this queue, to these banks, is held back; undefined when it is not. */
export function whyPaused(
  pauses: readonly Pause[],
  { queue, bankCodes }: { readonly queue: PausableQueue; readonly bankCodes: readonly string[] },
): string | undefined {
  const found = [undefined, ...bankCodes].map((bank) => pauseOf(pauses, queue, bank)).find(Boolean);
  return found && `an operator has paused it: ${found.reason}`;
}
