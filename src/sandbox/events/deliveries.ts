import { planDeliveries } from '../faults/event-faults.js';
import { notFound } from '../http/refusal.js';
import { type Delivery, FINISHED, isPending, type SandboxEvent } from '../types/delivery.js';
import { type Merchant, type WebhookUrls } from '../types/merchant.js';
import { type World } from '../world.js';

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

/** Runs inside a commit: the event is part of the commit that caused it, and is sent after that commit. */
export function sendEvent(world: World, merchant: Merchant, event: SandboxEvent): void {
  const url = addressOf(merchant, event.eventType);
  for (const { delayMs, ...plan } of planDeliveries(world, merchant, event)) {
    const delivery = toDelivery(world, { merchantId: merchant.id, eventType: event.eventType, url, ...plan });
    schedule(world, delivery, delayMs);
  }
  dropOldest(world);
}

function addressOf({ webhookUrls }: Merchant, eventType: string): string | null {
  return webhookUrls[groupOf(eventType)] ?? webhookUrls.all ?? null;
}

const groupOf = (eventType: string): keyof WebhookUrls => ADDRESS_OF[eventType] ?? 'all';

/**
 * The queue that an event waits in: thousands of events about the rows of a batch must not delay the event of a payment.
 * Whether the real gateway separates them is not known; a switch makes it one queue for each merchant.
 */
export function queueOf({ deliveries, merchants }: World, id: string): string {
  const delivery = deliveries.get(id);
  if (!delivery) return '';
  const { merchantId, eventType } = delivery;
  const isShared = merchants.get(merchantId)?.switches.oneEventQueue ?? false;
  return isShared ? merchantId : `${merchantId} ${groupOf(eventType)}`;
}

/** Runs inside a commit: sends the same bytes again, as a new delivery; to the current address where it had none. */
export function replay(world: World, id: string): Delivery {
  const original = world.deliveries.get(id);
  if (!original)
    throw notFound(`Delivery ${id} not found. Only the latest ${REMEMBERED} deliveries are kept.`);
  const merchant = world.merchants.get(original.merchantId);
  const url = original.url ?? (merchant ? addressOf(merchant, original.eventType) : null);
  const again = toDelivery(world, { ...original, url, state: 'waiting' });
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
  if (!isPending(delivery.state)) return;
  agenda.add({ kind: 'deliver', subject: delivery.id, dueAt: clock.now() + delayMs });
}

/** Runs inside a commit: drops the finished deliveries above the limit, the oldest first; pending ones are kept. */
export function dropOldest({ deliveries }: World): void {
  while (deliveries.size > REMEMBERED) {
    const oldest = deliveries.find('finished', FINISHED);
    if (!oldest) return;
    deliveries.delete(oldest.id);
  }
}
