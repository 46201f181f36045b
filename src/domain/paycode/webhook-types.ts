import type { WebhookTypes } from '../lifecycle/webhook-types.js';
import { singlePayoutWebhooks } from '../payout/single-payout-webhooks.js';

export const PAYCODE_WEBHOOKS = {
  ...singlePayoutWebhooks('paycode'),
  issued: 'The gateway reserved the money: the merchant can reveal the code to the beneficiary.',
  success: 'The beneficiary collected the cash.',
  failed: 'The gateway never issued it, though it was sent. Pay again only when `safeToPayAgain` is true.',
  expired:
    'It was not issued, or the cash was not collected, in time. `safeToPayAgain` says whether it is certain that the money is in the wallet.',
  cancelled:
    'The merchant cancelled it, or an approver declined it. `safeToPayAgain` says whether it is certain that the money is in the wallet.',
} as const satisfies WebhookTypes;
