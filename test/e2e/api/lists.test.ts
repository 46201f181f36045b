import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld();
  checkouts = createCheckouts(world, 'listed');
});
afterAll(() => world.close());

interface Row {
  readonly reference: string;
  readonly state: string;
  readonly url: string;
}

async function list(query: string) {
  const { status, body } = await world.call('GET', `/v1/checkouts?${query}`);
  return { status, rows: body.rows as readonly Row[], next: body.next as string | undefined, body };
}

/** Visibility lags: repeats until the list has so many rows. */
function listed(query: string, count: number) {
  return waitUntil(`a list of ${count} rows`, async () => {
    const page = await list(query);
    return page.rows.length === count ? page : undefined;
  });
}

async function hashOf(email: string): Promise<string> {
  const { body } = await world.call('POST', '/v1/customer-hashes', { email });
  return body.customer as string;
}

const customerOf = (email: string) => ({ customer: { email, name: 'Ada Obi' } });

describe('a list of checkouts', () => {
  it('is filtered by customer, amount and state together, and shows no e-mail address', async () => {
    const email = 'ada@lists.example.com';
    const [small, large, paid] = [
      checkouts.newReference(),
      checkouts.newReference(),
      checkouts.newReference(),
    ];
    await checkouts.create(small, { ...customerOf(email), amount: '100.00' });
    await checkouts.create(large, { ...customerOf('ADA@lists.example.com'), amount: '9000.00' });
    await checkouts.create(paid, { ...customerOf(email), amount: '9000.00' });
    await world.pay(await checkouts.virtualAccount(paid), '9000.00');
    await world.becomes(paid, 'PAID');
    const customer = await hashOf('Ada@Lists.example.com');

    const all = await listed(`customer=${customer}`, 3);
    expect(all.rows.map(({ reference }) => reference).toSorted()).toEqual([small, large, paid].toSorted());
    expect(JSON.stringify(all.body)).not.toContain('lists.example.com');
    const some = await listed(`customer=${customer}&minAmount=5000.00&state=PENDING`, 1);
    expect(some.rows).toMatchObject([{ reference: large, state: 'PENDING', url: `/v1/checkouts/${large}` }]);
    expect((await listed(`customer=${customer}&state=PAID,OVERPAID`, 1)).rows).toMatchObject([
      { reference: paid, amount: '9000.00' },
    ]);
  });

  it('pages to the end without a gap or a double while new ones arrive', async () => {
    const email = 'chidi@lists.example.com';
    const references = Array.from({ length: 7 }, () => checkouts.newReference());
    for (const reference of references) await checkouts.create(reference, customerOf(email));
    const customer = await hashOf(email);
    await listed(`customer=${customer}`, 7);

    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(`customer=${customer}&limit=3${cursor}`);
      seen.push(...page.rows.map(({ reference }) => reference));
      await checkouts.create(checkouts.newReference(), customerOf(email));
      cursor = page.next === undefined ? '' : `&cursor=${encodeURIComponent(page.next)}`;
    } while (cursor !== '');
    expect(seen).toEqual(references.toReversed());
  });

  it('has one row for a checkout that a late event ran again', async () => {
    const email = 'ngozi@lists.example.com';
    const reference = checkouts.newReference();
    await checkouts.create(reference, customerOf(email));
    const account = await checkouts.virtualAccount(reference);
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.becomes(reference, 'PAID');
    const customer = await hashOf(email);
    const { rows } = await waitUntil('the new state in the list', async () => {
      const page = await list(`customer=${customer}`);
      return page.rows.some(({ state }) => state === 'PAID') ? page : undefined;
    });
    expect(rows).toMatchObject([{ reference, state: 'PAID' }]);
  });

  it('refuses a cursor of another list, and one that was made up', async () => {
    const email = 'bola@lists.example.com';
    for (let n = 0; n < 2; n++) await checkouts.create(checkouts.newReference(), customerOf(email));
    const customer = await hashOf(email);
    await listed(`customer=${customer}`, 2);
    const { next = '' } = await list(`customer=${customer}&limit=1`);
    const other = await list(`limit=1&cursor=${encodeURIComponent(next)}`);
    expect(other).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    const madeUp = [
      'abc',
      Buffer.from(JSON.stringify({ asOf: 1, list: '', token: 'AAAA' })).toString('base64url'),
      next.slice(0, -4),
    ];
    for (const cursor of madeUp) {
      expect(await list(`customer=${customer}&cursor=${cursor}`)).toMatchObject({ status: 400 });
    }
  });

  it('refuses a parameter that it does not know, and names it', async () => {
    const { status, body } = await list('stat=PAID');
    expect({ status, body }).toMatchObject({ status: 400, body: { type: '/problems/invalid' } });
    expect(JSON.stringify(body.errors)).toContain('stat');
  });
});

it('everything that needs review is in one list, by kind', async () => {
  const reference = checkouts.newReference();
  await checkouts.create(reference);
  const account = await checkouts.virtualAccount(reference);
  await world.call('POST', `/v1/checkouts/${reference}/cancel`);
  await world.pay(account, '2500.00');
  await world.merchant.receives(reference, 'checkout.on-hold');
  const { body } = await waitUntil('the review item in the list', async () => {
    const page = await world.call('GET', '/v1/reviews?review=paid-late');
    return JSON.stringify(page.body).includes(reference) ? page : undefined;
  });
  const row = (body.rows as readonly Row[]).find((each) => each.reference === reference);
  expect(row).toMatchObject({ lifecycle: 'checkout', review: ['paid-late'], atRisk: '2500.00' });
});
