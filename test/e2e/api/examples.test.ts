import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesAt } from '../../../src/api/examples.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const EXAMPLES = examplesAt(Date.now());
const OWN = `example-${process.pid}`;

/** The example, under references of this test: the worlds of all tests share a namespace. */
function exampleOf(route: string): Record<string, unknown> {
  const body = EXAMPLES[route] as Record<string, unknown>;
  const { reference } = body;
  return typeof reference === 'string' ? { ...body, reference: `${OWN}-${reference}` } : body;
}

async function send(route: string, path = route) {
  const [method = '', url = ''] = path.split(' ');
  return world.call(method as 'POST' | 'PUT', url, exampleOf(route));
}

const ALONE = [
  'POST /v1/checkouts',
  'POST /v1/invoices',
  'POST /v1/reserved-accounts',
  'POST /v1/mandates',
  'POST /v1/transfers',
  'POST /v1/batches',
  'POST /v1/bills',
  'POST /v1/paycodes',
  'POST /v1/customer-hashes',
  'POST /v1/name-enquiries',
  'POST /v1/verifications/bvn',
  'POST /v1/verifications/bvn-account',
  'POST /v1/verifications/nin',
  'POST /v1/sub-accounts',
  'POST /v1/limit-profiles',
  'POST /v1/wallets',
];

describe('an example of the API reference', () => {
  it.each(ALONE)('is sent as it is: %s', async (route) => {
    const { status, body } = await send(route);
    expect({ status: Math.floor(status / 100), body }).toMatchObject({ status: 2 });
    expect(body).not.toHaveProperty('reviewItems');
  });

  it('pays by card with an OTP, refunds nothing that the gateway cannot, and charges the card again', async () => {
    const path = `/v1/checkouts/${OWN}-order-1`;
    const card = await send('POST /v1/checkouts/{reference}/card', `POST ${path}/card`);
    expect(card.body).toMatchObject({ card: { state: 'OTP_REQUIRED' } });
    await send('POST /v1/checkouts/{reference}/otp', `POST ${path}/otp`);
    await world.becomes(`${OWN}-order-1`, 'PAID');
    const refund = await send('POST /v1/checkouts/{reference}/refunds', `POST ${path}/refunds`);
    expect(refund).toMatchObject({ status: 422, body: { moneyMoved: 'no' } });
  });

  it.each([
    'POST /v1/reserved-accounts/{reference}/linked-accounts',
    'PUT /v1/reserved-accounts/{reference}/bvn',
    'PUT /v1/reserved-accounts/{reference}/kyc',
    'PUT /v1/reserved-accounts/{reference}/payment-sources',
  ])('changes the reserved account of another example: %s', async (route) => {
    const { status, body } = await send(route, route.replace('{reference}', `${OWN}-customer-12`));
    expect({ status, body }).toMatchObject({ status: 200 });
  });
});
