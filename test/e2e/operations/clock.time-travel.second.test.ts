import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import { startDevServer } from '../../../src/temporal/run/dev-server.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { createFastForward } from '../../../src/temporal/fast-forward.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { finderOptions } from '../../support/servers/find-and-bundle.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  checkouts = createCheckouts(world, 'clock');
});
afterAll(() => world.close());

describe('moving the clock', () => {
  it('expires every open checkout and reports it, those that have just started included', async () => {
    const references = Array.from({ length: 10 }, (_, n) => `just-started-${n}`);
    await Promise.all(references.map((reference) => checkouts.create(reference)));
    const { changes, workflows } = await world.sandbox.clock.move(41 * MINUTE);
    expect(workflows).toBe(10);
    expect(changes.map(({ id }) => id).sort()).toEqual(
      references.map((reference) => `checkout:${reference}`),
    );
    for (const change of changes)
      expect(change).toMatchObject({ from: 'PENDING', to: 'EXPIRED', closed: true });
  });

  it('waits for the grace period after a window, so that it can report the result', async () => {
    await checkouts.create('on-the-minute');
    const { changes } = await world.sandbox.clock.move(40 * MINUTE);
    expect(changes).toEqual([{ id: 'checkout:on-the-minute', from: 'PENDING', to: 'EXPIRED', closed: true }]);
  });

  it('moves the workflow and the gateway by the same time', async () => {
    const { body } = await checkouts.create('half-way');
    await world.sandbox.clock.move(30 * MINUTE);
    const info = await world.handle('checkout:half-way').describe();
    const virtual = Number(info.raw.workflowExtendedInfo?.timeSkippingInfo?.currentTime?.seconds) * 1000;
    const opened = Date.parse(String(body.expiresAt)) - 40 * MINUTE;
    expect(virtual - opened).toBeGreaterThanOrEqual(30 * MINUTE - 1_000);
    expect(virtual - opened).toBeLessThan(31 * MINUTE);
  });

  it('does not move workflows of other task queues', async () => {
    const other = createFastForward({ client: world.client, taskQueue: `other-${randomUUID()}` });
    await checkouts.create('not-theirs');
    expect(await other.forward(60 * MINUTE)).toEqual({ moved: [], overdue: [] });
    expect(await world.followers.read('checkout:not-theirs')).toMatchObject({
      state: 'PENDING',
      isOpen: true,
    });
  });

  it('names a workflow without a worker', async () => {
    const taskQueue = `no-worker-${randomUUID()}`;
    const workflowId = `stuck-${randomUUID()}`;
    const handle = await world.client.workflow.start('collectCheckout', { taskQueue, workflowId, args: [] });
    onTestFinished(async () => {
      await handle.terminate();
    });
    const travel = createFastForward({ client: world.client, taskQueue, movesWithinMs: 500 });
    await travel.listOpen();
    expect(await travel.forward(MINUTE)).toEqual({
      moved: [workflowId],
      overdue: [{ id: workflowId, reason: 'no worker has picked up its workflow task' }],
    });
  });
});

describe('a server that cannot move time', () => {
  it('is reported with the reason', async () => {
    const { command } = await findDevServer(await finderOptions());
    const port = await freePort();
    const server = await startDevServer({ command, ip: '127.0.0.1', port, searchAttributes: {} });
    const connection = await Connection.connect({ address: server.address });
    onTestFinished(async () => {
      await connection.close();
      await server.stop(5_000);
    });
    const travel = createFastForward({ client: new Client({ connection }), taskQueue: 'any' });
    expect(await travel.unavailable()).toContain('frontend.WorkflowTimeSkippingEnabled is off');
    expect(await world.followers.unavailable()).toBeUndefined();
  });

  it('is reported within seconds when it does not answer', async () => {
    const connection = Connection.lazy({ address: `127.0.0.1:${await freePort()}` });
    onTestFinished(() => connection.close());
    const travel = createFastForward({ client: new Client({ connection }), taskQueue: 'any' });
    expect(await travel.unavailable()).toMatch(/^Temporal does not answer: /);
  });
});
