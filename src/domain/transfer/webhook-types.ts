import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const TRANSFER_WEBHOOKS = {
  'waiting-for-approval': 'Another person must approve the transfer before it is sent.',
  'on-hold':
    'A person must release the transfer first: the account name differs, it looks like a twin of another one, or its run was lost, and may have sent it. A review item says which.',
  'waiting-for-funds': 'The wallet holds too little; the transfer is sent once it holds enough.',
  'pending-authorization': 'The gateway sent an OTP by e-mail and waits for it.',
  'otp-email-dispatch-failed': 'The gateway could not send the OTP by e-mail. Ask for another one.',
  'outcome-unknown':
    'It was sent, and the gateway has not said for minutes whether it has it. Do not pay again: Oware finds out.',
  success: 'The beneficiary received the money.',
  failed: 'The gateway reports that it failed. Pay again only when `safeToPayAgain` is true.',
  'safe-to-pay-again': 'The failure was confirmed by a second read: the merchant can pay again.',
  expired: 'It was not authorised or not sent in time. Pay again only when `safeToPayAgain` is true.',
  reversed: "The beneficiary's bank returned the money after it had accepted it.",
  cancelled: 'The merchant cancelled it, or an approver declined it. No money moved.',
  refused: 'Oware or the gateway refused it. Pay again only when `safeToPayAgain` is true.',
  unexpected: 'The gateway reported a transfer that was not created here.',
  'conflicting-records': 'The gateway contradicts what it had reported. A review item has the details.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
