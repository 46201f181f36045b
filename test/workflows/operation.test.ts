import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailureKind } from '../../src/domain/failure.js';
import { kobo } from '../../src/domain/money.js';
import type { OperationState } from '../../workflows/shared/gateway/operation-state.js';
import {
  type Attempt,
  type Finding,
  type Operation,
  type Outcome,
  runOperation,
  sentBefore,
  type Wait,
} from '../../workflows/shared/gateway/operation.js';
import { createOperations } from '../../workflows/shared/gateway/operations.js';
import { CONTINUING } from '../../workflows/shared/messages.js';
import { DAY, HOUR, MINUTE, SECOND, SETTINGS } from './operation-settings.js';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const KEY = 'create:inv-1';

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Sent = Awaited<ReturnType<Operation<string>['send']>>;
type Send = (attempt: Attempt) => Sent;
type Check = (since: number) => Finding<string>;

interface Scene {
  readonly send?: Send;
  readonly check?: Check;
  /** From the start, like every other time here. */
  readonly notAfter?: number;
  readonly isWanted?: () => boolean;
  /** When the next send may go out, from the start; undefined for at once. */
  readonly ready?: () => Wait | undefined;
  readonly adopt?: Operation<string>['adopt'];
  /** What happens at which time, while the operation waits. */
  readonly meanwhile?: Readonly<Record<number, (scene: Played) => void>>;
  /** When the run continues as new. */
  readonly runEnds?: number;
  readonly carried?: readonly OperationState[];
  readonly settings?: Partial<typeof SETTINGS>;
}

interface Played {
  readonly sentAt: number[];
  readonly checkedAt: number[];
  readonly operations: ReturnType<typeof createOperations>;
  readonly raised: { readonly at: number; readonly state: OperationState }[];
  resolved: number;
}

/** Runs an operation in skipped time, until it has an outcome or the run continues as new. */
async function play(scene: Scene) {
  const { send = () => 'done', check = () => absent(), runEnds = Infinity } = scene;
  const now = () => Date.now() - START;
  const operations = createOperations(scene.carried);
  const played: Played = { sentAt: [], checkedAt: [], operations, raised: [], resolved: 0 };
  const agenda = Object.entries(scene.meanwhile ?? {}).map(([at, happens]) => ({ at: Number(at), happens }));
  const operation: Operation<string> = {
    key: KEY,
    summary: 'Make inv-1',
    notAfter: START + (scene.notAfter ?? DAY),
    atRiskKobo: kobo(10_000_00),
    send: (attempt) => {
      played.sentAt.push(now());
      return Promise.resolve(attempt).then(send);
    },
    check: (since) => {
      played.checkedAt.push(now());
      return Promise.resolve(since).then(check);
    },
    isWanted: scene.isWanted ?? (() => true),
    ...(scene.adopt && { adopt: scene.adopt }),
    ...(scene.ready && { ready: () => Promise.resolve(scene.ready?.()) }),
  };
  const pace = {
    now: () => Date.now(),
    isContinuing: () => now() >= runEnds,
    isIdle: () => true,
    until: () => Promise.reject(new Error('an operation waits for moments only')),
    call: <Result>(work: () => Promise<Result>) => work(),
    pause: (until: number | undefined, _summary: string, wake: () => boolean = () => false) => {
      const moment = until ?? Infinity;
      while (!wake() && moment > Date.now()) {
        const next = agenda.find(({ at }) => START + at <= moment);
        if (!next && moment - START > runEnds) return Promise.reject(continuing());
        vi.setSystemTime(next ? Math.max(START + next.at, Date.now()) : moment);
        if (!next) break;
        agenda.splice(agenda.indexOf(next), 1);
        next.happens(played);
      }
      return Promise.resolve();
    },
  };
  let outcome: Outcome<string> | 'still open';
  try {
    outcome = await runOperation(operation, {
      pace,
      settings: () => Promise.resolve({ ...SETTINGS, ...scene.settings }),
      states: operations,
      onUnresolved: (_, state) => played.raised.push({ at: now(), state }),
      onResolved: () => (played.resolved += 1),
    });
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.type !== CONTINUING) throw error;
    outcome = 'still open';
  }
  return { ...played, outcome, state: operations.get(KEY) };
}

