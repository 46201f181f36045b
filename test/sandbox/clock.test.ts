import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Follower, Followers, Overdue } from '../../src/sandbox/state/time-travel.js';
import { startSandbox } from './merchant-side.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MINUTE = 60_000;

interface Script {
  readonly open?: readonly Follower[];
  readonly unavailable?: string;
  readonly overdue?: readonly Overdue[];
  /** Called while the followers move, once per step. */
  readonly onForward?: (ms: number, step: number) => void | Promise<void>;
}

/** Scripted workflows: each is EXPIRED once it has moved forty minutes. */
function scripted({ open = [], unavailable, overdue = [], onForward }: Script) {
  const steps: number[] = [];
  const movedMs = () => steps.reduce((sum, ms) => sum + ms, 0);
  const followers: Followers = {
    unavailable: () => Promise.resolve(unavailable),
    listOpen: () => Promise.resolve(open),
    read: (id) => {
      const isOpen = movedMs() < 40 * MINUTE;
      return Promise.resolve({ id, state: isOpen ? 'PENDING' : 'EXPIRED', isOpen });
    },
    async forward(ms) {
      steps.push(ms);
      await onForward?.(ms, steps.length);
      return { moved: open.map(({ id }) => id), overdue };
    },
    settle: () => Promise.resolve(),
  };
  return { followers, steps };
}

const PENDING = { id: 'checkout:order-1', state: 'PENDING' };

describe('moving the clock together with workflows', () => {
  it('moves both in the same steps, the sandbox first', async () => {
    const behind: number[] = [];
    const { followers, steps } = scripted({
      open: [PENDING],
      onForward: (_ms, step) => void behind.push(side.sandbox.clock.now() - START - step * 5 * MINUTE),
    });
    const side = await startSandbox({ followers });
    const START = side.sandbox.clock.now();
    await side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    expect(steps).toEqual(Array<number>(8).fill(5 * MINUTE));
    expect(behind).toEqual(Array<number>(8).fill(0));
  });

  it('moves a month in twenty steps', async () => {
    const { followers, steps } = scripted({});
    const side = await startSandbox({ followers });
    await side.send('POST', '/sandbox/clock/advance', { duration: '30d' });
    expect(steps).toHaveLength(20);
    expect(steps.reduce((sum, ms) => sum + ms, 0)).toBe(30 * 24 * 60 * MINUTE);
  });

  it('moves in the steps of the caller', async () => {
    const { followers, steps } = scripted({});
    const side = await startSandbox({ followers });
    const day = 24 * 60 * MINUTE;
    await side.send('POST', '/sandbox/clock/advance', { ms: 2.5 * day, stepMs: day });
    expect(steps).toEqual([day, day, day / 2]);
    expect(await side.send('POST', '/sandbox/clock/advance', { ms: day, stepMs: 0 })).toMatchObject({
      status: 400,
    });
  });

  it('reports the change of each workflow', async () => {
    const side = await startSandbox(scripted({ open: [PENDING] }));
    const { body } = await side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    expect(body).toMatchObject({
      skippedMs: 40 * MINUTE,
      workflows: true,
      move: {
        movedMs: 40 * MINUTE,
        workflows: 1,
        finished: true,
        changes: [{ id: 'checkout:order-1', from: 'PENDING', to: 'EXPIRED', closed: true }],
      },
    });
    const page = await side.send('GET', '/clock');
    expect(page.text).toMatch(/checkout:order-1[^]*PENDING[^]*EXPIRED[^]*closed/);
  });

  it('does not report a workflow without a change', async () => {
    const side = await startSandbox(scripted({ open: [PENDING] }));
    const { body } = await side.send('POST', '/sandbox/clock/advance', { duration: '5m' });
    expect(body).toMatchObject({ move: { workflows: 1, changes: [] } });
  });

  it('reports an overdue workflow with the reason', async () => {
    const overdue = [{ id: 'checkout:order-1', reason: 'it waits for deliverWebhook' }];
    const side = await startSandbox(scripted({ open: [PENDING], overdue }));
    const { body } = await side.send('POST', '/sandbox/clock/advance', { duration: '10m' });
    expect(body).toMatchObject({ move: { overdue } });
    expect((await side.send('GET', '/clock')).text).toContain('it waits for deliverWebhook');
  });

  it('moves nothing when the workflows cannot move, and offers to move only the sandbox', async () => {
    const side = await startSandbox(scripted({ unavailable: 'Server 1.29.1 cannot.' }));
    const refused = await side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.reason).toBe(
      'Server 1.29.1 cannot. Nothing moved. To move only the sandbox\'s clock, send "sandboxOnly": true.',
    );
    expect((await side.send('GET', '/sandbox/clock')).body).toMatchObject({ skippedMs: 0 });

    const page = await side.send('POST', '/clock', 'duration=40m', FORM);
    expect(page.status).toBe(409);
    expect(page.text).toContain('Move only the sandbox');
    await side.send('POST', '/clock', 'duration=40m&sandboxOnly=true', FORM);
    const { body } = await side.send('GET', '/sandbox/clock');
    expect(body).toMatchObject({ skippedMs: 40 * MINUTE, move: { workflows: null } });
  });

  it('stops with the error when Temporal becomes unavailable', async () => {
    const lost = (_ms: number, step: number) =>
      step === 3 ? Promise.reject(new Error('14 UNAVAILABLE')) : undefined;
    const side = await startSandbox(scripted({ open: [PENDING], onForward: lost }));
    const { body } = await side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    expect(body).toMatchObject({ skippedMs: 15 * MINUTE, move: { movedMs: 10 * MINUTE, finished: true } });
    expect((body.move as { failed: string }).failed).toContain('14 UNAVAILABLE');
  });

  it('queues a second move until the first has finished', async () => {
    let moving = 0;
    let most = 0;
    const onForward = async () => {
      most = Math.max(most, (moving += 1));
      await new Promise((resolve) => setImmediate(resolve));
      moving -= 1;
    };
    const side = await startSandbox(scripted({ onForward }));
    const move = () => side.send('POST', '/sandbox/clock/advance', { duration: '20m' });
    await Promise.all([move(), move()]);
    expect(most).toBe(1);
    expect((await side.send('GET', '/sandbox/clock')).body).toMatchObject({ skippedMs: 40 * MINUTE });
  });

  it('shows its progress on a page that refreshes, and refuses a reset meanwhile', async () => {
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    const reached = once(gate, 'reached');
    const onForward = async (_ms: number, step: number) => {
      if (step < 3) return;
      gate.emit('reached');
      await opened;
    };
    const side = await startSandbox(scripted({ open: [PENDING], onForward }));
    const moved = side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    await reached;
    const page = await side.send('GET', '/clock');
    expect(page.text).toContain('10m of 40m: the sandbox and 1 workflow.');
    expect(page.text).toContain('http-equiv="refresh"');
    expect(await side.send('POST', '/sandbox/clock/reset', {})).toMatchObject({ status: 409 });
    gate.emit('open');
    await moved;
    expect((await side.send('GET', '/clock')).text).not.toContain('http-equiv="refresh"');
  });
});

