import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const BATCH_WEBHOOKS = {
  'waiting-for-approval':
    'Another person must approve the batch before it is sent. `totals.byState.HELD` counts the rows that are excluded until released.',
  'on-hold': 'An equal batch was sent in the last seven days. A review item names it.',
  'waiting-for-funds':
    'The wallet holds too little for all rows and their fees; the batch is sent once it holds enough.',
  'pending-authorization': 'The gateway sent an OTP by e-mail for a part of the batch, which `part` names.',
  completed: 'Every row has its final state. `totals.byState` counts them; the rows are read separately.',
  'item-reversed': "The beneficiary's bank returned the money of a row, which `item` names.",
  'conflicting-records':
    'The gateway contradicts what it had reported of a row. A review item of the part, which `part` names, has the details.',
  cancelled: 'The merchant cancelled it, or an approver declined it. It moved no money.',
  refused: 'Oware or the gateway refused it. It moved no money.',
  expired: 'It was not approved, sent or authorised in time. It moved no money.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