const continuing = () => ApplicationFailure.create({ type: CONTINUING, nonRetryable: true });

function failed(kind: FailureKind, message: string = kind): Error {
  const cause = ApplicationFailure.create({ type: kind, message, nonRetryable: true });
  return new ActivityFailure('failed', 'createInvoice', '1', 'NON_RETRYABLE_FAILURE', undefined, cause);
}

const fails = (kind: FailureKind, message?: string) => () => {
  throw failed(kind, message);
};

/** One after another; the last one stays. */
function inTurn<Given, Result>(...plays: readonly ((given: Given) => Result)[]) {
  let next = 0;
  return (given: Given) => plays[Math.min(next++, plays.length - 1)]!(given);
}

const absent = (): Finding<string> => ({ kind: 'absent', observed: 'no invoice inv-1' });
const undecided = (): Finding<string> => ({ kind: 'undecided', observed: 'the gateway does not say' });
const found = (): Finding<string> => ({ kind: 'found', answer: 'ours', observed: 'invoice inv-1, PENDING' });
const lost = fails('outcome-unknown', 'no reply within 25 s');

describe('an attempt whose reply was lost', () => {
  it('a refusal of the next attempt is no proof: the check finds what the first one created', async () => {
    const refused = fails('rejected-request', 'refused with HTTP 422: duplicate');
    const { outcome, sentAt } = await play({
      send: inTurn<Attempt, Sent>(lost, refused),
      check: inTurn<number, Finding<string>>(absent, absent, absent, found),
    });
    expect(sentAt).toHaveLength(2);
    expect(outcome).toEqual({ kind: 'answered', answer: 'ours', since: START });
  });

  it('a refusal of the next attempt counts once two checks show that neither had an effect', async () => {
    const { outcome, sentAt, checkedAt } = await play({
      send: inTurn<Attempt, Sent>(lost, fails('rejected-request', 'the customer is blocked')),
    });
    expect(outcome).toEqual({ kind: 'refused', reason: 'the customer is blocked' });
    expect(sentAt).toHaveLength(2);
    expect(checkedAt).toHaveLength(4);
  });

  it('the reason of that refusal survives a check without a reply', async () => {
    const { outcome } = await play({
      send: inTurn<Attempt, Sent>(lost, fails('rejected-request', 'the customer is blocked')),
      check: inTurn<number, Finding<string>>(absent, absent, absent, undecided, undecided, absent, absent),
    });
    expect(outcome).toEqual({ kind: 'refused', reason: 'the customer is blocked' });
  });

  it('a refusal of the first attempt is trusted at once', async () => {
    const { outcome, checkedAt } = await play({ send: fails('rejected-request', 'amount too small') });
    expect(outcome).toEqual({ kind: 'refused', reason: 'amount too small' });
    expect(checkedAt).toEqual([]);
  });

  it('"reference exists" after our own lost attempt is never a failure, however long reads lag', async () => {
    const { outcome, sentAt, raised, state } = await play({
      send: inTurn<Attempt, Sent>(lost, () => 'exists'),
      runEnds: 30 * DAY,
    });
    expect(outcome).toBe('still open');
    expect(sentAt).toHaveLength(2);
    expect(state).toMatchObject({ phase: 'check', exists: true });
    expect(raised[0]?.at).toBeGreaterThanOrEqual(DAY);
  });

  it('"reference exists" is concluded by the read that finally shows it', async () => {
    const { outcome, sentAt } = await play({
      send: inTurn<Attempt, Sent>(lost, () => 'exists'),
      check: () => (Date.now() < START + 3 * DAY ? absent() : found()),
    });
    expect(outcome).toEqual({ kind: 'answered', answer: 'ours', since: START });
    expect(sentAt).toHaveLength(2);
  });

  it('the next attempt knows that an earlier one may have had its effect', async () => {
    const attempts: boolean[] = [];
    const note = ({ afterUnknown }: Attempt) => void attempts.push(afterUnknown);
    await play({
      send: inTurn<Attempt, Sent>(
        (attempt) => (note(attempt), lost()),
        (attempt) => (note(attempt), 'made'),
      ),
    });
    expect(attempts).toEqual([false, true]);
  });
});

