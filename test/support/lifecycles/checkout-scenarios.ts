import { expect } from 'vitest';
import type { World } from '../world/world.js';
import { createCheckouts } from './checkouts.js';

/** Each pays one checkout and returns its workflow id after the run has closed, without any query in between. */
export const PAID_CHECKOUTS = {
  onHostedPage: async (world: World): Promise<string> => {
    const checkouts = createCheckouts(world, 'hosted');
    const { body } = await checkouts.create(checkouts.newReference());
    expect(await world.payOnHostedPage(body.transactionReference)).toBe(303);
    return paid(world, checkouts.id(body.reference));
  },
  throughVirtualAccount: async (world: World): Promise<string> => {
    const checkouts = createCheckouts(world, 'virtual-account');
    const { reference, account } = await checkouts.openWithAccount();
    await world.pay(account, '2500.00');
    return paid(world, checkouts.id(reference));
  },
};

async function paid(world: World, workflowId: string): Promise<string> {
  const result: unknown = await world.handle(workflowId).result();
  expect(result).toMatchObject({ state: 'PAID' });
  return workflowId;
}
