import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { toPreciseTime } from '../formats/times.js';

const preciseTime = give.instant.transform(toPreciseTime);

export const resendFailedNotifications = defineEndpoint({
  name: 'resendFailedNotifications',
  group: 'Notifications',
  summary: 'Resend the undelivered collection events of a period',
  method: 'POST',
  path: '/api/v1/transaction-notification/resend-failed-notifications',
  effect: 'changes',
  request: z.strictObject({ startDate: preciseTime, endDate: preciseTime }),
  reply: take.maybe(take.record({ recordsFound: take.maybeCount })),
  absence: { repeat: 'a redelivered event changes nothing' },
  source: 'older public guide',
});