describe('while the clock is ahead', () => {
  it.for(['/', '/simulator', '/inbox', '/clock', '/checkout/unknown'])(
    'page %s shows it, and does not otherwise',
    async (path) => {
      const side = await startSandbox();
      expect((await side.send('GET', path)).text).not.toContain('ahead</strong>');
      await side.send('POST', '/sandbox/clock/advance', { duration: '1d' });
      expect((await side.send('GET', path)).text).toContain('<strong>1d ahead</strong>');
    },
  );

  it('the clock page shows what a reset means for open workflows', async () => {
    const side = await startSandbox(scripted({ open: [PENDING] }));
    await side.send('POST', '/sandbox/clock/advance', { duration: '1d' });
    const { text } = await side.send('GET', '/clock');
    expect(text).toMatch(/Workflows cannot go back:\s+1 open workflow stays ahead\./);
  });

  it('a reset sets the machine’s time, and scheduled jobs keep their delay', async () => {
    const side = await startSandbox();
    const start = side.sandbox.clock.now();
    await side.send('POST', '/sandbox/clock/advance', { duration: '1d' });
    const inAMinute = { on: 'event', fault: { kind: 'delay', ms: MINUTE } };
    await side.send('POST', '/sandbox/faults', inAMinute);
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { all: `${side.url}/health` } });
    await side.send('POST', '/sandbox/offline-payments', { amount: '500.00' });
    await side.sandbox.deliveries.settled();
    expect(side.sandbox.deliveries.list()[0]?.attempts).toHaveLength(0);

    const { body } = await side.send('POST', '/sandbox/clock/reset', {});
    expect(body).toMatchObject({ skippedMs: 0 });
    expect(side.sandbox.clock.now()).toBe(start);
    await side.send('POST', '/sandbox/clock/advance', { duration: '61s' });
    expect(side.sandbox.deliveries.list()[0]?.attempts).toHaveLength(1);
  });

  it('an invalid duration is shown again with the expected format', async () => {
    const side = await startSandbox();
    const page = await side.send('POST', '/clock', 'duration=a+while', FORM);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Expected a duration such as 90s, 40m, 2h or 3d');
    expect(page.text).toContain('value="a while"');
  });
});