describe('an operation that stays unknown', () => {
  const silent = { send: lost, check: fails('unreachable', 'connection reset') };

  it('is still open after 30 days, and was sent once', async () => {
    const { outcome, sentAt, state, resolved } = await play({ ...silent, runEnds: 30 * DAY });
    expect(outcome).toBe('still open');
    expect(sentAt).toEqual([0]);
    expect(state).toMatchObject({ phase: 'check', unknown: 1 });
    expect(resolved).toBe(0);
  });

  it('becomes a review item after a day, not before', async () => {
    const { raised, checkedAt } = await play({ ...silent, runEnds: 3 * DAY });
    const lastQuiet = checkedAt.filter((at) => at < DAY).length;
    expect(raised[0]?.at).toBe(checkedAt[lastQuiet]);
    expect(raised[0]?.at).toBeLessThanOrEqual(DAY + 6 * HOUR);
  });

  it('has bounded evidence: the first and the latest entries', async () => {
    const { raised } = await play({ ...silent, runEnds: 30 * DAY });
    const { evidence } = raised.at(-1)!.state;
    expect(evidence).toHaveLength(25);
    expect(evidence[0]).toEqual({ at: new Date(START).toISOString(), observed: 'no reply within 25 s' });
    expect(evidence[1]?.observed).toBe('the check failed: connection reset');
    expect(Date.parse(evidence[4]!.at) - START).toBeLessThan(DAY);
    expect(Date.parse(evidence[5]!.at) - START).toBeGreaterThan(20 * DAY);
  });

  it('is checked with growing pauses, finally four times a day', async () => {
    const { checkedAt } = await play({ ...silent, runEnds: 30 * DAY });
    expect(checkedAt.slice(0, 5)).toEqual([2, 12, 72, 372, 972].map((seconds) => seconds * SECOND));
    // one more when a day has passed, so that the review item is raised in time
    expect(checkedAt).toContain(DAY);
    const planned = checkedAt.filter((at) => at !== DAY);
    const pauses = planned.slice(1).map((at, index) => at - planned[index]!);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(12 * HOUR);
    expect(pauses.at(-1)).toBe(6 * HOUR);
  });

  it('is checked at once when an event arrives', async () => {
    const { outcome, checkedAt } = await play({
      send: lost,
      check: () => (Date.now() < START + 2 * HOUR ? undecided() : found()),
      meanwhile: { [2 * HOUR]: ({ operations }) => operations.wake() },
    });
    expect(outcome).toMatchObject({ kind: 'answered', answer: 'ours' });
    expect(checkedAt.at(-1)).toBe(2 * HOUR);
  });

  it('ends when an operator decides that it happened, and names the gateway reference', async () => {
    const { outcome, resolved, state } = await play({
      ...silent,
      adopt: (reference) => reference,
      meanwhile: { [2 * DAY]: ({ operations }) => operations.conclude(KEY, decided(true, 'T-1')) },
    });
    expect(outcome).toEqual({ kind: 'answered', answer: 'T-1', since: START });
    expect(resolved).toBe(1);
    expect(state).toBeUndefined();
  });

  it('ends when an operator decides that it did not happen', async () => {
    const { outcome, sentAt } = await play({
      ...silent,
      meanwhile: { [2 * DAY]: ({ operations }) => operations.conclude(KEY, decided(false)) },
    });
    expect(outcome).toMatchObject({
      kind: 'absent',
      reason: expect.stringContaining('asked the bank') as string,
    });
    expect(sentAt).toHaveLength(1);
  });

  it('is never reported as failed when an operator decides that it happened and nothing can be adopted', async () => {
    const { outcome, sentAt } = await play({
      send: lost,
      check: () => (Date.now() < START + 3 * DAY ? absent() : found()),
      settings: { propagationMs: 4 * DAY },
      meanwhile: { [2 * DAY]: ({ operations }) => operations.conclude(KEY, decided(true)) },
    });
    expect(outcome).toEqual({ kind: 'answered', answer: 'ours', since: START });
    expect(sentAt).toHaveLength(1);
  });

  it('is for a person at once where a record agrees and is older by its clock, and is answered once they say that it happened', async () => {
    const older = (): Finding<string> => ({ kind: 'older', answer: 'theirs?', observed: 'invoice inv-1' });
    const { outcome, sentAt, raised } = await play({
      send: lost,
      check: older,
      meanwhile: { [HOUR]: ({ operations }) => operations.conclude(KEY, decided(true)) },
    });
    expect(raised[0]?.at).toBeLessThan(MINUTE);
    expect(outcome).toEqual({ kind: 'answered', answer: 'theirs?', since: START });
    expect(sentAt).toHaveLength(1);
  });

  it('ends as not happened where they say that the older record is not ours', async () => {
    const older = (): Finding<string> => ({ kind: 'older', answer: 'theirs', observed: 'invoice inv-1' });
    const { outcome } = await play({
      send: lost,
      check: older,
      meanwhile: { [HOUR]: ({ operations }) => operations.conclude(KEY, decided(false)) },
    });
    expect(outcome).toMatchObject({ kind: 'absent' });
  });

  it('a decision that it happened, made while a check is in flight, counts: it is not sent again', async () => {
    const operations: Played['operations'][] = [];
    const { outcome, sentAt } = await play({
      send: lost,
      meanwhile: { 1: (played) => operations.push(played.operations) },
      check: inTurn<number, Finding<string>>(absent, () => {
        operations[0]!.conclude(KEY, decided(true, 'T-1'));
        return absent();
      }),
      adopt: (reference) => reference,
    });
    expect(outcome).toEqual({ kind: 'answered', answer: 'T-1', since: START });
    expect(sentAt).toHaveLength(1);
  });
});

