import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pause } from '../../src/domain/pause/pause.js';
import { createControl } from '../../workflows/services/control-effects/control.js';
import { HOUR, MINUTE, SECOND } from './operation-settings.js';

const START = Date.parse('2026-11-15T09:00:00.000Z');
const PAYOUTS = { queue: 'payouts', reason: 'bank is down', by: 'ada' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(carried: Parameters<typeof createControl>[0] = {}) {
  const published: (readonly Pause[])[] = [];
  return { control: createControl(carried, (pauses) => published.push(pauses)), published };
}

describe('the record of pauses', () => {
  it('publishes each change, and nothing when nothing changes', () => {
    const { control, published } = begin();
    control.pause(PAYOUTS);
    control.pause({ ...PAYOUTS, reason: 'again' });
    control.resume({ queue: 'charges', by: 'ada' });
    control.resume({ queue: 'payouts', by: 'ada' });
    expect(published).toEqual([[{ ...PAYOUTS, since: new Date(START).toISOString() }], []]);
  });

  it('keeps the last two hundred changes', () => {
    const { control } = begin();
    for (let n = 0; n < 150; n++) {
      control.pause({ ...PAYOUTS, reason: `pause ${n}` });
      control.resume({ queue: 'payouts', by: 'ada' });
    }
    const { changes } = control.state();
    expect(changes).toHaveLength(200);
    expect(changes[0]).toMatchObject({ action: 'paused', reason: 'pause 50' });
  });

  it('ignores fields that a request does not have', () => {
    const { control } = begin();
    control.pause({ ...PAYOUTS, since: 'never', extra: {} } as never);
    expect(Object.keys(control.state().pauses[0]!)).toEqual(['queue', 'reason', 'by', 'since']);
  });
});

describe('setting a task queue', () => {
  it('a command is answered by an attempt that started after it', () => {
    const { control } = begin();
    const first = control.order('payouts');
    const started = control.ordersTo('payouts');
    const second = control.order('payouts');
    control.applied('payouts', started, 'stopped');
    expect([control.isTried('payouts', first), control.isTried('payouts', second)]).toEqual([true, false]);
    expect(control.dueQueue()).toBe('payouts');
    control.applied('payouts', control.ordersTo('payouts'), 'running');
    expect(control.isTried('payouts', second)).toBe(true);
    expect(control.dueQueue()).toBeUndefined();
  });

  it('after a failure the command is answered, and the attempt is repeated with growing pauses', () => {
    const { control } = begin();
    const ticket = control.order('payouts');
    const pauses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const failedAt = Date.now();
      control.failed('payouts', ticket);
      expect(control.isTried('payouts', ticket)).toBe(true);
      expect(control.dueQueue()).toBeUndefined();
      vi.setSystemTime(control.nextDispatchAt()!);
      pauses.push(Date.now() - failedAt);
    }
    expect(pauses.slice(0, 4)).toEqual([2 * SECOND, 10 * SECOND, MINUTE, 2 * MINUTE]);
    expect(pauses.at(-1)).toBeLessThanOrEqual(6 * HOUR);
    expect(control.answer({ queue: 'payouts' }, undefined)).toMatchObject({ dispatch: 'pending' });
  });

  it('a command during a failing attempt is carried out at once, not at the time of the repeat', () => {
    const { control } = begin();
    const started = control.order('payouts');
    control.order('payouts');
    control.failed('payouts', started);
    expect(control.dueQueue()).toBe('payouts');
  });

  it('what is not done yet is carried to the next run', () => {
    const { control } = begin();
    control.failed('payouts', control.order('payouts'));
    const next = begin(control.state()).control;
    expect(next.nextDispatchAt()).toBe(START + 2 * SECOND);
  });
});

describe('waking paused lifecycles', () => {
  it('happens when every worker has seen the resume, and again five seconds after it', () => {
    const { control } = begin();
    control.pause(PAYOUTS);
    expect(control.nextWakeAt()).toBeUndefined();
    control.resume({ queue: 'payouts', by: 'ada' });
    expect([control.isWakeDue(), control.nextWakeAt()]).toEqual([false, START + SECOND]);
    vi.setSystemTime(START + SECOND);
    expect(control.isWakeDue()).toBe(true);
    control.woken(Date.now());
    expect([control.isWakeDue(), control.nextWakeAt()]).toEqual([false, START + 5 * SECOND]);
    const next = begin(control.state()).control;
    expect(next.nextWakeAt()).toBe(START + 5 * SECOND);
  });

  it('a resume while lifecycles are being woken wakes them again', () => {
    const { control } = begin({ wakes: [START] });
    control.pause(PAYOUTS);
    vi.setSystemTime(START + SECOND);
    control.resume({ queue: 'payouts', by: 'ada' });
    control.woken(START);
    expect(control.nextWakeAt()).toBe(START + 2 * SECOND);
  });

  it('happens after a resume of what was not paused too: an earlier wake-up may have been lost', () => {
    const { control, published } = begin();
    expect(control.resume({ queue: 'payouts', by: 'ada' })).toBeUndefined();
    expect(control.nextWakeAt()).toBe(START + SECOND);
    expect([published, control.state().changes]).toEqual([[], []]);
  });

  it('is repeated after a minute when it fails', () => {
    const { control } = begin({ wakes: [START] });
    control.wakeFailed(START);
    expect([control.isWakeDue(), control.nextWakeAt()]).toEqual([false, START + MINUTE]);
  });
});
