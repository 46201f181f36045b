import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { runsOf } from '../../support/temporal/runs.js';
import { examineRules } from '../../../src/cli/examine-rules.js';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createScriptedWorld,
  noTransactions,
  ok,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { createScriptedPayouts, PAYOUT_KINDS } from '../../support/world/scripted-payout-kinds.js';
import { DAY, HOUR } from '../../support/world/world.js';

/*
 * There is one version of the rules. The second one is written into a copy of the bundle: it takes a transfer under way for
 * failed, if its reference says so, and a checkout that was paid in part for paid.
 */

const PAID_IN_PART = `({ ...first, viewOf(order, shown) {
  const view = first.viewOf(order, shown);
  return { ...view, isFulfillable: view.isFulfillable || view.state === 'PARTIALLY_PAID' };
} })`;

const FAILED = `({ ...first, stateOf(payout, before) {
  const shown = first.stateOf(payout, before);
  const differs = shown.state === 'PENDING' && payout.record && payout.terms.reference.includes('differs');
  return differs ? { state: 'FAILED', reason: 'by the second version' } : shown;
} })`;

const changeIn = (versions: string, second: string) =>
  `{ const first = ${versions}.of({}); ${versions}.changes.set(2, ${second}); }`;

const ADDED: readonly (readonly [RegExp, string])[] = [
  [/const KNOWN_RULES = [^;]*;/, 'KNOWN_RULES.push(2);'],
  [/const ORDER_VERSIONS = [^;]*;/, changeIn('ORDER_VERSIONS', PAID_IN_PART)],
  [/const PAYOUT_VERSIONS = [^;]*;/, changeIn('PAYOUT_VERSIONS', FAILED)],
];

const withSecondVersion = (code: string): string =>
  ADDED.reduce((known, [statement, added]) => {
    expect(known).toMatch(statement);
    return known.replace(statement, (found) => `${found}\n${added}`);
  }, code);

const [TRANSFER] = PAYOUT_KINDS;