const decided = (happened: boolean, gatewayReference?: string) => ({
  happened,
  reason: 'asked the bank',
  ...(gatewayReference !== undefined && { gatewayReference }),
});

describe('how often an operation is sent', () => {
  it('three times with unknown outcome', async () => {
    const { outcome, sentAt } = await play({ send: lost });
    expect(sentAt).toHaveLength(3);
    expect(outcome).toMatchObject({
      kind: 'absent',
      reason: expect.stringContaining('no invoice inv-1') as string,
    });
  });

  it('a reply that breaks the contract, or is about something else, counts as unknown', async () => {
    const unclear = inTurn<Attempt, Sent>(fails('contract-violated'), () => 'check-first', lost);
    expect((await play({ send: unclear })).sentAt).toHaveLength(3);
  });

  it('sends that surely had no effect do not count', async () => {
    const { outcome, sentAt } = await play({
      send: inTurn<Attempt, Sent>(
        fails('unreachable'),
        fails('rate-limited'),
        fails('not-authorised'),
        lost,
        fails('unreachable'),
        fails('unreachable'),
        lost,
        () => 'made',
      ),
    });
    expect(outcome).toMatchObject({ kind: 'answered', answer: 'made' });
    expect(sentAt).toHaveLength(8);
  });

  it('sends that surely had no effect end at notAfter, with the reason of the last one', async () => {
    const { outcome, sentAt, checkedAt } = await play({
      send: inTurn<Attempt, Sent>(fails('unreachable'), fails('not-authorised', 'HTTP 401: unknown key')),
      notAfter: 40 * MINUTE,
    });
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'HTTP 401: unknown key' });
    expect(Math.max(...sentAt)).toBeLessThan(40 * MINUTE);
    expect(checkedAt).toEqual([]);
  });

  it('a gateway that recovers just before notAfter gets it: it is sent a last time before the end', async () => {
    const { outcome } = await play({
      send: () => (Date.now() < START + 39 * MINUTE ? fails('unreachable')() : 'made'),
      notAfter: 40 * MINUTE,
    });
    expect(outcome).toMatchObject({ kind: 'answered', answer: 'made' });
  });

  it('pauses between harmless sends grow', async () => {
    const { sentAt } = await play({ send: fails('unreachable'), notAfter: 3 * DAY });
    const pauses = sentAt.slice(1).map((at, index) => at - sentAt[index]!);
    expect(pauses.slice(0, 5)).toEqual([1, 5, 15, 60, 120].map((seconds) => seconds * SECOND));
    expect(sentAt.length).toBeLessThan(30);
  });

  it('never at or after notAfter, also when absence is proven then', async () => {
    const late = await play({ send: lost, notAfter: 5 * SECOND });
    expect(late.sentAt).toEqual([0]);
    expect(late.outcome).toMatchObject({
      kind: 'not-sent',
      reason: expect.stringContaining('the deadline passed') as string,
    });
    const tooLate = await play({ notAfter: 0 });
    expect(tooLate.sentAt).toEqual([]);
    expect(tooLate.outcome).toMatchObject({ kind: 'not-sent' });
  });

  it('an attempt that found its deadline passed reports that', async () => {
    const { outcome } = await play({ send: fails('too-late', 'the window closed before it was sent') });
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'the window closed before it was sent' });
  });

  it('an attempt that no worker picked up in time was not sent', async () => {
    const { outcome, checkedAt } = await play({
      send: () => {
        const cause = new TimeoutFailure('not started', undefined, 'SCHEDULE_TO_START');
        throw new ActivityFailure('failed', 'createInvoice', '1', 'TIMEOUT', undefined, cause);
      },
    });
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'not started' });
    expect(checkedAt).toEqual([]);
  });

  it('an attempt that a worker picked up and never answered is unknown', async () => {
    const { outcome, sentAt } = await play({
      send: () => {
        const cause = new TimeoutFailure('no end', undefined, 'START_TO_CLOSE');
        throw new ActivityFailure('failed', 'createInvoice', '1', 'TIMEOUT', undefined, cause);
      },
      check: found,
    });
    expect(outcome).toMatchObject({ kind: 'answered', answer: 'ours' });
    expect(sentAt).toHaveLength(1);
  });

  it('not at all once no longer needed, but what was sent is still found', async () => {
    let isWanted = true;
    const nothing = await play({
      send: fails('unreachable'),
      isWanted: () => isWanted,
      meanwhile: { [500]: () => void (isWanted = false) },
    });
    expect(nothing).toMatchObject({ outcome: { kind: 'not-sent' }, sentAt: [0] });
    const something = await play({ send: lost, isWanted: () => false, check: found, carried: [inCheck()] });
    expect(something).toMatchObject({ outcome: { kind: 'answered', answer: 'ours' }, sentAt: [] });
  });
});

