import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatUntilAnswered } from '../../workflows/shared/gateway/repeat.js';
import { HOUR, SETTINGS } from './operation-settings.js';

const START = Date.parse('2026-03-02T09:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const failed = (cause: Error) =>
  new ActivityFailure('failed', 'setSplit', '1', 'NON_RETRYABLE_FAILURE', '', cause);
const answers = (type: string, message: string) => failed(ApplicationFailure.nonRetryable(message, type));
const notTakenUp = failed(new TimeoutFailure('no worker took it up', undefined, 'SCHEDULE_TO_START'));

/** Repeats in skipped time; after the attempts that are given every one is answered. */
function repeat(...attempts: readonly Error[]) {
  const left = [...attempts];
  const pace = {
    call: <Result>(work: () => Promise<Result>) => work(),
    pause: (until: number) => Promise.resolve(void vi.setSystemTime(until)),
  };
  const send = () => {
    const error = left.shift();
    return error === undefined ? Promise.resolve('done' as const) : Promise.reject(error);
  };
  const change = { summary: 'Set the split', send, notAfter: START + HOUR };
  return repeatUntilAnswered(change, { pace: pace as never, settings: SETTINGS });
}

it('a change that the gateway could not take is sent again until it answers', async () => {
  const outcome = await repeat(
    answers('unreachable', 'connection reset'),
    answers('rate-limited', 'HTTP 429'),
  );
  expect(outcome).toEqual({ kind: 'answered', answer: 'done' });
});

it('a change that the gateway refuses is not sent again', async () => {
  const outcome = await repeat(answers('rejected-request', 'no such split'));
  expect(outcome).toEqual({ kind: 'refused', reason: 'no such split' });
});

it('a change that no worker took up in time was not refused by the gateway: it was not sent', async () => {
  expect(await repeat(notTakenUp)).toEqual({ kind: 'not-done', reason: 'no worker took it up' });
});

it('a change whose last attempt no worker took up says what the gateway answered before', async () => {
  const outcome = await repeat(answers('not-authorised', 'HTTP 403: this address is not listed'), notTakenUp);
  expect(outcome).toEqual({ kind: 'not-done', reason: 'HTTP 403: this address is not listed' });
});
