import { request } from 'undici';
import { checkAll, showViolation } from '../../../src/certify/check.js';
import { observe } from '../../../src/certify/observe.js';
import type { Books } from '../../../src/certify/seen.js';
import type { World } from './world.js';

/** What contradicts itself between the books, Oware and the merchant, over everything that was made in this world. */
export async function violationsIn(world: World): Promise<string[]> {
  const { gatewayUrl, account, merchant } = world;
  const observation = await observe({
    read: async (path) => {
      const { status, body } = await world.call('GET', path);
      return status === 200 ? body : undefined;
    },
    books: async () => {
      const reply = await request(`${gatewayUrl}/sandbox/books?merchant=${account.id}`);
      return (await reply.body.json()) as Books;
    },
    webhooks: merchant.webhooks,
  });
  // who sees nothing finds nothing
  if (observation.seen.length === 0) throw new Error('Oware lists nothing that was made in this world');
  return checkAll(observation, 'at rest').violations.map(showViolation);
}