describe('a send that waits', () => {
  const waitUntil = (ms: number, wake?: () => boolean): Wait => ({
    until: START + ms,
    summary: 'Wait for funds',
    ...(wake && { wake }),
  });

  it('goes out when nothing speaks against it any longer, asked before each send', async () => {
    let looks = 0;
    const { outcome, sentAt } = await play({
      ready: () => (++looks < 4 ? waitUntil(looks * MINUTE) : undefined),
    });
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(sentAt).toEqual([3 * MINUTE]);
  });

  it('goes out as soon as something wakes it', async () => {
    let released = false;
    const { sentAt } = await play({
      ready: () => (released ? undefined : waitUntil(DAY, () => released)),
      meanwhile: { [7 * SECOND]: () => (released = true) },
    });
    expect(sentAt).toEqual([7 * SECOND]);
  });

  it('is not sent when its deadline passes first, or when it is no longer needed', async () => {
    const late = await play({ notAfter: HOUR, ready: () => waitUntil(DAY) });
    expect(late).toMatchObject({ sentAt: [], outcome: { kind: 'not-sent' } });
    let isWanted = true;
    const cancelled = await play({
      isWanted: () => isWanted,
      ready: () => waitUntil(DAY),
      meanwhile: { [MINUTE]: () => (isWanted = false) },
    });
    expect(cancelled).toMatchObject({
      sentAt: [],
      outcome: { kind: 'not-sent', reason: 'no longer needed' },
    });
  });

  it.each([
    [true, { kind: 'answered', answer: 'T-1' }],
    [false, { kind: 'absent' }],
  ])(
    'is not sent again once a person has decided, and ends at once (happened: %s)',
    async (happened, end) => {
      let looks = 0;
      const { outcome, sentAt } = await play({
        send: lost,
        adopt: (reference) => reference,
        ready: () => (looks++ === 0 ? undefined : waitUntil(DAY)),
        meanwhile: {
          [2 * HOUR]: ({ operations }) => operations.conclude(KEY, decided(happened, 'T-1')),
        },
      });
      expect(outcome).toMatchObject(end);
      expect(sentAt).toEqual([0]);
      expect(Date.now()).toBe(START + 2 * HOUR);
    },
  );

  it('is not sent again when a person decides during the last look before the send', async () => {
    const operations: Played['operations'][] = [];
    const { outcome, sentAt } = await play({
      send: lost,
      meanwhile: { 1: (played) => operations.push(played.operations) },
      ready: () => {
        operations[0]?.conclude(KEY, decided(false));
        return undefined;
      },
    });
    expect(outcome).toMatchObject({ kind: 'absent' });
    expect(sentAt).toEqual([0]);
  });

  it('is resumed by the next run', async () => {
    const first = await play({ ready: () => waitUntil(DAY), runEnds: HOUR });
    expect(first).toMatchObject({ outcome: 'still open', sentAt: [] });
    const second = await play({ carried: [first.state!] });
    expect(second.sentAt).toHaveLength(1);
  });
});

