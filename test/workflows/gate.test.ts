import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Readiness, ReadinessRequest } from '../../activities/readiness.js';
import { kobo } from '../../src/domain/money.js';
import { createOperations } from '../../workflows/shared/gateway/operations.js';
import { CONTINUING } from '../../workflows/shared/messages.js';
import { createGate, type GateOptions } from '../../workflows/shared/payout/gate.js';
import { MINUTE, SECOND, SETTINGS } from './operation-settings.js';

const START = Date.parse('2026-11-15T09:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = Readiness | Error | (() => Readiness);

/** A gate whose readiness answers in turn; the last answer stays. */
function begin(answers: readonly Answer[], options: Partial<GateOptions> = {}) {
  const requests: ReadinessRequest[] = [];
  const shown: string[] = [];
  const operations = createOperations();
  const pace = {
    now: () => Date.now(),
    isContinuing: () => false,
    isIdle: () => true,
    until: () => Promise.reject(new Error('a gate does not wait by itself')),
    pause: () => Promise.reject(new Error('a gate does not wait by itself')),
    call: <Result>(work: () => Promise<Result>) => work(),
  };
  const readiness = (request: ReadinessRequest) => {
    const answer = answers[Math.min(requests.push(request), answers.length) - 1]!;
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(typeof answer === 'function' ? answer() : answer);
  };
  const gate = createGate(
    { pace, operations, settings: () => Promise.resolve(SETTINGS) },
    {
      queue: 'payouts',
      bankCode: '058',
      onPaused: ({ reason }) => shown.push(`PAUSED ${reason}`),
      onWaitingForFunds: (reason) => shown.push(`WAITING_FOR_FUNDS ${reason}`),
      onReady: () => shown.push('ready'),
      ...options,
    },
    readiness,
  );
  /** The next wait, from now; undefined when the send may start. */
  const ready = async () => {
    const wait = await gate.ready();
    return wait && { ...wait, until: wait.until - Date.now() };
  };
  return { ready, requests, shown, operations };
}

const PAUSED: Readiness = { paused: { reason: 'bank is down', since: new Date(START).toISOString() } };
const has = (naira: number, at = START): Readiness => ({ balanceKobo: kobo(naira * 100), balanceAt: at });
const needs = (naira: number) => ({ needKobo: () => kobo(naira * 100) });

function failed(): Error {
  const cause = ApplicationFailure.create({ message: 'Temporal does not answer' });
  return new ActivityFailure('failed', 'readiness', '1', 'MAXIMUM_ATTEMPTS_REACHED', undefined, cause);
}

describe('a send that is not paused', () => {
  it('starts at once, after one read', async () => {
    const { ready, requests, shown } = begin([{}]);
    expect(await ready()).toBeUndefined();
    expect(requests).toEqual([{ queue: 'payouts', bankCode: '058' }]);
    expect(shown).toEqual(['ready']);
  });

  it('reads the balance only where it needs one', async () => {
    const { ready, requests } = begin([has(100)], needs(100));
    expect(await ready()).toBeUndefined();
    expect(requests).toEqual([{ queue: 'payouts', bankCode: '058', withBalance: true }]);
  });

  it('starts when the balance is not known: it is advisory', async () => {
    expect(await begin([{}], needs(100)).ready()).toBeUndefined();
  });
});

describe('a paused send', () => {
  it('waits for a quarter of an hour, and shows PAUSED', async () => {
    const { ready, shown } = begin([PAUSED]);
    expect(await ready()).toMatchObject({ until: 15 * MINUTE, summary: 'Paused: bank is down' });
    expect(shown).toEqual(['PAUSED bank is down']);
  });

  it('wakes when operators resume', async () => {
    const { ready, operations } = begin([PAUSED, {}]);
    const wait = await ready();
    expect(wait?.wake?.()).toBe(false);
    operations.resume();
    expect(wait?.wake?.()).toBe(true);
    expect(await ready()).toBeUndefined();
  });

  it('a resume that arrives during the read is not missed', async () => {
    const { ready, operations } = begin([
      () => {
        operations.resume();
        return PAUSED;
      },
    ]);
    expect((await ready())?.wake?.()).toBe(true);
  });

  it('an earlier resume does not wake it', async () => {
    const { ready, operations } = begin([PAUSED]);
    operations.resume();
    expect((await ready())?.wake?.()).toBe(false);
  });
});

describe('when it is not known whether sending is paused', () => {
  it('the send waits, with growing pauses, at most a quarter of an hour', async () => {
    const { ready, shown } = begin([failed()]);
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 10; n++) waits.push((await ready())?.until);
    expect(waits.slice(0, 5)).toEqual([SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 2 * MINUTE]);
    expect(waits.at(-1)).toBe(15 * MINUTE);
    expect(shown).toEqual([]);
  });

  it('a resume wakes it', async () => {
    const { ready, operations } = begin([failed()]);
    const wait = await ready();
    operations.resume();
    expect(wait?.wake?.()).toBe(true);
  });

  it('the run continues as new, or fails its task, instead of waiting', async () => {
    const continuing = ApplicationFailure.create({ type: CONTINUING, nonRetryable: true });
    await expect(begin([continuing]).ready()).rejects.toBe(continuing);
    const mistake = new TypeError('a mistake in our code');
    await expect(begin([mistake]).ready()).rejects.toBe(mistake);
  });
});

describe('a send that the wallet cannot cover', () => {
  it('waits for a minute, shows why, and starts when the balance covers it', async () => {
    const { ready, shown } = begin([has(99), has(100)], needs(100));
    expect(await ready()).toMatchObject({ until: MINUTE, summary: 'Wait for funds' });
    expect(await ready()).toBeUndefined();
    expect(shown).toEqual(['WAITING_FOR_FUNDS the wallet has ₦99.00, the payment needs ₦100.00', 'ready']);
  });

  it('asks for a balance that it has not seen', async () => {
    const { ready, requests } = begin([has(99, START - SECOND), has(98, START), has(100)], needs(100));
    await ready();
    await ready();
    await ready();
    expect(requests.map(({ newerThan }) => newerThan)).toEqual([undefined, START - SECOND, START]);
  });

  it('keeps waiting while the balance cannot be read: the gateway would refuse the send', async () => {
    const { ready, shown } = begin([has(99), {}], needs(100));
    await ready();
    expect(await ready()).toMatchObject({ until: MINUTE });
    expect(shown.at(-1)).toContain('cannot be read');
  });

  it('after a refusal by the gateway waits for the rest of the minute, without a read', async () => {
    const { ready, requests } = begin([has(500)], { ...needs(100), fundsShortAt: () => START - 20 * SECOND });
    expect(await ready()).toMatchObject({ until: 40 * SECOND, summary: 'Wait for funds' });
    expect(requests).toEqual([]);
    vi.setSystemTime(START + 40 * SECOND);
    expect(await ready()).toBeUndefined();
  });

  it('after a refusal by the gateway does not start on an unknown balance', async () => {
    const { ready } = begin([{}], { ...needs(100), fundsShortAt: () => START - MINUTE });
    expect(await ready()).toMatchObject({ until: MINUTE });
  });

  it('shows the pause first: it must not be sent even with funds', async () => {
    const { ready, shown } = begin([PAUSED], needs(100));
    await ready();
    expect(shown).toEqual(['PAUSED bank is down']);
  });
});
