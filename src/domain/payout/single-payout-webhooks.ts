import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

/** What every payout without an OTP can send; `noun` is "bill" or "paycode". */
export function singlePayoutWebhooks<Noun extends string>(noun: Noun) {
  return {
    'waiting-for-approval': `Another person must approve the ${noun} before it is sent.`,
    'on-hold': `A person must release the ${noun} first: its run was lost, and may have sent it. A review item says so.`,
    'waiting-for-funds': `The wallet holds too little; the ${noun} is sent once it holds enough.`,
    'outcome-unknown':
      'It was sent, and the gateway has not said for minutes whether it has it. Do not pay again: Oware finds out.',
    'safe-to-pay-again': 'The failure was confirmed by a second read: the merchant can pay again.',
    expired: 'It was not sent in time. No money moved.',
    cancelled: 'The merchant cancelled it, or an approver declined it. No money moved.',
    refused: 'Oware or the gateway refused it. Pay again only when `safeToPayAgain` is true.',
    'conflicting-records': 'The gateway contradicts what it had reported. A review item has the details.',
    ...COMMON_WEBHOOKS,
  } as const satisfies WebhookTypes;
}
