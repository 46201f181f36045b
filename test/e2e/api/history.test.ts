import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld();
  checkouts = createCheckouts(world, 'history');
});
afterAll(() => world.close());

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly what: string;
  readonly sent?: unknown;
  readonly answered?: unknown;
}

async function timelineOf(reference: string) {
  const { body } = await world.call('GET', `/v1/checkouts/${reference}/timeline`);
  return body as unknown as { readonly entries: readonly Entry[]; readonly isComplete: boolean };
}

describe('the timeline of a paid checkout', () => {
  it('tells states, commands, events, gateway calls and webhooks in order, without personal data', async () => {
    const reference = checkouts.newReference();
    const { body } = await checkouts.create(reference, {
      customer: { email: 'ada@timeline.example.com', name: 'Ada Timeline' },
    });
    const account = await checkouts.virtualAccount(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await world.handle(`checkout:${reference}`).result();

    const { entries, isComplete } = await timelineOf(reference);
    expect(isComplete).toBe(true);
    const times = entries.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const kinds = entries.map(({ kind, what }) => `${kind} ${what}`);
    for (const line of [
      'run Workflow started',
      'state PENDING',
      'command requestVirtualAccount',
      'event Event received',
      'state PAID',
      'webhook Deliver webhook checkout.paid',
      'run Workflow completed',
    ]) {
      expect(kinds).toContain(line);
    }
    const check = entries.find(({ kind, what }) => kind === 'call' && what.startsWith('Check'));
    expect(check).toMatchObject({
      sent: { transactionReference: body.transactionReference },
      answered: { body: { transactionReference: body.transactionReference } },
    });
    const text = JSON.stringify(entries);
    for (const secret of ['Ada Timeline', 'ada@timeline', account.accountNumber]) {
      expect(text).not.toContain(secret);
    }
  });

  it('includes the runs before a late event', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.becomes(reference, 'PAID');
    const { entries } = await timelineOf(reference);
    const states = entries.filter(({ kind }) => kind === 'state').map(({ what }) => what);
    expect(states).toEqual(['PENDING', 'CANCELLED', 'PAID']);
    expect(entries.filter(({ what }) => what === 'Workflow started')).toHaveLength(2);
  });

  it('of an unknown reference is not found', async () => {
    const { status } = await world.call('GET', '/v1/checkouts/no-such-order/timeline');
    expect(status).toBe(404);
  });
});

describe('a checkout explained', () => {
  it('while it is open: what it waits for, what is checked next, what to say to the customer', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await checkouts.virtualAccount(reference);
    const { body } = await world.call('GET', `/v1/checkouts/${reference}/explain`);
    expect(body).toMatchObject({
      waitsFor: 'the payment',
      customer: 'We have not received your payment yet. You can still pay.',
      review: [],
    });
    expect(body.summary).toContain(`The checkout ${reference} is PENDING`);
    expect(body.next).toHaveLength(1);
    expect(String(body.next)).toMatch(/\d{2}:\d{2}:\d{2} \(Lagos\): /);
  });

  it('after the end: what happened, and nothing more to wait for', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await world.pay(await checkouts.virtualAccount(reference), '2500.00');
    await world.becomes(reference, 'PAID');
    await world.handle(`checkout:${reference}`).result();
    const { body } = await world.call('GET', `/v1/checkouts/${reference}/explain`);
    expect(body).toMatchObject({ next: [], customer: 'We received your payment.' });
    expect(body).not.toHaveProperty('waitsFor');
    expect(body.happened).toHaveLength(2);
  });

  it('with a late payment: which item a person resolves, and how much is at risk', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    await world.call('POST', `/v1/checkouts/${reference}/cancel`);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    const { body } = await world.call('GET', `/v1/checkouts/${reference}/explain`);
    expect(String(body.review)).toContain('At risk: ₦2,500.00');
  });
});