let folder: string;
let newer: string;
let world: ScriptedWorld;
let payouts: ReturnType<typeof createScriptedPayouts>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oware-rules-'));
  newer = join(folder, 'bundle.js');
  const code = await readFile(inject('bundlePath'), 'utf8');
  await writeFile(newer, withSecondVersion(code));
  world = await createScriptedWorld({
    timeoutMs: 30_000,
    settings: { unresolvedAfterMs: 30 * DAY },
  });
  payouts = createScriptedPayouts(world);
  payouts.install();
});
afterEach(async () => {
  world.announceRules(1);
  await world.endAll();
  await world.runsWorkflowsOf(inject('bundlePath'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** A transfer that is under way at the gateway, by the first version. */
async function underWay(what: string) {
  const transfer = payouts.start(TRANSFER!, what, {
    send: () => ok({ status: 'PENDING' }),
    read: TRANSFER!.record('PENDING'),
  });
  await transfer.sent();
  await waitUntil('its record', async () => (await transfer.read()).reason.includes('PENDING'));
  return transfer;
}

type Transfer = Awaited<ReturnType<typeof underWay>>;

/** All workers know the second version, and it is announced. */
async function announceSecond({ id, runId }: Transfer): Promise<void> {
  const first = await runId();
  await world.runsWorkflowsOf(newer);
  world.announceRules(2);
  // a long run hears of it once a day
  await world.passUntil('the next run', async () => (await runId()) !== first, 6 * HOUR);
  expect((await runsOf(world.client, id)).length).toBe(2);
}

describe('a newer version of the rules', () => {
  it('reaches an open transfer with the result of an activity, and changes nothing where it shows the same', async () => {
    const transfer = await underWay('alike');
    await announceSecond(transfer);
    expect(await transfer.read()).toMatchObject({ state: 'PENDING', rules: 2, review: [] });
    await waitUntil('the count', async () => (await world.oware.countRules()).unknown === 1);
    transfer.isPaid();
    await world.passUntil('its end', async () => (await transfer.read()).state === 'SUCCESS', HOUR);
    await world.pass(DAY);
    await transfer.closed();
    expect(await transfer.read()).toMatchObject({ state: 'SUCCESS', rules: 2 });
    await world.receives(transfer.reference, ['transfer.success']);
    expect(transfer.sends()).toBe(1);
    expect(await replayClosedRuns(world.client, transfer.id, newer)).toBe(2);
  });

  it('that shows something else is an item and no webhook, until there is new evidence', async () => {
    const transfer = await underWay('differs');
    await announceSecond(transfer);
    const { state, rules = 1, rulesDue, review } = await transfer.read();
    expect({ state, rules, rulesDue }).toEqual({ state: 'PENDING', rules: 1, rulesDue: 2 });
    expect(review).toEqual([
      expect.objectContaining({
        key: 'rules-changed:2',
        atRiskKobo: 5_000_00,
        reason: expect.stringContaining('would show FAILED where the merchant was sent PENDING') as string,
      }),
    ]);
    expect(world.webhookTypes(transfer.reference)).toEqual([]);
    transfer.isPaid();
    await world.passUntil('its end', async () => (await transfer.read()).state === 'SUCCESS', HOUR);
    expect(await transfer.read()).toMatchObject({ rules: 2, review: [] });
    await world.pass(DAY);
    await transfer.closed();
    expect(world.webhookTypes(transfer.reference)).toEqual(['transfer.success']);
    expect(await replayClosedRuns(world.client, transfer.id, newer)).toBe(2);
  });

  it('reaches a checkout that waits for a person, and sends the merchant what differs with the next evidence', async () => {
    const part = kobo(ASKED - 1_00);
    world.script.initTransaction = opens;
    world.script.searchTransactions = noTransactions;
    world.script.getTransaction = record('PARTIALLY_PAID', part);
    const reference = world.name('in-part');
    const id = `checkout:${reference}`;
    await world.oware.checkouts.create(terms(reference));
    await world.report(reference, { amountKobo: part });
    await world.passUntil('its hold', async () => (await world.read(reference)).review.length > 0, HOUR);
    const sent = world.webhookTypes(reference);
    expect(sent).toEqual(['checkout.partially-paid', 'checkout.underpaid']);
    await world.runsWorkflowsOf(newer);
    world.announceRules(2);
    await world.pass(DAY);
    const first = await world.runIdOf(id);
    await world.oware.checkouts.requestCheck(reference);
    await waitUntil('the next run', async () => (await world.runIdOf(id)) !== first);
    const waits = await world.read(reference);
    expect({ state: waits.state, rulesDue: waits.rulesDue }).toEqual({
      state: 'PARTIALLY_PAID',
      rulesDue: 2,
    });
    expect(waits.review.find(({ kind }) => kind === 'rules-changed')?.reason).toContain('isFulfillable true');
    expect(world.webhookTypes(reference)).toEqual(sent);

    const more = kobo(part + 50);
    world.script.getTransaction = record('PARTIALLY_PAID', more);
    await world.report(reference, { amountKobo: more });
    await waitUntil('the webhook', () => world.webhookTypes(reference).length > sent.length);
    expect(world.webhookTypes(reference).filter((type) => type === 'checkout.paid')).toHaveLength(1);
    const judged = await world.read(reference);
    expect(judged.rules).toBe(2);
    expect(judged.review.map(({ kind }) => kind)).not.toContain('rules-changed');
  });

  it('is reported by the doctor while a worker, or its own build, does not know it', async () => {
    await world.runsWorkflowsOf(newer, [1, 2]);
    const transfer = await underWay('two-builds');
    await announceSecond(transfer);
    const stop = await world.alsoRunsWorkflowsOf(inject('bundlePath'), [1]);
    const examined = async (here: readonly number[]) => {
      const workers = await world.oware.listWorkers();
      const counts = await world.oware.countRules(workers.flatMap(({ versions }) => versions));
      expect(workers.map(({ versions }) => versions)).toEqual(expect.arrayContaining([[1], [1, 2]]));
      expect(counts).toMatchObject({ unknown: 0 });
      return examineRules({ announced: 2, counts, workers, here }).found;
    };
    await waitUntil('both kinds of workers', async () => (await world.oware.listWorkers()).length > 1);
    expect(await examined([1, 2])).toContain('version 2 is announced, and 1 of 2 workers do not know it');
    expect(await examined([1])).toContain('1 open workflow follows a version that this build does not know');
    await stop();
  });

  it('stops a run on a worker that does not know it, and any other worker continues the run', async () => {
    const transfer = await underWay('rolled-back');
    await announceSecond(transfer);
    await world.runsWorkflowsOf(inject('bundlePath'));
    await transfer.client.requestCheck(transfer.reference);
    const message = 'version 2 of the rules is not known here, only 1: run workers of the build that has it';
    await waitUntil('the failed task', async () => (await world.failedTasks(transfer.id)).includes(message));
    expect(await world.oware.countRules()).toMatchObject({ unknown: 1 });
    await world.runsWorkflowsOf(newer);
    transfer.isPaid();
    await transfer.becomes('SUCCESS');
    expect(transfer.sends()).toBe(1);
  });

  it('is no reason to start another run where it is not announced', async () => {
    await world.runsWorkflowsOf(newer);
    const transfer = await underWay('not-announced');
    await world.pass(DAY);
    expect((await runsOf(world.client, transfer.id)).length).toBe(1);
    expect((await transfer.read()).rules).toBeUndefined();
  });
});
