import {
  RESEND_WEBHOOK,
  resendId,
  type ResendInput,
} from '../../workflows/services/webhook-resend/messages.js';
import type { WebhookMessage } from '../domain/lifecycle/webhook.js';
import type { ClientContext } from './context.js';
import { NotFoundError, RefusedError, UnavailableError } from './errors.js';
import type { AnyKind } from './kinds.js';
import { lifecycleAttribute } from './search-attributes.js';
import { isUnavailable, withinTimeout } from './timeouts.js';
import { createWebhookEndpointClient } from './webhook-endpoint.js';
import { findWebhook } from './webhook-log.js';
import { toWebhookMessage } from './webhook-message.js';

export interface ResendRequest {
  /** `msg_…` */
  readonly id: string;
  /** The name of the API key that asks for it. */
  readonly by: string;
}

/** Starts to send a webhook again, as it was sent last, and returns it. A request while that runs joins it. */
export async function resendWebhook(
  context: ClientContext,
  { kind, reference }: { readonly kind: AnyKind; readonly reference: string },
  { id, by }: ResendRequest,
): Promise<WebhookMessage> {
  const webhook = await findWebhook(context, kind, reference, id);
  if (!webhook) throw new NotFoundError(`The ${kind.noun} ${reference} has no webhook ${id}.`);
  await refuseDisabled(context);
  const { client, taskQueue } = context;
  const input: ResendInput = { webhook, by };
  const starting = withinTimeout(context, () =>
    client.workflow.start(RESEND_WEBHOOK, {
      workflowId: resendId(id),
      taskQueue,
      args: [input],
      memo: { by },
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: lifecycleAttribute('webhook-resend'),
      staticSummary: `Send ${webhook.type} of ${reference} again`,
    }),
  );
  await starting.catch((error: unknown) => {
    throw isUnavailable(error) ? new UnavailableError('Temporal is not responding.') : error;
  });
  return toWebhookMessage(webhook);
}

/** A resend to an endpoint that is switched off would be given up at once. */
async function refuseDisabled(context: ClientContext): Promise<void> {
  const endpoint = await createWebhookEndpointClient(context).get();
  if (endpoint?.state !== 'DISABLED') return;
  const message = 'The webhook endpoint is switched off. Switch it on with POST /v1/webhook-endpoint/enable.';
  throw new RefusedError('webhooks-disabled', message);
}
