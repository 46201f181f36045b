import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { KINDS } from '../../../src/client/kinds.js';
import { addDays } from '../../../src/domain/calendar.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import { controlId } from '../../../src/domain/pause/pause.js';
import { payoutDayId } from '../../../workflows/services/payout-day/messages.js';
import { resolveReview, snapshot } from '../../../workflows/shared/messages.js';
import { createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { createCharges } from '../../support/lifecycles/charges.js';
import { createBills } from '../../support/lifecycles/bills.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createMandates } from '../../support/lifecycles/mandates.js';
import { createPaycodes } from '../../support/lifecycles/paycodes.js';
import { createRefunds } from '../../support/lifecycles/refunds.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createSettlements } from '../../support/lifecycles/settlements.js';
import { createSubscriptions } from '../../support/lifecycles/subscriptions.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { whenStarted } from '../../support/lifecycles/when-started.js';
import { failedTasks } from '../../support/temporal/failed-tasks.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, MINUTE, type World } from '../../support/world/world.js';

const KIND = 'cancel-requested';
const NAME = `temporal-cancel-${process.pid}`;
/** Days are unique in a namespace, and other tests use present and past ones. */
const FUTURE_DAY = addDays('2090-01-01', process.pid % 3_000);
const PAST_DAY = addDays('2001-01-01', process.pid % 3_000);

let world: World;
let open: ReturnType<typeof createOpeners>;
beforeAll(async () => {
  // payouts wait for their approval, and a cancelled lifecycle closes at once
  world = await createWorld({
    settings: { approvalAboveKobo: kobo(10_000), gatewayEventGraceMs: 0, recheckScheduleMs: [100, 500] },
  });
  open = createOpeners();
});
afterAll(async () => {
  const running = world.client.workflow.list({
    query: `TaskQueue = '${world.taskQueue}' AND ExecutionStatus = 'Running'`,
  });
  for await (const { workflowId } of running)
    await Promise.allSettled([world.handle(workflowId).terminate()]);
  await world.close();
});

interface Opened {
  readonly id: string;
  /** What stands for the names in the request that cancels it. */
  readonly names?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** What has to happen at the gateway after that request. */
  readonly atGateway?: () => Promise<unknown>;
}

/** Each kind of lifecycle, open and with something to wait for. */
function createOpeners() {
  const refunds = createRefunds(world, NAME);
  const subscriptions = createSubscriptions(world, NAME);
  const charges = createCharges(world, NAME);
  const batches = createBatches(world);

  /** Each to other people: the same payroll under another name would be held. */
  async function batch(reference: string, firstPerson: number): Promise<string> {
    await batches.create(reference, rowsToPeople(2, firstPerson));
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    return reference;
  }

  const openers: Readonly<Record<string, () => Promise<Opened>>> = {
    batch: async () => ({ id: batches.id(await batch(`${NAME}-batch`, 30_000)) }),
    'batch-part': async () => {
      const reference = await batch(`${NAME}-part`, 40_000);
      return { id: batches.partId(reference, 1), names: { batch: reference } };
    },
    bill: async () => opened(createBills(world), `${NAME}-bill`),
    charge: async () => {
      const reference = charges.newReference();
      const checkout = await charges.paidByCard();
      await world.oware.pauses.pause({ queue: 'charges', reason: 'test', by: 'ada' });
      await charges.create(reference, { checkout });
      return { id: charges.id(reference) };
    },
    checkout: async () => ({ id: refunds.checkouts.id(await refunds.checkouts.open()) }),
    invoice: async () => opened(createInvoices(world), `${NAME}-invoice`),
    mandate: async () => {
      const mandates = createMandates(world);
      const reference = `${NAME}-mandate`;
      await whenStarted(world, mandates.id(reference), mandates.create(reference));
      await waitUntil('the mandate at the gateway', async () => (await mandates.read(reference)).mandateCode);
      // the gateway accepts a cancel first, and carries it out later
      return { id: mandates.id(reference), atGateway: () => world.sandbox.clock.advance(2 * MINUTE) };
    },
    paycode: async () => opened(createPaycodes(world), `${NAME}-paycode`),
    'refunds-of': async () => {
      const { reference, transactionReference } = await refunds.paidCheckout();
      const refundReference = refunds.newReference();
      await refunds.ofCheckout(reference, refundReference);
      const query = `?transactionReference=${encodeURIComponent(transactionReference)}`;
      return { id: refunds.id(transactionReference), names: { refundReference }, query };
    },
    'reserved-account': async () => opened(createReservedAccounts(world), `${NAME}-account`),
    settlement: async () => {
      const settlements = createSettlements(world);
      await settlements.announce(`${NAME}-settlement`, 100_000);
      return { id: settlements.id(`${NAME}-settlement`) };
    },
    subscription: async () => {
      const reference = subscriptions.newReference();
      const checkout = await subscriptions.paidByCard();
      await subscriptions.create(reference, { checkout }, { firstDay: subscriptions.dayAfter(3) });
      return { id: subscriptions.id(reference) };
    },
    sweep: async () => {
      // it ends in moments: the request comes before its first task
      const id = `sweep:${PAST_DAY}`;
      await world.withoutWorkers(async () => {
        const args = [{ from: 'command', reference: PAST_DAY }];
        await world.client.workflow.start('sweepDay', { workflowId: id, taskQueue: world.taskQueue, args });
        await world.handle(id).cancel();
      });
      return { id };
    },
    transfer: async () => opened(createTransfers(world), `${NAME}-transfer`),
    'unmatched-event': async () => {
      const body = JSON.stringify({ eventType: 'MOON_LANDED', eventData: { name: NAME } });
      await world.postEvent(body);
      return { id: `unmatched-event:${createHash('sha256').update(body).digest('hex').slice(0, 40)}` };
    },
    'wallet-events': async () => {
      const event = { kind: 'wallet-balance', key: 'wallet-balance:opening', eventType: 'wallet-balance' };
      const balance = { place: 'opening', balanceKobo: kobo(100), at: `${FUTURE_DAY}T12:00:00.000Z` };
      await world.oware.deliverEvent({ lifecycle: 'wallet-events', reference: FUTURE_DAY }, {
        ...event,
        ...balance,
      } as Parameters<World['oware']['deliverEvent']>[1]);
      return { id: `wallet-events:${FUTURE_DAY}` };
    },
  };
  return openers;
}

interface Lifecycles {
  readonly id: (reference: string) => string;
  readonly create: (reference: string) => Promise<{ readonly status: number }>;
}

async function opened({ id, create }: Lifecycles, reference: string): Promise<Opened> {
  const { status } = await create(reference);
  expect([201, 202]).toContain(status);
  return { id: id(reference) };
}

const read = (id: string): Promise<LifecycleSnapshot> => world.handle(id).query(snapshot);

const requestItem = (id: string) =>
  waitUntil(`the review item of ${id}`, async () =>
    (await read(id)).review.find(({ kind }) => kind === KIND),
  );

/** No task failed, and no activity was asked to stop. */
async function expectUntouched(id: string): Promise<void> {
  expect(await failedTasks(world.client, id)).toEqual([]);
  const events = (await runsOf(world.client, id)).flatMap((run) => run.events);
  expect(events.filter((each) => each.workflowExecutionCancelRequestedEventAttributes)).toHaveLength(1);
  expect(events.filter((each) => each.activityTaskCancelRequestedEventAttributes)).toEqual([]);
}

/** The API's request that a review item names. */
const REQUEST = /`(POST|DELETE) (\/v1\/[^`]+)`/;

describe('a cancellation that a client of Temporal requests', () => {
  const cancellable = KINDS.filter(({ cancelRequest }) => cancelRequest !== undefined);
  it.each(cancellable.map(({ prefix }) => prefix))(
    '%s: becomes a review item with the request that cancels it, and that one ends it',
    async (prefix) => {
      const { id, names = {}, query = '', atGateway } = await open[prefix]!();
      const { state } = await read(id);
      await world.handle(id).cancel();
      const { reason } = await requestItem(id);
      expect((await read(id)).state).toBe(state);

      const [, method, named = ''] = REQUEST.exec(reason) ?? [];
      const path = named.replace(/\{(\w+)\}/, (_, name: string) => names[name]!) + query;
      expect(await world.call(method as 'POST' | 'DELETE', path)).toMatchObject({ status: 200 });
      await atGateway?.();
      await world.closed(id);
      expect(await world.handle(id).result()).toMatchObject({ review: [] });
      await expectUntouched(id);
      expect(await replayClosedRuns(world.client, id, inject('bundlePath'))).toBe(1);
    },
  );

  it('is tested for every kind of lifecycle', () => {
    expect(Object.keys(open).sort()).toEqual(KINDS.map(({ prefix }) => prefix).sort());
  });

  it.each(['settlement', 'wallet-events', 'unmatched-event'])(
    '%s: becomes a review item that an operator dismisses, and the run stays open',
    async (prefix) => {
      const { id } = await open[prefix]!();
      const before = await waitUntil('the first state', () => read(id).catch(() => undefined));
      await world.handle(id).cancel();
      expect((await requestItem(id)).reason).toContain('There is no command that cancels');
      const decision = { key: KIND, decision: 'dismiss', reason: 'a mistake' } as const;
      await world.handle(id).executeUpdate(resolveReview, { args: [decision] });
      expect(await read(id)).toMatchObject({ state: before.state, resolved: [{ key: KIND }] });
      expect((await read(id)).review.map(({ kind }) => kind)).not.toContain(KIND);
      expect((await world.handle(id).describe()).status.name).toBe('RUNNING');
      await expectUntouched(id);
    },
  );

  it('does not keep a payment from being applied and reported once', async () => {
    const { checkouts } = createRefunds(world, NAME);
    const { reference, account } = await checkouts.openWithAccount();
    await world.handle(checkouts.id(reference)).cancel();
    await requestItem(checkouts.id(reference));
    await world.pay(account, '2500.00');
    await checkouts.expectPaidOnce(reference);
    // the item alone keeps no run open
    await checkouts.closed(reference);
    expect(await checkouts.read(reference)).not.toHaveProperty('reviewItems');
  });

  it('before the first task of a sweep: it sweeps its day and closes', async () => {
    const { id } = await open.sweep!();
    await world.closed(id);
    expect(await world.handle(id).result()).toMatchObject({ review: [] });
    await expectUntouched(id);
  });

  it('does not end workflows that are no lifecycles: pauses and the sums of a day work as before', async () => {
    const { pauses } = world.oware;
    const order = { queue: 'payouts', reason: 'wallet under investigation', by: 'ada' } as const;
    const payout = { day: FUTURE_DAY, reference: 'transfer:1', amountKobo: kobo(100), key: 'shop' };
    await pauses.pause(order);
    await world.oware.countPayout(payout);
    const ids = [controlId(world.taskQueue), payoutDayId(FUTURE_DAY)];
    for (const id of ids) await world.handle(id).cancel();
    expect(await pauses.resume(order)).toMatchObject({ pause: { queue: 'payouts' } });
    const second = await world.oware.countPayout({ ...payout, reference: 'transfer:2' });
    expect(second).toMatchObject({ sumKobo: 200 });
    for (const id of ids) {
      expect((await world.handle(id).describe()).status.name).toBe('RUNNING');
      await expectUntouched(id);
    }
  });
});