describe('absence', () => {
  it('is trusted after two checks, the second after the propagation delay', async () => {
    const { sentAt, checkedAt } = await play({
      send: inTurn<Attempt, Sent>(lost, () => 'made'),
      settings: { propagationMs: 5 * MINUTE },
    });
    expect(checkedAt).toEqual([2 * SECOND, 5 * MINUTE]);
    expect(sentAt).toEqual([0, 5 * MINUTE]);
  });

  it('is not trusted where a check in between had no reply: it takes two in a row', async () => {
    const { sentAt, checkedAt } = await play({
      send: inTurn<Attempt, Sent>(lost, () => 'made'),
      check: inTurn<number, Finding<string>>(absent, undecided, absent, undecided, absent, absent),
    });
    expect(checkedAt).toHaveLength(6);
    expect(sentAt).toHaveLength(2);
  });

  it('is not trusted earlier because an event requested a check', async () => {
    const { sentAt, checkedAt } = await play({
      send: inTurn<Attempt, Sent>(lost, () => 'made'),
      settings: { propagationMs: 5 * MINUTE },
      meanwhile: {
        [3 * SECOND]: ({ operations }) => operations.wake(),
        [4 * SECOND]: ({ operations }) => operations.wake(),
      },
    });
    // both events share one check, five seconds after the last
    expect(checkedAt).toEqual([2, 7, 300].map((seconds) => seconds * SECOND));
    expect(sentAt).toEqual([0, 5 * MINUTE]);
  });

  it('is proven again for each attempt', async () => {
    const { checkedAt, sentAt } = await play({
      send: inTurn<Attempt, Sent>(lost, lost, () => 'made'),
    });
    expect(sentAt).toHaveLength(3);
    expect(checkedAt).toHaveLength(4);
  });
});

