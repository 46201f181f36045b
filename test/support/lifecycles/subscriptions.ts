import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { attemptReference } from '../../../src/domain/subscription/period.js';
import { waitUntil } from '../wait-until.js';
import type { Reply, World } from '../world/world.js';
import { createCharges } from './charges.js';

export interface ShownPeriod {
  readonly day: string;
  readonly state: string;
  readonly reason: string;
  readonly retryAt?: string;
  readonly attempts: readonly {
    readonly reference: string;
    readonly state: string;
    readonly reason: string;
  }[];
}

export const periodsIn = (body: object) => (body as { periods: ShownPeriod[] }).periods;

/** What a merchant does with subscriptions of ₦1,500.00 every ten days, the first one due at once. */
export function createSubscriptions(world: World, prefix: string) {
  const charges = createCharges(world, prefix);
  const id = (reference: string) => `subscription:${reference}`;
  const path = (reference: string) => `/v1/subscriptions/${reference}`;
  const today = () => dayOf(Date.now());
  const read = async (reference: string) => (await world.call('GET', path(reference))).body;

  const create = (reference: string, terms: object, plan: object = {}) =>
    world.call('POST', '/v1/subscriptions', {
      reference,
      amount: '1500.00',
      plan: { every: { unit: 'DAY', count: 10 }, firstDay: today(), at: '00:00', ...plan },
      ...terms,
    });

  return {
    ...charges,
    id,
    create,
    read,
    today,
    dayAfter: (days: number) => addDays(today(), days),
    /** A call under the subscription's path. */
    post: (reference: string, step: string, body?: object): Promise<{ status: number; body: Reply }> =>
      world.call('POST', `${path(reference)}/${step}`, body),
    periods: async (reference: string) => periodsIn(await read(reference)),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'subscriptions'),
    closed: (reference: string) => world.closed(id(reference)),
    /** Waits until the period of the nth due date is in this state. */
    periodBecomes: (reference: string, n: number, state: string) =>
      waitUntil(`period ${n} of ${reference} ${state}`, async () => {
        const period = periodsIn(await read(reference))[n];
        return period?.state === state ? period : undefined;
      }),
    /** The reference at the gateway of a charge, by the days since today and the number of the attempt. */
    attempt: (reference: string, days: number, n = 1) =>
      attemptReference(reference, addDays(today(), days), n),
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
