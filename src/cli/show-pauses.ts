import type { PauseAnswer } from '../../workflows/services/control-effects/messages.js';
import type { WaitingOperation, WaitingOperations } from '../client/client.js';
import { showNaira } from '../domain/money.js';
import {
  type PausableQueue,
  type Pause,
  type PauseChange,
  type PauseTarget,
  taskQueueOf,
} from '../domain/pause/pause.js';
import { showTable } from './table.js';

const nameOf = ({ queue, bank }: PauseTarget) => (bank === undefined ? queue : `${queue} to bank ${bank}`);

const describe = (pause: Pause) =>
  `${nameOf(pause)}: paused since ${pause.since} by ${pause.by} (${pause.reason})`;

interface Context {
  readonly queue: PausableQueue;
  readonly taskQueue: string;
}

/** The reply to `oware pause`. */
export function showPaused({ pause, dispatch }: PauseAnswer, { queue, taskQueue }: Context): string {
  const lines = pause ? [`${describe(pause)}.`] : [];
  const name = taskQueueOf(queue, taskQueue);
  switch (dispatch) {
    case 'stopped':
      lines.push(`Task queue ${name} is stopped: sends that were already scheduled wait too.`);
      break;
    case 'not-supported':
      lines.push(
        `This Temporal server cannot stop task queue ${name}: sends that were already scheduled start, new ones wait.`,
      );
      break;
    case 'pending':
      lines.push(
        `New sends wait. Temporal has not confirmed that task queue ${name} is stopped; Oware keeps trying.`,
      );
      break;
    case 'running':
      // another operator resumed it meanwhile
      lines.push(`Task queue ${name} is running again. Run \`oware pauses\`.`);
      break;
    case undefined:
      lines.push('New sends to this bank wait. Sends that were already scheduled start.');
  }
  return lines.join('\n');
}

/** The reply to `oware resume`. */
export function showResumed(
  { pause, dispatch, pauses }: PauseAnswer,
  target: PauseTarget & { readonly taskQueue: string },
): string {
  const first = pause
    ? `Resumed ${nameOf(target)}. It was paused since ${pause.since} by ${pause.by} (${pause.reason}).`
    : `Nothing to resume: ${nameOf(target)} was not paused.`;
  const lines = [first];
  if (dispatch === 'pending') {
    const name = taskQueueOf(target.queue, target.taskQueue);
    lines.push(`Temporal has not confirmed that task queue ${name} runs again; Oware keeps trying.`);
  }
  const left = pauses.filter(({ queue }) => queue === target.queue);
  return [...lines, ...left.map((each) => `Still ${describe(each)}.`)].join('\n');
}

export interface PauseList {
  readonly pauses: readonly Pause[];
  readonly waiting: WaitingOperations;
}

export function showPauses({ pauses, waiting }: PauseList): string {
  const parts = [
    pauses.length === 0 ? 'Nothing is paused.' : showCurrent(pauses, waiting.inQueue),
    showWaiting(waiting),
  ];
  return parts.join('\n');
}

function showCurrent(pauses: readonly Pause[], inQueue: WaitingOperations['inQueue']): string {
  return showTable(
    ['paused', 'bank', 'since', 'by', 'reason', 'waiting in task queue'],
    pauses.map(({ queue, bank, since, by, reason }) => [
      queue,
      bank ?? 'all',
      since,
      by,
      reason,
      bank === undefined ? String(inQueue[queue]) : '',
    ]),
  );
}

function showWaiting({ count, operations }: WaitingOperations): string {
  if (count === 0) return 'No operation waits for a resume.';
  const table = showTable(['operation', 'amount', 'waiting since', 'not sent after'], operations.map(toRow));
  const more = count - operations.length;
  return more > 0 ? `${table}\nand ${more} more.` : table;
}

function toRow({ lifecycle, reference, amountKobo, since, notAfter }: WaitingOperation): string[] {
  return [
    `${lifecycle}:${reference}`,
    amountKobo === undefined ? '' : showNaira(amountKobo),
    since ?? '',
    notAfter ?? 'unknown',
  ];
}

export function showChanges(changes: readonly PauseChange[]): string {
  if (changes.length === 0) return 'Nothing was ever paused.';
  return showTable(
    ['at', 'change', 'bank', 'by', 'reason'],
    changes.map(({ at, action, queue, bank, by, reason }) => [
      at,
      `${queue} ${action}`,
      bank ?? 'all',
      by,
      reason ?? '',
    ]),
  );
}