/** The state that a run carries over while it waits for a check. */
function inCheck(part: Partial<OperationState> = {}): OperationState {
  return {
    key: KEY,
    startedAt: START - HOUR,
    notAfter: START + DAY,
    phase: 'check',
    nextAt: START + 10 * MINUTE,
    harmless: 0,
    unknown: 1,
    firstUnknownAt: START - HOUR,
    lastSentAt: START - HOUR,
    checks: 4,
    evidence: [],
    ...part,
  };
}

describe('an operation that an earlier run started', () => {
  it('is resumed: checked when that is due, not sent again', async () => {
    const { outcome, sentAt, checkedAt } = await play({ carried: [inCheck()], check: found });
    expect(outcome).toEqual({ kind: 'answered', answer: 'ours', since: START - HOUR });
    expect(sentAt).toEqual([]);
    expect(checkedAt).toEqual([10 * MINUTE]);
  });

  it('keeps its state: the run ends between two checks, and the second one proves absence', async () => {
    const first = await play({ send: lost, runEnds: 5 * SECOND });
    expect(first.outcome).toBe('still open');
    expect(first.state).toMatchObject({ phase: 'check', lastCheck: 'absent', unknown: 1 });
    const second = await play({ carried: [first.state!], send: () => 'made' });
    expect(second.checkedAt).toEqual([12 * SECOND]);
    expect(second.sentAt).toEqual([12 * SECOND]);
  });

  it('keeps its limits: sends of earlier runs count', async () => {
    const { sentAt } = await play({ carried: [inCheck({ unknown: 2 })], send: lost });
    expect(sentAt).toHaveLength(1);
  });

  it('keeps its notAfter, whatever this run would allow', async () => {
    const carried = [inCheck({ notAfter: START + MINUTE })];
    const { outcome, sentAt } = await play({ carried, notAfter: 10 * DAY });
    expect(sentAt).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'not-sent' });
  });

  it('becomes a review item a day after it started, not a day after the last run did', async () => {
    const { raised } = await play({ carried: [inCheck()], check: undecided, runEnds: 3 * DAY });
    expect(raised[0]?.at).toBeLessThan(23 * HOUR + 6 * HOUR);
  });

  it("ends by an operator's decision from the earlier run", async () => {
    const carried = [inCheck({ concluded: { happened: false, reason: 'asked the bank' }, nextAt: START })];
    const { outcome, checkedAt } = await play({ carried });
    expect(outcome).toMatchObject({ kind: 'absent' });
    expect(checkedAt).toEqual([]);
  });

  it('of a lost run is checked before anything is sent, and may be adopted', async () => {
    const carried = [sentBefore(KEY, START - HOUR, START + DAY)];
    const since: number[] = [];
    const { outcome, sentAt } = await play({
      carried,
      check: (sentSince) => (since.push(sentSince), found()),
    });
    expect(outcome).toEqual({ kind: 'answered', answer: 'ours', since: START - HOUR });
    expect(since).toEqual([START - HOUR]);
    expect(sentAt).toEqual([]);
  });

  it('of a lost run counts as sent once without a reply', async () => {
    const carried = [sentBefore(KEY, START - HOUR, START + DAY)];
    expect((await play({ carried, send: lost })).sentAt).toHaveLength(2);
  });
});

describe('an error of our own code', () => {
  const mistake = () => {
    throw new TypeError('cannot read properties of undefined');
  };

  it('during a send is rethrown, not recorded as unknown', async () => {
    await expect(play({ send: mistake })).rejects.toThrow(TypeError);
  });

  it('during a check is rethrown, not recorded as undecided', async () => {
    await expect(play({ send: lost, check: mistake })).rejects.toThrow(TypeError);
  });

  it('of an activity without a known failure kind may have had its effect: it is checked', async () => {
    const cause = ApplicationFailure.create({ type: 'TypeError', message: 'oops' });
    const { outcome, sentAt } = await play({
      send: () => {
        throw new ActivityFailure('failed', 'createInvoice', '1', 'NON_RETRYABLE_FAILURE', undefined, cause);
      },
      check: found,
    });
    expect(outcome).toMatchObject({ kind: 'answered', answer: 'ours' });
    expect(sentAt).toHaveLength(1);
  });
});
