import { createHash } from 'node:crypto';
import { type Request, Router, raw } from 'express';
import type { OwareClient } from '../../client/client.js';
import { type EventProfile, type GatewayEvent, readEvent } from '../../gateway/events.js';
import { isSignedBy } from '../../gateway/signature.js';
import type { ApiLog } from '../app.js';
import type { Metrics } from '../metrics.js';
import { toNews } from '../news.js';
import { Problem } from '../problem.js';

export interface WebhookOptions {
  /** Every secret whose signature counts: two while one is being rotated out. */
  readonly secrets: readonly string[];
  /** What is assumed of the gateway: the header of the signature, the names of events. */
  readonly profile: EventProfile;
}

/** Settlement events carry thousands of rows. */
const BODY_LIMIT = '32mb';

export interface WebhookMeans {
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
export function webhookRoutes({ oware, webhook, metrics, log }: WebhookMeans): Router {
  const router = Router();
  router.post('/gateway', raw({ type: () => true, limit: BODY_LIMIT }), async (request, response) => {
    const body = signedBody(request, webhook, metrics);
    const event = readEvent(body, webhook.profile);
    const news = toNews(event);
    if (news && (await oware.bringNews(event.address, news))) {
      metrics.webhooks.inc({ result: 'accepted' });
    } else {
      const { eventType } = event;
      const reason = whyUnmatched(event);
      await oware.strays.keep({ reference: nameOf(body), eventType, reason, excerpt: excerptOf(body) });
      metrics.webhooks.inc({ result: event.kind === 'stray' ? 'stray' : 'not-followed' });
      log.warn({ eventType, reason }, 'an event without a lifecycle was stored');
    }
    response.status(200).json({ received: true });
  });
  return router;
}

function whyUnmatched(event: GatewayEvent): string {
  return event.kind === 'stray'
    ? event.reason
    : `no lifecycle follows ${event.kind} events (${event.address.story}) yet`;
}

/** Long enough to be found by, and short enough to be a reference. */
const HASH_KEPT = 40;
const EXCERPT = 2_000;
const LONGEST_CHARACTER = 4;

/** The same bytes again are the same unmatched event. */
function nameOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, HASH_KEPT);
}

function excerptOf(body: Buffer): string {
  return body.toString('utf8', 0, EXCERPT * LONGEST_CHARACTER).slice(0, EXCERPT);
}

function signedBody(request: Request, { secrets, profile }: WebhookOptions, metrics: Metrics): Buffer {
  const { signatureHeader } = profile;
  // an absent body is parsed as nothing at all, not as an empty buffer
  const body: unknown = request.body;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const signature = request.get(signatureHeader);
  if (signature === undefined) {
    metrics.webhooks.inc({ result: 'no-signature' });
    throw new Problem('bad-signature', `the header ${signatureHeader} is missing`);
  }
  if (!isSignedBy(bytes, signature, secrets)) {
    metrics.webhooks.inc({ result: 'bad-signature' });
    throw new Problem('bad-signature', 'the signature does not fit the body as it was received');
  }
  return bytes;
}
