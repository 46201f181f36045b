import { describe, expect, it } from 'vitest';
import type { NewReviewItem } from '../../src/domain/lifecycle/review.js';
import { kobo } from '../../src/domain/money.js';
import {
  ABSENCE_GAP_MS,
  add,
  addAll,
  CONFIRM_MS,
  type Evidence,
} from '../../src/domain/movement/evidence.js';
import type { Piece, Reading } from '../../src/domain/movement/pieces.js';
import { newPayout, type Payout } from '../../src/domain/payout/payout.js';
import type { Shown } from '../../src/domain/payout/state.js';
import { type Authorised, submitOtp } from '../../workflows/shared/payout/authorise.js';
import { cancelOrKeep } from '../../workflows/shared/payout/cancel-payout.js';
import { addReading, type PayOut, payOut } from '../../workflows/shared/payout/pay-out.js';
import { addPiece, changePayout, type PayoutPlace } from '../../workflows/shared/payout/place.js';
import { SETTINGS } from './operation-settings.js';

const NOW = Date.parse('2026-01-15T09:00:00.000Z');
const AMOUNT = kobo(10_000_00);

const DECLINED: Partial<Payout> = {
  recovered: 'its run was lost',
  released: [{ hold: 'recovered', because: 'its run was lost' }],
  approval: {
    needed: 1,
    because: ['the amount is above the limit'],
    requestedAt: '2026-01-15T08:00:00.000Z',
    expiresAt: '2026-01-16T08:00:00.000Z',
    given: [],
    declined: { key: 'second', subject: 'ada', at: '2026-01-15T09:00:00.000Z' },
  },
};

/** A transfer that waits for its OTP, and what happened to it. */
function waiting(known: Partial<Payout & Shown> = {}) {
  const log: string[] = [];
  const items: NewReviewItem[] = [];
  const { movement, reads } = newPayout({ asked: AMOUNT });
  let payout: Payout & Shown = {
    movement: addAll(movement, [
      { kind: 'send', step: 'request', answer: 'accepted', askedAt: NOW, answeredAt: NOW },
      { kind: 'reading', shows: 'authorising', askedAt: NOW, answeredAt: NOW },
    ]),
    reads,
    record: { word: 'PENDING_AUTHORIZATION', observed: 'it waits for an OTP' },
    state: 'PENDING_AUTHORIZATION',
    reason: 'it waits for an OTP',
    ...known,
  };
  let withdrawal: (() => void) | undefined;
  const place: PayoutPlace = {
    read: () => payout,
    write: (part, shown) => void (payout = { ...payout, ...part, ...shown }),
    notify: () => undefined,
    raise: (item) => items.push(item) > 0,
    clear: () => undefined,
    itemRules: () => undefined,
    now: () => NOW,
    inTurn: (work) => work(),
    setWithdrawal: (withdraw) => void (withdrawal = withdraw),
    withdraw: () => withdrawal?.(),
  };
  const pace = {
    now: () => NOW,
    call: <Result>(work: () => Promise<Result>) => work(),
    until: (holds: () => boolean) => (holds() ? Promise.resolve() : Promise.reject(new Error('it waits'))),
  };
  const otp = {
    lifecycle: {
      pace,
      settings: () => Promise.resolve(SETTINGS),
      given: () => SETTINGS,
      operations: { isOnItsWay: () => false, setOnItsWay: () => undefined },
    },
    place,
    kind: {},
    noun: 'transfer',
    bankCodes: () => [],
    reviewItems: () => items,
    authorization: () => undefined,
    setAuthorization: () => undefined,
    cancellable: <Result>(work: () => Promise<Result>) => ({
      result: work(),
      cancel: () => void log.push('withdrawn'),
    }),
    validate: (_vault: unknown, _handle: string, withdrawable: (work: () => Promise<unknown>) => unknown) =>
      withdrawable(() => {
        log.push('sent');
        const record = { shows: 'money', word: 'SUCCESS', observed: 'paid', amount: AMOUNT };
        return Promise.resolve({ kind: 'ok', record });
      }),
  } as unknown as Authorised;
  const submit = (more: Partial<Authorised> = {}) =>
    submitOtp({ ...otp, ...more }, { handle: 'handle', taskQueue: 'vault' }).catch(
      (error: unknown) => void log.push(String(error)),
    );
  const cancel = () => {
    log.push('cancel');
    return cancelOrKeep(pace, place).catch((error: unknown) => void log.push(String(error)));
  };
  return { submit, cancel, log, place, items, lifecycle: otp.lifecycle };
}

const TICKS = Array.from({ length: 12 }, (_, ticks) => ticks);

describe('an OTP and a cancel that arrive together', () => {
  it.each(TICKS)('once the cancel is taken, no OTP is sent (%i ticks apart)', async (ticks) => {
    const { submit, cancel, log } = waiting();
    const submitted = submit();
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    await Promise.all([submitted, cancel()]);
    expect(log.slice(log.indexOf('cancel'))).not.toContain('sent');
  });
});

