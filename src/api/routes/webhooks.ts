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
 * Takes the gateway's events. 200 means that Temporal has the news; anything that stops short of that is
 * answered otherwise, so that the gateway sends the event again.
 */
export function webhookRoutes({ oware, webhook, metrics, log }: WebhookMeans): Router {
  const router = Router();
  router.post('/gateway', raw({ type: () => true, limit: BODY_LIMIT }), async (request, response) => {
    const body = signedBody(request, webhook, metrics);
    const event = readEvent(body, webhook.profile);
    const news = toNews(event);
    if (event.kind === 'stray') {
      await keepStray(oware, event, body);
      metrics.webhooks.inc({ result: 'stray' });
      log.warn({ eventType: event.eventType, reason: event.reason }, 'an event that nobody can place');
    } else if (news && (await oware.bringNews(event.address, news))) {
      metrics.webhooks.inc({ result: 'accepted' });
    } else {
      metrics.webhooks.inc({ result: 'not-followed' });
      log.warn({ eventType: event.eventType, kind: event.kind }, 'no story follows this event');
    }
    response.status(200).json({ received: true });
  });
  return router;
}

/** Long enough to be found by, and short enough to be a reference. */
const HASH_KEPT = 40;
const EXCERPT = 2_000;

/** The same bytes again join the stray that is there. */
async function keepStray(
  { strays }: OwareClient,
  { eventType, reason, deliveryKey }: Extract<GatewayEvent, { kind: 'stray' }>,
  body: Buffer,
): Promise<void> {
  const excerpt = body.toString('utf8').slice(0, EXCERPT);
  await strays.create({ reference: deliveryKey.slice(0, HASH_KEPT), eventType, reason, excerpt });
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
