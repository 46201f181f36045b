import { expect } from 'vitest';
import type { World } from '../world/world.js';
import { type Checkouts, createCheckouts } from './checkouts.js';

/** Each pays one checkout and returns its workflow id after the run has closed, without any query in between. */
export const PAID_CHECKOUTS = {
  onHostedPage: async (world: World): Promise<string> => {
    const checkouts = createCheckouts(world, 'hosted');
    const body = await openAtOnce(checkouts);
    expect(await world.payOnHostedPage(body.transactionReference)).toBe(303);
    return paid(world, checkouts.id(body.reference));
  },
  throughVirtualAccount: async (world: World): Promise<string> => {
    const checkouts = createCheckouts(world, 'virtual-account');
    const { reference } = await openAtOnce(checkouts);
    await world.pay(await checkouts.virtualAccount(reference), '2500.00');
    return paid(world, checkouts.id(reference));
  },
};

const MOST_ATTEMPTS = 5;

/** On a busy machine a create may return before the page is known; such a checkout costs more, so it is not counted. */
async function openAtOnce(checkouts: Checkouts) {
  for (let attempt = 1; ; attempt++) {
    const { status, body } = await checkouts.create(checkouts.newReference());
    if (body.transactionReference) return body;
    if (attempt === MOST_ATTEMPTS) throw new Error(`no page: ${status} ${JSON.stringify(body)}`);
  }
}

async function paid(world: World, workflowId: string): Promise<string> {
  const result: unknown = await world.handle(workflowId).result();
  expect(result).toMatchObject({ state: 'PAID' });
  return workflowId;
}
