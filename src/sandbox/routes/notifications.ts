import { replay } from '../events/deliveries.js';
import { type Fields, fieldsOf, text } from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { type Delivery } from '../types/delivery.js';
import { readLocal } from '../wire/times.js';

export const NOTIFICATION_ROUTES: readonly Route[] = [
  route(
    'resendFailedNotifications',
    'POST /api/v1/transaction-notification/resend-failed-notifications',
    resendFailed,
  ),
];

function resendFailed({ world, merchant, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const from = readMoment(fields, 'startDate');
  const to = readMoment(fields, 'endDate');
  if (to < from) throw badRequest('endDate must be after startDate');
  const collections = [...world.deliveries.values()].filter(
    ({ merchantId, eventType }) => merchantId === merchant.id && eventType === 'SUCCESSFUL_TRANSACTION',
  );
  const failed = failedEvents(collections).filter(({ createdAt }) => createdAt >= from && createdAt <= to);
  for (const { id } of failed) replay(world, id);
  return { recordsFound: failed.length };
}

const ARRIVES: ReadonlySet<Delivery['state']> = new Set<Delivery['state']>(['waiting', 'held', 'delivered']);

/**
 * Deliveries with the same bytes are one event: if one was given up and another was delivered or is pending, the event
 * has not failed; if two were given up, it counts once.
 */
function failedEvents(deliveries: readonly Delivery[]): Delivery[] {
  const arriving = new Set(deliveries.filter(({ state }) => ARRIVES.has(state)).map(({ body }) => body));
  const failed = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const { state, body } = delivery;
    if (state === 'given-up' && !arriving.has(body) && !failed.has(body)) failed.set(body, delivery);
  }
  return [...failed.values()];
}

/** 2026-06-27T09:08:11.000 */
function readMoment(fields: Fields, name: string): number {
  const given = text(fields, name);
  const at = readLocal(given.replace(/\.\d{1,3}$/, ''));
  if (at === undefined)
    throw badRequest(`Field ${name} must be a date and time such as 2026-06-27T09:08:11.000`);
  return at;
}
