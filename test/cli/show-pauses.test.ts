import { describe, expect, it } from 'vitest';
import { showChanges, showPaused, showPauses, showResumed } from '../../src/cli/show-pauses.js';
import { kobo } from '../../src/domain/money.js';
import type { Pause } from '../../src/domain/pause/pause.js';

const PAYOUTS: Pause = {
  queue: 'payouts',
  reason: 'wallet under investigation',
  by: 'ada',
  since: '2026-11-15T09:00:00.000Z',
};
const BANK: Pause = { ...PAYOUTS, bank: '058', reason: 'bank is down' };
const AT = { queue: 'payouts', taskQueue: 'oware' } as const;
const EMPTY = { count: 0, operations: [], inQueue: { payouts: 0, charges: 0, effects: 0 } };

describe('oware pause', () => {
  it('says who paused what, and that scheduled sends wait too', () => {
    expect(showPaused({ pause: PAYOUTS, dispatch: 'stopped', pauses: [PAYOUTS] }, AT)).toBe(
      'payouts: paused since 2026-11-15T09:00:00.000Z by ada (wallet under investigation).\n' +
        'Task queue oware-payouts is stopped: sends that were already scheduled wait too.',
    );
  });

  it.each([
    ['not-supported', 'This Temporal server cannot stop task queue oware-payouts'],
    ['pending', 'Temporal has not confirmed that task queue oware-payouts is stopped'],
    ['running', 'Task queue oware-payouts is running again'],
  ] as const)('says so when the task queue is %s', (dispatch, text) => {
    expect(showPaused({ pause: PAYOUTS, dispatch, pauses: [PAYOUTS] }, AT)).toContain(text);
  });

  it('says that scheduled sends to a paused bank start', () => {
    const shown = showPaused({ pause: BANK, pauses: [BANK] }, AT);
    expect(shown).toContain('payouts to bank 058: paused since');
    expect(shown).toContain('Sends that were already scheduled start.');
  });
});

describe('oware resume', () => {
  it('says what was paused, and what still is', () => {
    expect(showResumed({ pause: PAYOUTS, dispatch: 'running', pauses: [BANK] }, AT)).toBe(
      'Resumed payouts. It was paused since 2026-11-15T09:00:00.000Z by ada (wallet under investigation).\n' +
        'Still payouts to bank 058: paused since 2026-11-15T09:00:00.000Z by ada (bank is down).',
    );
  });

  it('says so when nothing was paused, or the task queue is not confirmed', () => {
    expect(showResumed({ dispatch: 'pending', pauses: [] }, AT)).toBe(
      'Nothing to resume: payouts was not paused.\n' +
        'Temporal has not confirmed that task queue oware-payouts runs again; Oware keeps trying.',
    );
  });
});

describe('oware pauses', () => {
  it('says that nothing is paused', () => {
    expect(showPauses({ pauses: [], waiting: EMPTY })).toBe(
      'Nothing is paused.\nNo operation waits for a resume.',
    );
    expect(showChanges([])).toBe('Nothing was ever paused.');
  });

  it('lists every pause, what waits in its task queue, and every operation with its deadline', () => {
    const operation = {
      lifecycle: 'transfer',
      reference: 'pay-1',
      amountKobo: kobo(2_500_00),
      since: '2026-11-15T09:01:00.000Z',
      notAfter: '2026-11-16T09:01:00.000Z',
    };
    const waiting = {
      count: 3,
      operations: [operation, { lifecycle: 'transfer', reference: 'pay-2' }],
      inQueue: { payouts: 4, charges: 0, effects: 0 },
    };
    const shown = showPauses({ pauses: [PAYOUTS, BANK], waiting });
    expect(shown).toMatch(
      /payouts +│ all +│ 2026-11-15T09:00:00.000Z │ ada │ wallet under investigation │ 4/,
    );
    expect(shown).toMatch(/payouts +│ 058 +│ .* │ bank is down/);
    expect(shown).toMatch(/transfer:pay-1 │ ₦2,500.00 │ 2026-11-15T09:01:00.000Z │ 2026-11-16T09:01:00.000Z/);
    expect(shown).toMatch(/transfer:pay-2 .* │ unknown/);
    expect(shown).toContain('and 1 more.');
  });

  it('lists the latest changes', () => {
    const { since: at, ...request } = BANK;
    const changes = [
      { ...request, action: 'paused', at },
      { queue: 'payouts', bank: '058', by: 'bola', action: 'resumed', at },
    ] as const;
    expect(showChanges(changes)).toMatch(
      /payouts paused +│ 058 +│ ada +│ bank is down[\s\S]*resumed .* bola/,
    );
  });
});
