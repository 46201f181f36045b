import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const MANDATE_WEBHOOKS = {
  'authorization-due': 'The customer has not authorized the mandate yet; remind them of the link.',
  'pending-authorization': 'The customer can authorize the mandate; the view has the link and the message.',
  'pending-activation': 'The customer authorized the mandate; the bank has to activate it.',
  active: 'The mandate can be debited.',
  suspended: 'The bank suspended the mandate: nothing is debited until it is active again.',
  'authorization-expired': 'The customer did not authorize the mandate in time.',
  rejected: 'The mandate was rejected.',
  failed: 'The mandate could not be created, or the customer refused it.',
  refused: 'The gateway refused to create the mandate, or it was too late for its start.',
  expired: 'The mandate reached its end.',
  cancelled: 'The mandate was cancelled, by the merchant or by the customer.',
  'cancel-refused': 'The gateway refused the cancel. No debit starts until an operator decides.',
  'debit-paid': 'A debit was paid; `debit` says which.',
  'debit-failed':
    'The gateway reports that a debit failed. Debit again only when `safeToDebitAgain` is true.',
  'debit-safe-to-repeat': 'The failure was confirmed by a second read: the merchant can debit again.',
  'debit-pending':
    'The gateway shows a debit under way that it had reported as failed. Do not debit again until it has an outcome.',
  'debit-outcome-unknown':
    'A debit was sent, and the gateway has not said for minutes whether it has it. Do not debit again: Oware finds out.',
  'debit-refused':
    'A debit was refused, by the gateway or by the limits of the mandate. Debit again only when `safeToDebitAgain` is true.',
  'debit-expired':
    'A debit was not sent in time. Another attempt of its due date may have money: debit again only when `safeToDebitAgain` is true.',
  'debit-cancelled':
    'A debit was not sent, because the mandate is cancelled or has ended, or another attempt of its due date was paid. No money of it moved.',
  'debit-missed': 'Nothing could be sent for one or more due dates of the plan; `missed` says how many.',
  'debit-unexpected': 'The gateway reported a debit that was not requested here.',
  unexpected: 'The gateway reported a mandate that was not created here.',
  'conflicting-records': 'The gateway contradicts what it had reported. A review item has the details.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
