import { replay } from '../events/deliveries.js';
import { fieldsOf, type Fields, text } from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readLocal } from '../wire/times.js';

export const NOTIFICATION_ROUTES: readonly Route[] = [
  route(
    'resendFailedNotifications',
    'POST /api/v1/transaction-notification/resend-failed-notifications',
    resendFailed,
  ),
];

/** Collections only, and only those that were given up. */
function resendFailed({ world, merchant, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const from = readMoment(fields, 'startDate');
  const to = readMoment(fields, 'endDate');
  if (to < from) throw badRequest('endDate must be after startDate');
  const failed = [...world.deliveries.values()].filter(
    ({ merchantId, eventType, state, createdAt }) =>
      merchantId === merchant.id &&
      eventType === 'SUCCESSFUL_TRANSACTION' &&
      state === 'given-up' &&
      createdAt >= from &&
      createdAt <= to,
  );
  for (const { id } of failed) replay(world, id);
  return { recordsFound: failed.length };
}

/** 2026-06-27T09:08:11.000 */
function readMoment(fields: Fields, name: string): number {
  const given = text(fields, name);
  const at = readLocal(given.replace(/\.\d{1,3}$/, ''));
  if (at === undefined)
    throw badRequest(`Field ${name} must be a date and time such as 2026-06-27T09:08:11.000`);
  return at;
}
