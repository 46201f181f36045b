import type { RejectedPaymentEvent } from '../../../src/domain/lifecycle/events/rejected-payment.js';
import { toRejectionView } from '../../../src/domain/collection/rejection-view.js';
import type { WebhookDraft } from '../run/lifecycle.js';

/**
 * The gateway returned a payer's transfer. No gateway read exists for that, so the webhook passes the signed
 * event on.
 */
export function rejectionWebhook(prefix: string, event: RejectedPaymentEvent): WebhookDraft {
  const about = { rejection: toRejectionView(event) };
  return { type: `${prefix}.payment-rejected`, effect: `rejected:${event.key}`, about };
}
