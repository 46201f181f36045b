import { createHash } from 'node:crypto';
import { type Response, Router } from 'express';
import type { OwareClient } from '../../client/client.js';
import { type EventProfile, type GatewayEvent, readEvent } from '../../gateway/events.js';
import type { ApiLog } from '../log.js';
import type { Metrics } from '../metrics.js';
import { Problem } from '../problem.js';
import { redactedExcerpt } from '../redacted-excerpt.js';
import { setLogLifecycle, logContextOf } from '../request-log.js';
import { createSignedBodyReader } from '../signed-body.js';

export interface WebhookOptions {
  /** Every accepted signing secret: two during a rotation. */
  readonly secrets: readonly string[];
  /** Assumptions about the gateway: the signature header, the names of events. */
  readonly profile: EventProfile;
  /** How long a sender may pause within a body. */
  readonly idleMs?: number | undefined;
}

export interface EventEndpointDeps {
  readonly oware: OwareClient;
  readonly webhook: WebhookOptions;
  readonly metrics: Metrics;
  readonly log: ApiLog;
}

/**
 * The endpoint for the gateway's events. 200 means that Temporal has stored the event; in any other case the status is
 * an error, so that the gateway sends the event again. No signed event is dropped: one that no lifecycle accepts becomes
 * an unmatched event, which waits for an operator.
 */
export function webhookRoutes({ oware, webhook, metrics, log }: EventEndpointDeps): Router {
  const router = Router();
  const { profile } = webhook;
  const { signatureHeader } = profile;
  const whenSigned = createSignedBodyReader({ ...webhook, signatureHeader });

  async function store(event: GatewayEvent, body: Buffer, response: Response): Promise<void> {
    setLogLifecycle(response, event.address);
    const { address, forLifecycle } = event;
    if (forLifecycle && (await oware.deliverEvent(address, forLifecycle))) {
      metrics.webhooks.inc({ result: 'accepted' });
      return;
    }
    const { eventType } = event;
    const reason = unmatchedReason(event);
    const reference = referenceOf(body);
    setLogLifecycle(response, { lifecycle: 'unmatched-event', reference });
    await oware.storeUnmatchedEvent({ reference, eventType, reason, excerpt: redactedExcerpt(body) });
    metrics.webhooks.inc({ result: event.kind === 'unmatched-event' ? 'unmatched-event' : 'not-followed' });
    log.warn({ ...logContextOf(response), eventType, reason }, 'stored an unmatched event');
  }

  router.post('/gateway', async (request, response) => {
    const stored = whenSigned(request, (body) => store(readEvent(body, profile), body, response));
    const resultOf = ({ problem }: Problem) =>
      problem === 'bad-signature' && request.get(signatureHeader) === undefined ? 'no-signature' : problem;
    await stored.catch((error: unknown) => {
      if (error instanceof Problem) metrics.webhooks.inc({ result: resultOf(error) });
      throw error;
    });
    response.status(200).json({ received: true });
  });
  return router;
}

function unmatchedReason(event: GatewayEvent): string {
  return event.kind === 'unmatched-event'
    ? event.reason
    : `no lifecycle accepts ${event.kind} events (${event.address.lifecycle})`;
}

const REFERENCE_DIGITS = 40;

/** The same bytes have the same reference: a repeat is the same unmatched event. */
function referenceOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, REFERENCE_DIGITS);
}
