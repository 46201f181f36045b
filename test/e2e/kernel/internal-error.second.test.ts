import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createScriptedWorld,
  fails,
  ok,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { createScriptedPayouts, PAYOUT_KINDS } from '../../support/world/scripted-payout-kinds.js';
import { noTransfer, payoutEvent } from '../../support/world/scripted-payouts.js';

/*
 * An error in the code of a workflow, which no test can ask of the real code: it is written into a copy of the bundle.
 */

const [TRANSFER] = PAYOUT_KINDS;

let folder: string;
let world: ScriptedWorld;
let payouts: ReturnType<typeof createScriptedPayouts>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oware-broken-'));
  // other workers start in between
  world = await createScriptedWorld({ timeoutMs: 30_000 });
  payouts = createScriptedPayouts(world);
  payouts.install();
});
afterEach(async () => {
  await world.endAll();
  await world.runsWorkflowsOf(inject('bundlePath'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Workers whose code has an error after this text. */
async function runBroken(signature: string, when = 'true'): Promise<void> {
  const code = await readFile(inject('bundlePath'), 'utf8');
  expect(code.split(signature)).toHaveLength(2);
  const error = `if (${when}) throw new TypeError('broken on purpose');`;
  const path = join(folder, `${randomUUID()}.js`);
  await writeFile(path, code.replace(signature, `${signature} ${error}`));
  await world.runsWorkflowsOf(path);
}

/** Where it is decided what merchants are sent about a payout. */
const AT_SUCCESS = '(before.state) && !hasMoney(after.state);';
const IN_FIRST_RUN = 'globalThis.__TEMPORAL_ACTIVATOR__.info.continuedFromExecutionRunId === undefined';

const begin = (what: string) =>
  payouts.start(TRANSFER!, what, {
    send: () => ok({ status: 'SUCCESS' }),
    read: TRANSFER!.record('SUCCESS'),
  });

describe('an error in the code of a workflow', () => {
  it('becomes a review item, and the next run continues from what was known: nothing is sent twice', async () => {
    await runBroken(AT_SUCCESS, `after.state === 'SUCCESS' && ${IN_FIRST_RUN}`);
    const transfer = begin('once');
    const { review } = await transfer.becomes('SUCCESS');
    expect(review).toEqual([
      expect.objectContaining({
        key: 'internal-error',
        atRiskKobo: 5_000_00,
        reason: expect.stringContaining('TypeError: broken on purpose') as string,
      }),
    ]);
    expect(transfer.sends()).toBe(1);
    await world.receives(transfer.reference, ['transfer.success']);
    await transfer.resolve('dismiss', 'internal-error');
    await transfer.closed();
  });

  it('that comes again stops the workflow where it is; with mended code it continues by itself', async () => {
    await runBroken(AT_SUCCESS, `after.state === 'SUCCESS'`);
    const transfer = begin('again');
    await transfer.sent();
    await waitUntil('the list of those that stopped', async () => {
      const { ids } = await world.oware.stoppedWorkflows();
      return ids.includes(transfer.id);
    });
    expect(world.webhookTypes(transfer.reference)).toEqual([]);
    await world.runsWorkflowsOf(inject('bundlePath'));
    await transfer.becomes('SUCCESS');
    expect(transfer.sends()).toBe(1);
    await world.receives(transfer.reference, ['transfer.success']);
    await transfer.resolve('dismiss', 'internal-error');
    await transfer.closed();
    expect(await world.oware.stoppedWorkflows()).toEqual({ count: 0, ids: [] });
  });

  it('refuses the command that it interrupts, and no other', async () => {
    const paused = { reason: 'month end', since: new Date().toISOString() };
    world.script.readiness = () => ({ paused });
    const cancelling = 'async function cancelPayout(pace, place) {';
    await runBroken(cancelling);
    const transfer = begin('command');
    await transfer.becomes('PAUSED');
    const cancel = (idempotencyKey: string) => transfer.client.cancel(transfer.reference, { idempotencyKey });
    for (const key of ['first', 'second']) {
      const run = await transfer.runId();
      await expect(cancel(key)).rejects.toMatchObject({ reason: 'internal-error' });
      // the history with the wrong step is closed
      await waitUntil('the next run', async () => (await transfer.runId()) !== run);
    }
    await world.runsWorkflowsOf(inject('bundlePath'));
    await transfer.resolve('dismiss', 'internal-error');
    await cancel('third');
    await transfer.becomes('CANCELLED');
    await transfer.closed();
    expect(transfer.sends()).toBe(0);
  });

  it('between a card charge and its answer leaves a charge that may have left: no other card is charged, and its record is read', async () => {
    await runBroken('function recordAnswer(lifecycle, card, answer) {', IN_FIRST_RUN);
    const reference = world.name('card');
    world.script.initTransaction = opens;
    world.script.getTransaction = record('PENDING');
    world.script.chargeCard = ({ transactionReference }) =>
      ok({ status: 'SUCCESS', transactionReference, message: 'Approved' });
    await world.oware.checkouts.create(terms(reference));
    const charge = () =>
      world.oware.checkouts.chargeCard(reference, {
        handle: 'h',
        taskQueue: world.taskQueue,
        card: { bin: '411111', last4: '1111' },
      });
    await expect(charge()).rejects.toMatchObject({ reason: 'internal-error' });
    await waitUntil('the next run', async () => (await world.read(reference)).card?.state === 'UNKNOWN');
    await expect(charge()).rejects.toMatchObject({ reason: 'card-unresolved' });
    expect(world.callsTo('chargeCard')).toBe(1);
    world.script.getTransaction = record('PAID', ASKED);
    await world.oware.checkouts.confirm(reference);
    expect(await world.becomes(reference, 'PAID')).toMatchObject({ card: { state: 'CHARGED' } });
    await world.receives(reference, ['checkout.paid']);
  });
});

/** Each throws once in the run that rebuilds, and never in one that continues it. */
const STEPS = [
  ['before the lost run is read', 'async function recall(lifecycle, runId) {'],
  ['before it is known what the lost run may have sent', 'const now = place.now();'],
];

describe('an error in the code of a rebuild', () => {
  it.each(STEPS)('%s stops it there: nothing is sent, and no event is lost', async (_when, step) => {
    world.script.readiness = () => ({});
    const transfer = payouts.start(TRANSFER!, 'rebuild', {
      send: fails('outcome-unknown'),
      read: noTransfer,
    });
    await transfer.sent();
    await runBroken(step, IN_FIRST_RUN);
    await transfer.loseRun();
    await world.oware.deliverEvent(
      { lifecycle: 'transfer', reference: transfer.reference },
      payoutEvent(transfer.reference, 'SUCCESSFUL'),
    );
    await waitUntil('the list of those that stopped', async () => {
      const { ids } = await world.oware.stoppedWorkflows();
      return ids.includes(transfer.id) || transfer.sends() > 1;
    });
    expect(transfer.sends()).toBe(1);
    await world.runsWorkflowsOf(inject('bundlePath'));
    await waitUntil('the event', async () => (await transfer.read()).seen.length === 1);
    transfer.isPaid();
    await transfer.becomes('SUCCESS');
    expect(transfer.sends()).toBe(1);
  });
});
