import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { describe, expect, inject, it } from 'vitest';
import { createOwareClient, RefusedError } from '../../../src/client/client.js';
import { controlId, PAUSES_MEMO } from '../../../src/domain/pause/pause.js';
import { CONTROL_EFFECTS } from '../../../workflows/services/control-effects/messages.js';
import { costOf } from '../../support/temporal/history.js';
import { createHostile, GARBAGE, value } from '../../support/hostile/payloads.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';

const BY = 'ada';
const REASON = 'wallet under investigation';
const PAYOUTS = { queue: 'payouts', reason: REASON, by: BY } as const;

/** Each test has a world of its own: the pauses belong to a task queue. */
async function withWorld(
  work: (world: ScriptedWorld, id: string) => Promise<void>,
  settings: Parameters<typeof createScriptedWorld>[0] = {},
): Promise<void> {
  const world = await createScriptedWorld({ timeoutMs: 20_000, ...settings });
  const id = controlId(world.taskQueue);
  try {
    await work(world, id);
    expect(await world.failedTasks(id)).toEqual([]);
  } finally {
    await world
      .handle(id)
      .terminate()
      .catch(() => undefined);
    await world.close();
  }
}

describe.concurrent('the control workflow', () => {
  it('starts with the first pause, and keeps who paused what, when and why', () =>
    withWorld(async ({ client, oware: { pauses } }, id) => {
      expect(await pauses.list()).toEqual([]);
      expect(await pauses.changes()).toEqual([]);
      const { pause, dispatch } = await pauses.pause(PAYOUTS);
      expect(pause).toMatchObject(PAYOUTS);
      expect(dispatch).toBe('stopped');
      expect(await pauses.list()).toEqual([pause]);

      const resumed = await pauses.resume({ queue: 'payouts', by: 'bola', reason: 'cleared' });
      expect(resumed).toEqual({ pause, dispatch: 'running', pauses: [] });
      expect(await pauses.list()).toEqual([]);
      expect(await pauses.changes()).toMatchObject([
        { action: 'paused', queue: 'payouts', by: BY, reason: REASON, at: pause?.since },
        { action: 'resumed', queue: 'payouts', by: 'bola', reason: 'cleared' },
      ]);
      await costOf(client, id, 'control-paused-and-resumed');
    }));

  it('a second pause changes nothing, and a second resume neither', () =>
    withWorld(async ({ oware: { pauses } }) => {
      const first = await pauses.pause(PAYOUTS);
      const second = await pauses.pause({ ...PAYOUTS, by: 'bola', reason: 'another reason' });
      expect(second.pause).toEqual(first.pause);
      await pauses.resume({ queue: 'payouts', by: BY });
      expect(await pauses.resume({ queue: 'payouts', by: BY })).toEqual({ dispatch: 'running', pauses: [] });
      expect(await pauses.changes()).toHaveLength(2);
    }));

  it('a pause of one bank and a pause of the whole queue do not touch each other', () =>
    withWorld(async ({ oware: { pauses } }) => {
      const bank = await pauses.pause({ ...PAYOUTS, bank: '058' });
      expect(bank.dispatch).toBeUndefined();
      await pauses.pause(PAYOUTS);
      await pauses.pause({ ...PAYOUTS, queue: 'charges', bank: '058' });
      const left = await pauses.resume({ queue: 'payouts', by: BY });
      expect(left.pauses.map(({ queue, bank: code }) => [queue, code])).toEqual([
        ['payouts', '058'],
        ['charges', '058'],
      ]);
      expect(left.pauses[0]).toEqual(bank.pause);
    }));

  it('commands at the same time all count, and the last one decides about the task queue', () =>
    withWorld(async (world) => {
      const { pauses } = world.oware;
      const banks = ['011', '033', '044', '057', '058'];
      const paused = await Promise.all([
        ...banks.map((bank) => pauses.pause({ ...PAYOUTS, bank })),
        pauses.pause(PAYOUTS),
        pauses.pause(PAYOUTS),
      ]);
      expect(paused.at(-1)?.dispatch).toBe('stopped');
      expect(await pauses.list()).toHaveLength(banks.length + 1);
      await Promise.all([pauses.resume({ queue: 'payouts', by: BY }), pauses.pause(PAYOUTS)]);
      const isPaused = (await pauses.list()).some(({ bank }) => bank === undefined);
      await waitUntil('the task queue to match the pauses', async () => {
        const { dispatch, unapplied } = await world
          .handle(controlId(world.taskQueue))
          .query<{ dispatch: { payouts: string }; unapplied: unknown[] }>('pauses');
        return unapplied.length === 0 && dispatch.payouts === (isPaused ? 'stopped' : 'running');
      });
    }));

  it('fifty pauses are the limit; a repeat of one of them is not refused', () =>
    withWorld(async ({ oware: { pauses } }) => {
      const banks = Array.from({ length: 50 }, (_, index) => String(100 + index));
      for (let first = 0; first < banks.length; first += 10) {
        await Promise.all(banks.slice(first, first + 10).map((bank) => pauses.pause({ ...PAYOUTS, bank })));
      }
      await expect(pauses.pause(PAYOUTS)).rejects.toThrow('too many pauses');
      expect((await pauses.pause({ ...PAYOUTS, bank: '100' })).pauses).toHaveLength(50);
    }));

  it('its pauses and its changes survive continue-as-new', () =>
    withWorld(
      async (world, id) => {
        const { pauses } = world.oware;
        await pauses.pause({ ...PAYOUTS, bank: '058' });
        await pauses.pause({ ...PAYOUTS, queue: 'charges' });
        const before = await pauses.list();
        const firstRun = await world.runIdOf(id);
        let commands = 2;
        await waitUntil('the next run', async () => {
          await pauses.pause({ ...PAYOUTS, bank: '011' });
          await pauses.resume({ queue: 'payouts', bank: '011', by: BY });
          commands += 2;
          return (await world.runIdOf(id)) !== firstRun;
        });
        await costOf(world.client, id, 'control-before-continue-as-new', firstRun);
        expect(await pauses.list()).toEqual(before);
        expect((await world.handle(id).describe()).memo).toEqual({ [PAUSES_MEMO]: before });
        expect(await pauses.changes()).toHaveLength(commands);
        expect((await pauses.resume({ queue: 'charges', by: BY })).dispatch).toBe('running');
        await costOf(world.client, id, 'control-after-continue-as-new');
      },
      { settings: { continueAsNewAfterHistoryEvents: 100 } },
    ));
});

