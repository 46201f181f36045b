import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const REFUND_WEBHOOKS = {
  'waiting-for-approval': 'Another person must approve the refund before it is sent.',
  'on-hold':
    'A person must release the refund first: the account name differs, or its run was lost, and may have sent it. A review item says which.',
  'waiting-for-funds': 'The wallet holds too little; the refund is sent once it holds enough.',
  'outcome-unknown':
    'It was sent, and the gateway has not said for minutes whether it has it. Do not refund again: Oware finds out.',
  completed: 'The customer received the refund.',
  failed: 'The gateway reports that it failed. Refund again only when `safeToPayAgain` is true.',
  'safe-to-pay-again': 'The failure was confirmed by a second read: the merchant can refund again.',
  expired: 'It was not sent in time. No money moved.',
  cancelled: 'The merchant cancelled it, or an approver declined it. No money moved.',
  refused:
    'The gateway refused it, or a policy asked for what cannot be refunded. Refund again only when `safeToPayAgain` is true.',
  unexpected: 'The gateway reported a refund that was not requested here.',
  'conflicting-records': 'The gateway contradicts what it had reported. A review item has the details.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