describe('an OTP of a payout that repeats others', () => {
  it.each([
    ['is not submitted once they were paid', 'not-open'],
    ['is not submitted while it is not known what became of them', 'not-sent'],
  ] as const)('%s', async (_, type) => {
    const { submit, log } = waiting();
    await submit({ whyWithheld: () => Promise.resolve({ type, detail: 'row 1' }) });
    expect(log).toEqual([expect.stringContaining('gets no OTP: row 1')]);
    await submit({ whyWithheld: () => Promise.resolve(undefined) });
    expect(log).toContain('sent');
  });
});

describe('an OTP that pays several rows', () => {
  const row = (reading: Partial<Reading>) =>
    addAll(newPayout({ asked: AMOUNT }).movement, [
      { kind: 'send', step: 'request', answer: 'accepted', askedAt: NOW, answeredAt: NOW },
      { kind: 'reading', shows: 'authorising', askedAt: NOW, answeredAt: NOW, ...reading },
    ]);
  const ofRows = (...rows: readonly Evidence[]) =>
    ({ kind: { others: () => rows } }) as unknown as Authorised;

  it('is not submitted while the record of one names another account: a person looks at it first', async () => {
    const { submit, log } = waiting();
    await submit(ofRows(row({}), row({ shows: 'odd', amount: AMOUNT, about: 'another account' })));
    expect(log).toEqual([expect.stringContaining('a person must look at the transfer first')]);
  });

  it('is not submitted where a person has concluded of one that it was not paid, and the gateway has a record of it: it would be', async () => {
    const odd = row({ shows: 'odd', amount: AMOUNT, about: 'another account' });
    const denied = add(odd, { kind: 'decision', says: 'did-not-happen', saw: odd.changes, at: NOW });
    const { submit, log } = waiting();
    await submit(ofRows(row({}), denied));
    expect(log).toEqual([expect.stringContaining('gets no OTP')]);
  });

  it('is submitted where one has failed, also by the word of a person', async () => {
    const ended = row({ shows: 'end' });
    const denied = add(ended, { kind: 'decision', says: 'did-not-happen', saw: ended.changes, at: NOW });
    const { submit, log } = waiting();
    await submit(ofRows(row({}), denied));
    expect(log).toContain('sent');
  });

  it('is submitted while each waits for it', async () => {
    const { submit, log } = waiting();
    await submit(ofRows(row({}), row({})));
    expect(log).toEqual(['sent']);
  });
});

describe('an OTP of a payout that was safe to pay again', () => {
  const horizonMs = 24 * ABSENCE_GAP_MS;
  const since = NOW - 2 * horizonMs;
  const sent = (answer: 'left' | 'accepted'): Piece => ({
    kind: 'send',
    step: 'request',
    answer,
    askedAt: since,
    answeredAt: since,
  });
  const reads = (shows: Reading['shows'], ...after: readonly number[]): readonly Piece[] =>
    after.map((ms) => ({ kind: 'reading', shows, askedAt: since + ms, answeredAt: since + ms }));

  it.each<[string, readonly Piece[]]>([
    ['was not found for a day', [sent('left'), ...reads('absent', 1, ABSENCE_GAP_MS + 1, horizonMs)]],
    ['had expired', [sent('accepted'), ...reads('end', 1, CONFIRM_MS + 1)]],
  ])(
    'because it %s is not submitted before a person has looked: it may be paid by now',
    async (_, pieces) => {
      const movement = addAll(newPayout({ asked: AMOUNT, horizonMs }).movement, pieces);
      const { submit, log, place, items } = waiting({ movement, state: 'FAILED' });
      const span = { askedAt: NOW, answeredAt: NOW };
      const word = 'PENDING_AUTHORIZATION';
      addReading(place, { shows: 'authorising', word, observed: 'it waits for an OTP' }, span, { count: 1 });
      await submit();
      expect(log).toEqual([expect.stringContaining('a person must look at the transfer first')]);
      // the decision
      items.length = 0;
      await submit();
      expect(log).toContain('sent');
    },
  );
});

describe('an OTP of a transfer that an approver declines', () => {
  it('is not submitted, also before the transfer has been given up', async () => {
    const { submit, log } = waiting(DECLINED);
    await submit();
    expect(log).toEqual([expect.stringContaining('was declined by an approver')]);
  });

  it('is withdrawn while no worker has started it', async () => {
    const { place, lifecycle, log } = waiting();
    const idle = () => {
      if (place.read().movement.sending !== undefined) return Promise.resolve(true);
      addPiece(place, { kind: 'sending', step: 'authorise', askedAt: NOW });
      place.setWithdrawal(() => void log.push('withdrawn'));
      changePayout(place, DECLINED);
      return Promise.resolve(false);
    };
    const kind = {
      movement: () => place.read().movement.terms,
      startAt: () => 0,
      notAfter: () => Infinity,
      expectedFrom: () => Infinity,
      requirement: () => undefined,
    };
    await payOut({ lifecycle, place, kind, takeEvents: () => undefined, idle } as unknown as PayOut);
    expect(log).toEqual(['withdrawn']);
    expect(place.read()).toMatchObject({ unwanted: 'declined by ada', isGivenUp: true });
  });
});
