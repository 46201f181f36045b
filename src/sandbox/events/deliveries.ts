import { type Merchant, type WebhookUrls } from '../people/merchants.js';
import { planDeliveries, type Signing } from '../faults/event-faults.js';
import { notFound } from '../http/refusal.js';
import { type World } from '../world.js';

export interface SandboxEvent {
  readonly eventType: string;
  readonly eventData: Readonly<Record<string, unknown>>;
  readonly metaData?: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly at: number;
  /** The HTTP status, or why none came. */
  readonly outcome: string;
}

export interface Delivery {
  readonly id: string;
  readonly merchantId: string;
  readonly eventType: string;
  readonly url: string | null;
  /** The exact bytes that are signed and sent, at every attempt the same. */
  readonly body: string;
  readonly signing: Signing;
  readonly createdAt: number;
  readonly state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'no-address' | 'dropped';
  readonly attempts: readonly Attempt[];
}

const REMEMBERED = 1_000;

const ADDRESS_OF: Readonly<Record<string, keyof WebhookUrls>> = {
  SUCCESSFUL_TRANSACTION: 'collection',
  SUCCESSFUL_DISBURSEMENT: 'disbursement',
  FAILED_DISBURSEMENT: 'disbursement',
  REVERSED_DISBURSEMENT: 'disbursement',
  SUCCESSFUL_REFUND: 'refund',
  FAILED_REFUND: 'refund',
  SETTLEMENT: 'settlement',
};

/** Inside of a commit: the event is part of the step that caused it, and goes out once that step is kept. */
export function announce(world: World, merchant: Merchant, event: SandboxEvent): void {
  const group = ADDRESS_OF[event.eventType] ?? 'all';
  const url = merchant.webhookUrls[group] ?? merchant.webhookUrls.all ?? null;
  for (const { delayMs, ...plan } of planDeliveries(world, merchant, event)) {
    const delivery = toDelivery(world, { merchantId: merchant.id, eventType: event.eventType, url, ...plan });
    schedule(world, delivery, delayMs);
  }
  forgetOldest(world);
}

/** Inside of a commit: sends the same bytes once more, as a delivery of its own. */
export function replay(world: World, id: string): Delivery {
  const original = world.deliveries.get(id);
  if (!original) throw notFound(`There is no delivery ${id}, or it is forgotten by now`);
  const again = toDelivery(world, { ...original, state: 'waiting' });
  schedule(world, again, 0);
  return again;
}

function toDelivery(
  world: World,
  given: Pick<Delivery, 'merchantId' | 'eventType' | 'url' | 'body' | 'signing' | 'state'>,
): Delivery {
  return {
    ...given,
    id: `D${String(world.store.next('delivery')).padStart(8, '0')}`,
    createdAt: world.clock.now(),
    state: given.url === null ? 'no-address' : given.state,
    attempts: [],
  };
}

function schedule({ deliveries, agenda, clock }: World, delivery: Delivery, delayMs: number): void {
  deliveries.put(delivery);
  if (delivery.state !== 'waiting' && delivery.state !== 'held') return;
  agenda.add({ kind: 'deliver', subject: delivery.id, dueAt: clock.now() + delayMs });
}

/** Deliveries on their way are never forgotten, only finished ones, the oldest first. */
function forgetOldest({ deliveries }: World): void {
  if (deliveries.size <= REMEMBERED) return;
  for (const { id, state } of deliveries.values()) {
    if (state === 'waiting' || state === 'held') continue;
    deliveries.delete(id);
    return;
  }
}
