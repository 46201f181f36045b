import { CancellationScope } from '@temporalio/workflow';
import type { Settings } from '../../../src/config/settings.js';
import { FAILURES } from '../../../src/domain/failure.js';
import { nextTry } from '../../../src/domain/lifecycle/schedule.js';
import type { SendAnswer } from '../../../src/domain/movement/pieces.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import { isContinuing, type Pace } from '../run/pace.js';
import { failureKind, failureReason, isNotStarted } from './failures.js';

/* How a request that moves money is sent and its record found, whatever it is: a payout, a debit, a charge. */

export interface Cancellable<Result> {
  readonly result: Promise<Result>;
  readonly cancel: () => void;
}

/** Work that can be cancelled before a worker has started it. */
export function inScope<Result>(work: () => Promise<Result>): Cancellable<Result> {
  const scope = new CancellationScope();
  return { result: scope.run(work), cancel: () => scope.cancel() };
}

/** Runs a request that can be withdrawn before a worker has started it. */
export type Withdrawable = <Result>(request: () => Promise<Result>) => Promise<Result>;

export interface Withdrawing {
  readonly cancellable: <Result>(work: () => Promise<Result>) => Cancellable<Result>;
  /** How to withdraw the request that is on its way; undefined when none is. */
  readonly setWithdrawal: (withdraw: (() => void) | undefined) => void;
}

/** Its place keeps how to withdraw the request while it is on its way. */
export const withdrawableBy =
  ({ cancellable, setWithdrawal }: Withdrawing): Withdrawable =>
  (request) => {
    const { result, cancel } = cancellable(request);
    setWithdrawal(cancel);
    return result;
  };

export interface Reply {
  readonly answer: SendAnswer;
  /** The sentence about it. */
  readonly observed: string;
  /** The gateway does not let this merchant, or this address, do that: a person must see to it. */
  readonly isUnauthorised?: true;
}

/**
 * Sends. Only the request itself is in a scope of its own: what is scheduled and no longer wanted is withdrawn, and then surely
 * did not leave; what follows from its reply is not cancelled with it.
 */
export async function request<Answer extends Reply>(
  pace: Pick<Pace, 'call'>,
  withdrawing: Withdrawing,
  send: (withdrawable: Withdrawable) => Promise<Answer>,
): Promise<Answer | Reply> {
  try {
    return await pace.call(() => send(withdrawableBy(withdrawing)));
  } catch (error) {
    if (isContinuing(error)) throw error;
    const isUnauthorised = failureKind(error) === 'not-authorised';
    const observed = failureReason(error);
    return { answer: answerTo(error), observed, ...(isUnauthorised && { isUnauthorised }) };
  } finally {
    withdrawing.setWithdrawal(undefined);
  }
}

export function answerTo(error: unknown): SendAnswer {
  if (isNotStarted(error)) return 'not-left';
  const kind = failureKind(error);
  switch (kind) {
    case 'rejected-request':
      return 'refused';
    case 'not-authorised':
    case 'rate-limited':
      return 'held';
    default:
      return FAILURES[kind].moneyMayHaveMoved ? 'left' : 'not-left';
  }
}

/** When it is tried again after an answer that moved nothing. */
export function heldAfter(
  held: Payout['held'],
  { answer, observed, notBefore, isUnauthorised }: Reply & { readonly notBefore?: number },
  {
    now,
    notAfter,
    settings,
  }: { readonly now: number; readonly notAfter: number; readonly settings: Settings },
): Payout['held'] {
  if (answer !== 'held' && answer !== 'not-left') return undefined;
  const count = held?.count ?? 0;
  const until = notBefore ?? nextTry(settings.retryScheduleMs, count, { now, notAfter }) ?? notAfter;
  return { until, count: count + 1, because: observed, ...(isUnauthorised && { isUnauthorised }) };
}

/** A reply that was no record. */
export interface Unreadable {
  readonly shows: 'odd';
  readonly about: 'unreadable-record';
  readonly reason: string;
}

/** What a read finds; undefined without an answer. */
export async function findRecord<Found>(
  pace: Pick<Pace, 'call'>,
  find: () => Promise<Found>,
): Promise<Found | Unreadable | undefined> {
  try {
    return await pace.call(find);
  } catch (error) {
    if (isContinuing(error)) throw error;
    const failure = failureKind(error);
    const isAnswered = failure === 'contract-violated' || failure === 'rejected-request';
    if (!isAnswered) return undefined;
    const reason = `the gateway's reply could not be read: ${failureReason(error)}`;
    return { shows: 'odd', about: 'unreadable-record', reason };
  }
}
