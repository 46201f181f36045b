import { referencesIn } from '../../http/references-in.js';
import { type Delivery } from '../../types/delivery.js';
import { type World } from '../../world.js';

/** The references in the body of an event, the merchant's first; none where a fault made the body unreadable. */
export function referencesOf({ body }: Pick<Delivery, 'body'>): string[] {
  try {
    const { eventData } = JSON.parse(body) as { readonly eventData?: Readonly<Record<string, unknown>> };
    const own = eventData?.['paymentReference'] ?? eventData?.['reference'];
    return [...new Set([...(typeof own === 'string' ? [own] : []), ...referencesIn(eventData)])];
  } catch {
    return [];
  }
}

/** How many deliveries name each reference. */
export function countEvents({ deliveries }: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const delivery of deliveries.values())
    for (const reference of referencesOf(delivery)) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  return counts;
}
