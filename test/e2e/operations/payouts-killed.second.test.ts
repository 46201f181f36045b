import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { createCharges } from '../../support/lifecycles/charges.js';
import { createMandates } from '../../support/lifecycles/mandates.js';
import { createBills } from '../../support/lifecycles/bills.js';
import { createPaycodes } from '../../support/lifecycles/paycodes.js';
import { createRefunds, type PaidCheckout } from '../../support/lifecycles/refunds.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import type { OwareProcess } from '../../support/processes/oware-process.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';

/** Payouts of each kind whose worker is killed between the send and its reply. */
const KILLED = Number(process.env.OWARE_TEST_KILLED_PAYOUTS ?? 3);
/** Of each kind: all must be sent before the first call ends by its own deadline. */
const IN_FLIGHT = 5;
/** The engine notices a killed worker when the call's time is up. */
const NOTICED_WITHIN_MS = 120_000;
/** How soon the second worker looks for what the first one sent, and how soon a run with nothing left to do closes. */
const SOON = {
  OWARE_RECHECK_SCHEDULE_MS: '300,1000,3000',
  OWARE_CHECK_GAP_MS: '1000',
  OWARE_GATEWAY_EVENT_GRACE_MS: '500',
  OWARE_DEBIT_CHECKS_MS: '1000,3000',
};

interface Payouts {
  readonly endpoint: string;
  /** What must be there before the payouts can be asked for. */
  readonly prepare?: (references: readonly string[]) => Promise<unknown>;
  /** Asks for a payout, without waiting for its outcome. */
  readonly start: (reference: string) => Promise<unknown>;
  /** The movements of its money by the ledger, of each beneficiary. */
  readonly causes: (reference: string) => Movements | Promise<Movements>;
  /** Ids of its workflows; the first one sends. */
  readonly workflows: (reference: string) => readonly [string, ...string[]];
  /** Waits until nothing more can be sent; unless given, until its workflows have closed. */
  readonly ended?: (reference: string) => Promise<unknown>;
  /** The state that the API shows. */
  readonly stateOf: (reference: string) => Promise<string>;
  /** The money that reached each beneficiary, in kobo. */
  readonly received: (reference: string) => readonly number[] | Promise<readonly number[]>;
  /** How each payout ends, what each beneficiary receives, and the movements of that. */
  readonly expected: {
    readonly state: string;
    readonly received: readonly number[];
    readonly causes: readonly string[];
  };
}

type Movements = readonly (readonly string[])[];

/** Refusals of requests whose replies are not waited for. */
const refusals: string[] = [];

/** Its reply waits for that of the gateway, which comes after the worker was killed. */
function withoutWaiting(request: () => ReturnType<TimeTravelWorld['call']>): void {
  request().then(
    ({ status, body }) => status >= 400 && refusals.push(JSON.stringify(body)),
    (error: unknown) => refusals.push(String(error)),
  );
}

const SENT_ONCE = ['transfer-sent', 'transfer-arrived'];

