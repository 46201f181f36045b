import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Resolution, ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, kobo } from '../../../src/domain/money.js';
import { createScriptedDebits } from '../../support/lifecycles/scripted-debits.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedBatches } from '../../support/world/scripted-batches.js';
import {
  accountTerms,
  ASKED,
  createScriptedWorld,
  eventOf,
  fails,
  foundTransaction,
  noTransactions,
  opens,
  record,
  reservesAccount,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { ALL_PAYOUT_KINDS, createScriptedPayouts } from '../../support/world/scripted-payout-kinds.js';
import { payoutEvent } from '../../support/world/scripted-payouts.js';
import { transactionOf } from '../../support/world/scripted-refund-client.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => world.clearScript());
afterEach(() => world.endAll());
afterAll(() => world.close());

type Decision = Resolution['decision'];

/** A lifecycle of which an event reports money that its record does not show. */
interface Claimed {
  readonly client: {
    readonly get: (reference: string) => Promise<{ readonly review: readonly ReviewItem[] }>;
    readonly resolve: (reference: string, key: string, resolution: Resolution) => Promise<unknown>;
  };
  readonly reference: string;
  /** The same event, under another key of the gateway. */
  readonly again: () => Promise<unknown>;
  /** Something arrives that the person has not seen. */
  readonly more: () => Promise<unknown>;
  readonly decide: (decision: Decision, item: ReviewItem) => Promise<unknown>;
}

const reason = 'by the bank statement';

/** Events about money that a payer sends, or that is pulled: they name an amount. */
function claimsOf(lifecycle: string, reference: string, about: string, amount: Kobo) {
  const report = (key: string, amountKobo: Kobo) =>
    world.oware.deliverEvent(
      { lifecycle, reference },
      eventOf(about, { key, amountKobo, transactionReference: `T-${about}` }),
    );
  return {
    first: () => report('first', amount),
    again: () => report('again', amount),
    more: () => report('more', kobo(3 * amount)),
  };
}

async function order(): Promise<Claimed> {
  Object.assign(world.script, {
    initTransaction: opens,
    searchTransactions: foundTransaction,
    getTransaction: record('PENDING'),
  });
  const reference = world.name('order');
  const client = world.oware.checkouts;
  await client.create(terms(reference));
  const { first, ...claims } = claimsOf('checkout', reference, reference, ASKED);
  await first();
  return { ...claims, reference, client, decide: unsigned(client, reference) };
}

async function credit(): Promise<Claimed> {
  const reference = world.name('credit');
  Object.assign(world.script, {
    createReservedAccount: reservesAccount,
    listReservedAccountTransactions: noTransactions,
    getTransaction: record('PENDING', 0, { product: { type: 'RESERVED_ACCOUNT', reference } }),
  });
  const client = world.oware.reservedAccounts;
  await client.create(accountTerms(reference));
  const { first, ...claims } = claimsOf('reserved-account', reference, reference, kobo(1_000_00));
  await first();
  return { ...claims, reference, client, decide: unsigned(client, reference) };
}

const unsigned =
  (client: Claimed['client'], reference: string): Claimed['decide'] =>
  (decision, { key, version = '' }) =>
    client.resolve(reference, key, { decision, reason, version });

/** The event of a payout names no amount: what the person has not seen is another record. */
async function payout(name: string): Promise<Claimed> {
  const payouts = createScriptedPayouts(world, ALL_PAYOUT_KINDS);
  payouts.install();
  const kind = ALL_PAYOUT_KINDS.find((each) => each.name === name)!;
  const payment = payouts.start(kind, 'seen', {
    send: fails('outcome-unknown', 'HTTP 502'),
    read: kind.record(kind.underWay),
  });
  const { reference, client, resolveVersion } = payment;
  await payment.sent();
  const report = (key: string) =>
    name === 'refund'
      ? world.oware.deliverEvent(
          { lifecycle: 'refunds-of', reference: transactionOf(reference) },
          {
            kind: 'refund',
            key,
            eventType: 'SUCCESSFUL_REFUND',
            transactionReference: transactionOf(reference),
            refundReference: reference,
            status: 'COMPLETED',
          },
        )
      : world.oware.deliverEvent({ lifecycle: name, reference }, payoutEvent(reference, 'SUCCESS', { key }));
  await report('first');
  return {
    reference,
    client,
    again: () => report('again'),
    more: async () => {
      payment.shows('FAILED');
      await client.requestCheck(reference);
    },
    decide: (decision, { key, version }) => resolveVersion(decision, key, version),
  };
}

async function part(): Promise<Claimed> {
  const batches = createScriptedBatches(world);
  batches.reset();
  const batch = world.name('part');
  await batches.create(batch, 1);
  await waitUntil('its row', () => batches.records.size > 0);
  const client = world.oware.batchParts;
  const reference = `${batch}/1`;
  await batches.report(batch, 1, 'SUCCESS');
  return {
    reference,
    client,
    again: () => batches.report(batch, 1, 'SUCCESS', { key: 'again' }),
    more: async () => {
      batches.show(batch, [1], 'FAILED');
      await client.requestCheck(reference);
    },
    decide: (decision, { key, version }) => batches.decide(batch, decision, key, { version }),
  };
}

async function pull(): Promise<Claimed> {
  const debits = createScriptedDebits(world);
  debits.reset();
  const { pull: reference } = await debits.failOnce(['pull']);
  const debit = debits.attempt(reference, 1);
  const { first, ...claims } = claimsOf('mandate', reference, debit, kobo(5_000_00));
  await first();
  return {
    ...claims,
    reference,
    client: world.oware.mandates,
    decide: (decision, { key, version = '' }) => debits.decide(reference, key, { decision, version }),
  };
}

const FAMILIES: readonly (readonly [string, () => Promise<Claimed>])[] = [
  ['a payment of an order', order],
  ['a payout', () => payout('transfer')],
  ['a refund', () => payout('refund')],
  ['a row of a part', part],
  ['a debit', pull],
  ['a credit of an account', credit],
];

describe('a decision is about what the person saw', () => {
  it.each(FAMILIES)('of %s', async (_name, claimed) => {
    const { client, reference, again, more, decide } = await claimed();
    const items = async () =>
      (await client.get(reference)).review.filter(({ kind }) => kind === 'unproven-event');
    const item = async () => (await items())[0];
    const isThere = async () => (await items()).length === 1;
    await world.passUntil('the item', isThere, 26 * HOUR);
    const seen = (await item())!;
    await again();
    await world.pass(2 * MINUTE, MINUTE);
    // its record is read a few times more before a person is asked again
    await world.passUntil('the same item', isThere, 26 * HOUR);
    expect(await item()).toMatchObject({ key: seen.key, version: seen.version });

    await more();
    const isOther = async () => ((await item()) ?? seen).version !== seen.version;
    await world.passUntil('what is new', isOther, 26 * HOUR);
    const now = (await item())!;
    // a larger claim of a debit has a key of its own
    const refused = now.key === seen.key ? 'review-item-changed' : 'nothing-to-resolve';
    await expect(decide('happened', seen)).rejects.toMatchObject({ reason: refused });
    await expect(client.resolve(reference, now.key, { decision: 'happened', reason })).rejects.toMatchObject({
      reason: 'review-item-changed',
      message: expect.stringContaining('version') as string,
      more: { reviewItem: { key: now.key, version: now.version, atRiskKobo: now.atRiskKobo } },
    });
    expect(await items()).toEqual([now]);
    expect(now.atRiskKobo).toBeGreaterThanOrEqual(seen.atRiskKobo);

    await decide('happened', now);
    expect(await items()).toEqual([]);
  });
});