describe.concurrent('when Temporal does not stop the task queue', () => {
  it('the pause holds, the answer says so, and Oware tries again', () =>
    withWorld(async ({ oware: { pauses }, script, handle }, id) => {
      const attempts: unknown[] = [];
      script.setDispatch = (order) => {
        if (attempts.push(order) === 1) throw new Error('permission denied');
        return 'stopped';
      };
      const { dispatch } = await pauses.pause(PAYOUTS);
      expect(dispatch).toBe('pending');
      expect(await pauses.list()).toMatchObject([PAYOUTS]);
      await waitUntil('the second attempt', async () => {
        const state = await handle(id).query<{ dispatch: object }>('pauses');
        return 'payouts' in state.dispatch && state.dispatch.payouts === 'stopped';
      });
      expect(attempts).toEqual([
        { queue: 'payouts', paused: { by: BY, reason: REASON } },
        { queue: 'payouts', paused: { by: BY, reason: REASON } },
      ]);
    }));

  it('a server that cannot do it is asked once', () =>
    withWorld(async ({ oware: { pauses }, script }) => {
      script.setDispatch = () => 'not-supported';
      expect(await pauses.pause(PAYOUTS)).toMatchObject({ dispatch: 'not-supported', pauses: [PAYOUTS] });
    }));
});

it('without a worker a command is not confirmed, and the pauses can still be read', async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const client = new Client({ connection });
  const taskQueue = `no-worker-${randomUUID()}`;
  const { pauses } = createOwareClient({ client, taskQueue, timeoutMs: 1_000 });
  await expect(pauses.pause(PAYOUTS)).rejects.toThrow('No worker has confirmed the command');
  expect(await pauses.list()).toEqual([]);
  await expect(pauses.changes()).rejects.toThrow('No worker answers');
  await client.workflow.getHandle(controlId(taskQueue)).terminate();
  await connection.close();
});

describe('a control workflow that was terminated', () => {
  it('still pauses, and the next command starts from its pauses', () =>
    withWorld(async (world, id) => {
      const { pauses } = world.oware;
      const { pause } = await pauses.pause(PAYOUTS);
      await world.handle(id).terminate('by mistake');
      expect(await pauses.list()).toEqual([pause]);
      const { pauses: now } = await pauses.pause({ ...PAYOUTS, queue: 'charges' });
      expect(now).toHaveLength(2);
      expect(now[0]).toEqual(pause);
      expect((await pauses.resume({ queue: 'payouts', by: BY })).dispatch).toBe('running');
    }));
});

describe.concurrent('hostile clients of Temporal', () => {
  it('a malformed command is refused, and fails no workflow task', () =>
    withWorld(async (world, id) => {
      const hostile = createHostile(world);
      const { pause } = await world.oware.pauses.pause(PAYOUTS);
      for (const name of ['pause', 'resume']) {
        for (const [what, payloads] of Object.entries(GARBAGE)) {
          const failure = await hostile.update(id, name, payloads);
          expect([name, what, failure?.applicationFailureInfo?.type]).toEqual([name, what, 'invalid']);
        }
      }
      const almost = [
        { ...PAYOUTS, queue: 'everything' },
        { ...PAYOUTS, queue: ['payouts'] },
        { ...PAYOUTS, bank: 58 },
        { ...PAYOUTS, bank: null },
        { ...PAYOUTS, bank: '' },
        { ...PAYOUTS, queue: 'effects', bank: '058' },
        { ...PAYOUTS, reason: ' ' },
        { ...PAYOUTS, reason: 'x'.repeat(201) },
        { ...PAYOUTS, by: '' },
        { queue: 'payouts', reason: REASON },
      ];
      for (const request of almost) {
        const failure = await hostile.update(id, 'pause', value(request));
        expect([request, failure?.applicationFailureInfo?.type]).toEqual([request, 'invalid']);
      }
      expect(await world.oware.pauses.list()).toEqual([pause]);
      expect(await world.oware.pauses.changes()).toHaveLength(1);
    }));

  it('the client reports a refusal as such', () =>
    withWorld(async ({ oware: { pauses } }) => {
      const refused = await pauses.pause({ ...PAYOUTS, reason: '' }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RefusedError);
      expect(refused).toMatchObject({ reason: 'invalid' });
    }));

  it.each(['an object of garbage', 'broken JSON'])(
    'a start with %s pauses nothing, and the next command works',
    (what) =>
      withWorld(async (world, id) => {
        await createHostile(world).start(id, CONTROL_EFFECTS, GARBAGE[what] ?? []);
        await world.closed(id);
        expect(await world.oware.pauses.list()).toEqual([]);
        expect((await world.oware.pauses.pause(PAYOUTS)).dispatch).toBe('stopped');
      }),
  );
});
