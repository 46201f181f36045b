import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScriptedWorld,
  foundTransaction,
  inTurn,
  noTransactions,
  opens,
  record,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { DEFAULT_RECHECKS, MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({ settings: { recheckScheduleMs: DEFAULT_RECHECKS } });
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = findsFirst;
  world.script.getTransaction = record('PENDING');
});
afterAll(() => world.close());

/** The search alone knows the amount that was asked for; it finds the first transaction, and no later one. */
const findsFirst = (request: Request) =>
  request.paymentReference?.includes('--') ? noTransactions() : foundTransaction(request);

const terminate = (reference: string) => world.handle(`checkout:${reference}`).terminate('by hand');

describe('a checkout whose run was terminated', () => {
  it('keeps its amount, and is PAID when the rest arrives', async () => {
    const reference = world.name('in-two-parts');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = record('PARTIALLY_PAID', 6_000_00);
    await world.report(reference, { amountKobo: kobo(6_000_00) });
    const part = await world.becomes(reference, 'PARTIALLY_PAID');
    expect(part).toMatchObject({ terms: { amountKobo: ASKED }, paid: { amountKobo: 6_000_00 } });
    expect(part).not.toHaveProperty('unexpected');
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    await world.becomes(reference, 'PAID');
    await world.receives(reference, ['checkout.partially-paid', 'checkout.paid']);
  });

  it('sends webhooks that come after all that the lost run has sent', async () => {
    const reference = world.name('ordered');
    await world.oware.checkouts.create(terms(reference));
    await world.oware.checkouts.cancel(reference);
    await world.closed(`checkout:${reference}`);
    // a second run reports the late money, and is lost: the third one loads the result of the first
    world.script.getTransaction = record('PARTIALLY_PAID', 6_000_00);
    await world.report(reference, { key: 'part', amountKobo: kobo(6_000_00) });
    await waitUntil('the news of the part', () => world.webhooks(reference).length === 2);
    await terminate(reference);
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference, { key: 'all' });
    await waitUntil('the news of the rest', () => world.webhooks(reference).length > 2);
    const order = world.webhooks(reference).map(({ epoch, sequence }) => `${epoch} ${sequence}`);
    expect(order).toEqual([...order].sort());
    expect(new Set(order).size).toBe(order.length);
  });

  it('is checked at the end of its window', async () => {
    const reference = world.name('unpaid');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = inTurn(record('PENDING'), record('EXPIRED'));
    await world.report(reference);
    await waitUntil(
      'its recovery',
      async () => (await world.read(reference).catch(() => undefined)) !== undefined,
    );
    await world.pass(60 * MINUTE, 5 * MINUTE);
    // an end is not believed while an event says otherwise: a person decides
    const { review } = await world.becomes(reference, 'CLOSING');
    expect(review).toMatchObject([{ kind: 'unproven-event' }]);
    const resolution = { decision: 'did-not-happen', reason: 'the payer confirms it' } as const;
    await resolveSeen(world.oware.checkouts, reference, review[0]?.key ?? '', resolution);
    expect(await world.becomes(reference, 'EXPIRED')).toMatchObject({ review: [] });
  });

  it('is recovered by the same create, which checks before it sends', async () => {
    const reference = world.name('same-create');
    await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    const sent = world.callsTo('initTransaction');
    await terminate(reference);
    const again = await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    expect(again).toMatchObject({
      kind: 'open',
      snapshot: { state: 'PENDING', transactions: [{ transactionReference: `T-${reference}` }] },
    });
    expect(world.callsTo('initTransaction')).toBe(sent);
  });

  it('gets a new transaction where the terminated run is proven to have sent nothing', async () => {
    const reference = world.name('nothing-sent');
    world.script.searchTransactions = noTransactions;
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    const sent = world.callsTo('initTransaction');
    const creating = world.oware.checkouts.create(terms(reference));
    await world.pass(2 * MINUTE, 10_000);
    expect((await creating).kind).toMatch(/open|working/);
    await waitUntil('its page', async () => (await world.read(reference)).transactions.length === 1);
    expect(world.callsTo('initTransaction')).toBe(sent + 1);
  });
});

describe('an event about a transaction of another system', () => {
  it('never creates a checkout with an amount of zero, which would be OVERPAID', async () => {
    const reference = world.name('foreign');
    world.script.getTransaction = inTurn(record('PENDING', 0, { totalPayable: 0 }), record('PAID', ASKED));
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    const paid = await world.becomes(reference, 'PAID');
    expect(paid).toMatchObject({ unexpected: true, terms: { amountKobo: ASKED } });
    await world.receives(reference, ['checkout.unexpected']);
  });
});
