import { expect } from 'vitest';
import { kobo, toNaira } from '../../../src/domain/money.js';
import { waitForState, waitUntil } from '../wait-until.js';
import type { Reply, World } from '../world/world.js';
import { resolveItem } from './review-items.js';

/** A settlement as the gateway made it. */
export interface Settled {
  readonly reference: string;
  readonly amountKobo: number;
  readonly count: number;
}

/** What the gateway and a merchant do with settlements. */
export function createSettlements(world: World) {
  const id = (reference: string) => `settlement:${reference}`;
  const path = (reference: string) => `/v1/settlements/${encodeURIComponent(reference)}`;
  const read = async (reference: string) => (await world.call('GET', path(reference))).body;

  async function settle(): Promise<Settled> {
    const made = (await world.control('settlements/run', {})) as unknown as readonly (Settled & {
      readonly merchantId: string;
    })[];
    const own = made.find(({ merchantId }) => merchantId === world.account.id);
    if (!own) throw new Error('nothing was settled');
    await world.sandbox.deliveries.settled();
    return own;
  }

  return {
    id,
    read,
    /** The gateway settles all money that it has collected and not settled yet. */
    settle,
    /** The same, and its event is lost. */
    async settleWithoutEvent(): Promise<Settled> {
      await world.planFault({ on: 'event', event: 'SETTLEMENT', fault: { kind: 'drop' } });
      return settle();
    },
    /** Waits until Oware shows it in this state. */
    becomes: (reference: string, state: string) =>
      waitForState(reference, state, async () => (await world.call('GET', path(reference))).body),
    closed: (reference: string) => world.closed(id(reference)),
    /** An event with this total, signed by the gateway. */
    announce: (reference: string, amountKobo: number, count = 1) =>
      world.postEvent({
        eventType: 'SETTLEMENT',
        eventData: {
          amount: toNaira(kobo(amountKobo)),
          settlementReference: reference,
          settlementTime: '28/06/2026 06:00:00 AM',
          transactionsCount: count,
          transactions: [],
        },
      }),
    resolve: (reference: string, key: string) =>
      resolveItem(world, { path: path(reference), key }, { decision: 'dismiss', reason: 'checked by hand' }),
    /** Its review items: kind and amount at risk. */
    async itemsOf(reference: string): Promise<readonly (readonly [string, number])[]> {
      const items = ((await read(reference)).reviewItems ?? []) as readonly Reply[];
      return items.map(({ key, atRiskKobo }) => [String(key), Number(atRiskKobo)] as const);
    },
    /** Waits until its run is closed, and checks that it is proven to the kobo. */
    async isProven({ reference, amountKobo, count }: Settled): Promise<Reply> {
      await this.becomes(reference, 'COMPLETED');
      const view = await read(reference);
      expect(view).toMatchObject({ totalKobo: amountKobo, listed: { count, netKobo: amountKobo } });
      return view;
    },
    eventOf: (reference: string) => waitUntil(`the event of ${reference}`, () => world.deliveryOf(reference)),
  };
}

export type Settlements = ReturnType<typeof createSettlements>;