function transfers(world: TimeTravelWorld): Payouts {
  const all = createTransfers(world);
  return {
    endpoint: 'initiateTransfer',
    start: (reference) => all.start(reference),
    workflows: (reference) => [all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => [all.paidOut(reference)],
    expected: { state: 'SUCCESS', received: [500_000], causes: SENT_ONCE },
  };
}

const ROWS = [1, 2, 3];

/** A batch is never sent again: reads must find each. */
function batches(world: TimeTravelWorld): Payouts {
  const all = createBatches(world);
  let people = 70_000;
  return {
    endpoint: 'initiateBatch',
    // an equal batch would be held for confirmation
    start: (reference) => all.create(reference, rowsToPeople(ROWS.length, (people += ROWS.length))),
    workflows: (reference) => [all.partId(reference, 1), all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => ROWS.map((row) => all.causesOf(reference, row)),
    received: (reference) => ROWS.map((row) => all.paidOut(reference, row)),
    expected: { state: 'COMPLETED', received: [500_000, 500_000, 500_000], causes: SENT_ONCE },
  };
}

function refunds(world: TimeTravelWorld): Payouts {
  const all = createRefunds(world, 'killed-refund');
  const paid = new Map<string, PaidCheckout>();
  const checkoutOf = (reference: string) => {
    const checkout = paid.get(reference);
    if (!checkout) throw new Error(`no checkout was paid for ${reference}`);
    return checkout;
  };
  return {
    endpoint: 'initiateRefund',
    prepare: (references) =>
      Promise.all(references.map(async (reference) => paid.set(reference, await all.paidCheckout()))),
    start: (reference) => {
      withoutWaiting(() => all.ofCheckout(checkoutOf(reference).reference, reference));
      return Promise.resolve();
    },
    workflows: (reference) => [all.id(checkoutOf(reference).transactionReference)],
    stateOf: async (reference) =>
      (await all.read(reference, checkoutOf(reference).transactionReference)).body.state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => [all.paidBack(reference)],
    expected: { state: 'COMPLETED', received: [150_000], causes: ['refund-sent', 'refund-arrived'] },
  };
}

/** Charges of a card token: the money comes in, and a second send would take it twice. */
function charges(world: TimeTravelWorld): Payouts {
  const all = createCharges(world, 'killed-charge');
  const checkouts = new Map<string, string>();
  // the ledger names only the gateway's transaction: the amount tells one charge from another
  const amountOf = (reference: string) => 7_001 + [...checkouts.keys()].indexOf(reference);
  const collected = (reference: string) =>
    world.sandbox.ledger
      .entries()
      .filter(({ lines }) => lines.some(({ amountKobo }) => amountKobo === -100 * amountOf(reference)));
  return {
    endpoint: 'chargeCardToken',
    prepare: (references) =>
      Promise.all(references.map(async (reference) => checkouts.set(reference, await all.paidByCard()))),
    start: (reference) =>
      all.start(reference, { checkout: checkouts.get(reference), amount: `${amountOf(reference)}.00` }),
    workflows: (reference) => [all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => [collected(reference).map(({ cause }) => cause)],
    received: (reference) => collected(reference).map(() => 1),
    expected: { state: 'PAID', received: [1], causes: ['collection'] },
  };
}

/** The mandate of a debit stays open: only the debit ends. */
function debits(world: TimeTravelWorld): Payouts {
  const all = createMandates(world);
  const atGateway = (reference: string) => demandReference(reference, 'killed');
  return {
    endpoint: 'debitMandate',
    prepare: (references) =>
      all.activateAll(Object.fromEntries(references.map((reference) => [reference, {}]))),
    start: (reference) => {
      withoutWaiting(() => all.debit(reference, 'killed'));
      return Promise.resolve();
    },
    workflows: (reference) => [all.id(reference)],
    ended: (reference) => all.debitBecomes(reference, 'killed', 'PAID', NOTICED_WITHIN_MS),
    stateOf: async (reference) => (await all.debits(reference))[0]?.state ?? 'none',
    causes: async (reference) => [await all.collected(atGateway(reference))],
    received: async (reference) => [await all.received(atGateway(reference))],
    expected: { state: 'PAID', received: [500_000], causes: ['collection'] },
  };
}

function bills(world: TimeTravelWorld): Payouts {
  const all = createBills(world);
  return {
    endpoint: 'vendBill',
    start: (reference) => all.start(reference),
    workflows: (reference) => [all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => [all.paidOut(reference)],
    expected: { state: 'SUCCESS', received: [99_000], causes: ['bill'] },
  };
}

/** A paycode stays open until it is redeemed: only its issue ends. */
function paycodes(world: TimeTravelWorld): Payouts {
  const all = createPaycodes(world);
  return {
    endpoint: 'createPaycode',
    start: (reference) => all.start(reference),
    workflows: (reference) => [all.id(reference)],
    ended: all.issued,
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => all.causesOf(reference).map(() => 1),
    expected: { state: 'PENDING', received: [1], causes: ['paycode-issued'] },
  };
}

const KINDS = { transfers, batches, refunds, charges, debits, bills, paycodes };

let world: TimeTravelWorld;
let worker: OwareProcess;
let payouts: Readonly<Record<Kind, Payouts>>;
beforeAll(
  async () => {
    world = await createTimeTravelWorld({ withWorker: false });
    await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
    payouts = mapKinds((kind) => KINDS[kind](world));
    worker = await startWorker(world, SOON);
    const left = mapKinds(referencesOf);
    while (left.bills.length > 0) {
      await killBetweenSendAndReply(mapKinds((kind) => left[kind].splice(0, IN_FLIGHT)));
    }
  },
  NOTICED_WITHIN_MS * (1 + Math.ceil(KILLED / IN_FLIGHT)),
);
afterAll(async () => {
  await worker.kill('SIGTERM');
  await world.close();
});

type Kind = keyof typeof KINDS;

const mapKinds = <Result>(toResult: (kind: Kind) => Result) =>
  Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, toResult(kind as Kind)])) as Record<
    Kind,
    Result
  >;

function referencesOf(kind: Kind): string[] {
  return Array.from({ length: KILLED }, (_, n) => `killed-${kind}-${process.pid}-${n + 1}`);
}

/**
 * The gateway moves the money at once and answers a minute later; meanwhile the worker dies. Another worker must find
 * each payout, and send none again.
 */
async function killBetweenSendAndReply(references: Readonly<Record<Kind, readonly string[]>>): Promise<void> {
  const each = Object.entries(payouts).map(([kind, of]) => ({ ...of, references: references[kind as Kind] }));
  // new workflows start at the machine's time
  await world.backToNow();
  for (const kind of each) await kind.prepare?.(kind.references);
  for (const { endpoint, references } of each) {
    const slow = { when: 'after', times: references.length, fault: { kind: 'delay', ms: 60_000 } };
    await world.planFault({ on: 'call', endpoint, ...slow });
  }
  await Promise.all(each.flatMap(({ references, start }) => references.map((reference) => start(reference))));
  for (const { endpoint, references, causes } of each) {
    await waitUntil(`${references.length} of ${endpoint}`, async () => {
      const movements = await Promise.all(references.map(async (reference) => causes(reference)));
      return movements.every((all) => all.every((one) => one.length > 0));
    }).catch((cause: unknown) => {
      throw new Error(`${String(cause)}; refused: ${refusals.join(', ') || 'none'}`, { cause });
    });
  }
  await worker.kill('SIGKILL');
  await world.clearFaults();
  worker = await startWorker(world, SOON);
  // as long as a run is open it could send again
  for (const { references, workflows, ended } of each) {
    const isClosed = (reference: string) =>
      Promise.all(workflows(reference).map((id) => world.closed(id, NOTICED_WITHIN_MS)));
    await Promise.all(references.map(ended ?? isClosed)).catch((cause: unknown) => {
      throw new Error(`${String(cause)}; the second worker's output:\n${worker.lines.join('\n')}`, { cause });
    });
  }
}

describe('a worker that is killed between a send and its reply', () => {
  it.for(Object.keys(KINDS) as Kind[])(`pays ${KILLED} %s once each`, async (kind) => {
    const { workflows, stateOf, received, causes, expected } = payouts[kind];
    for (const reference of referencesOf(kind)) {
      // no worker reported the reply
      const { counts } = await costOf(world.client, workflows(reference)[0]);
      expect(counts).toHaveProperty('ACTIVITY_TASK_TIMED_OUT');
      expect(await stateOf(reference)).toBe(expected.state);
      expect(await received(reference)).toEqual(expected.received);
      expect(await causes(reference)).toEqual(expected.received.map(() => expected.causes));
    }
  });

  it('leaves a balanced ledger', () => {
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });
});
