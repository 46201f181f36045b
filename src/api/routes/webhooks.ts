import { createHash } from 'node:crypto';
import { type Response, Router } from 'express';
import type { OwareClient } from '../../client/client.js';
import { type EventProfile, type GatewayEvent, readEvent } from '../../gateway/events.js';
import type { ApiLog } from '../app.js';
import type { Metrics } from '../metrics.js';
import { Problem } from '../problem.js';
import { redactedExcerpt } from '../redacted-excerpt.js';
import { about, factsOf } from '../request-log.js';
import { createSignedBodyReader } from '../signed-body.js';

export interface WebhookOptions {
  /** Every secret whose signature counts: two while one is being rotated out. */
  readonly secrets: readonly string[];
  /** What is assumed of the gateway: the header of the signature, the names of events. */
  readonly profile: EventProfile;
  /** How long a sender may be silent in the middle of an event. */
  readonly idleMs?: number | undefined;
}

export interface EventEndpointDeps {
  readonly oware: OwareClient;
  readonly webhook: WebhookOptions;
  readonly metrics: Metrics;
  readonly log: ApiLog;
}

/**
 * Takes the gateway's events. 200 means that Temporal has stored the event; anything that stops short of that is
 * answered otherwise, so that the gateway sends it again. No signed event is dropped: one that no lifecycle takes
 * becomes an unmatched event, which waits for an operator.
 */
export function webhookRoutes({ oware, webhook, metrics, log }: EventEndpointDeps): Router {
  const router = Router();
  const { profile } = webhook;
  const { signatureHeader } = profile;
  const whenSigned = createSignedBodyReader({ ...webhook, signatureHeader });

  async function store(event: GatewayEvent, body: Buffer, response: Response): Promise<void> {
    about(response, event.address);
    const { address, forLifecycle } = event;
    if (forLifecycle && (await oware.deliverEvent(address, forLifecycle))) {
      metrics.webhooks.inc({ result: 'accepted' });
      return;
    }
    const { eventType } = event;
    const reason = whyUnmatched(event);
    const reference = nameOf(body);
    about(response, { lifecycle: 'unmatched-event', reference });
    await oware.storeUnmatchedEvent({ reference, eventType, reason, excerpt: redactedExcerpt(body) });
    metrics.webhooks.inc({ result: event.kind === 'unmatched-event' ? 'unmatched-event' : 'not-followed' });
    log.warn({ ...factsOf(response), eventType, reason }, 'an event without a lifecycle was stored');
  }

  router.post('/gateway', async (request, response) => {
    const taken = whenSigned(request, (body) => store(readEvent(body, profile), body, response));
    const resultOf = ({ problem }: Problem) =>
      problem === 'bad-signature' && request.get(signatureHeader) === undefined ? 'no-signature' : problem;
    await taken.catch((error: unknown) => {
      if (error instanceof Problem) metrics.webhooks.inc({ result: resultOf(error) });
      throw error;
    });
    response.status(200).json({ received: true });
  });
  return router;
}

function whyUnmatched(event: GatewayEvent): string {
  return event.kind === 'unmatched-event'
    ? event.reason
    : `no lifecycle follows ${event.kind} events (${event.address.lifecycle}) yet`;
}

/** Long enough to be found by, and short enough to be a reference. */
const HASH_KEPT = 40;

/** The same bytes again are the same unmatched event. */
function nameOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, HASH_KEPT);
}
