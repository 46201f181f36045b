import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { OwareClient } from '../../client/client.js';
import { namingUnknown } from '../../client/store-unmatched-event.js';
import { type EventProfile, type GatewayEvent, readEvent } from '../../gateway/events.js';
import type { OpenBodies } from '../open-bodies.js';
import { createSourceCheck } from '../event-sources.js';
import type { ApiLog } from '../log.js';
import type { ApiMetrics } from '../../metrics/metrics.js';
import { Problem } from '../../requests/problem.js';
import type { Kobo } from '../../domain/money.js';
import { redactedExcerpt } from '../redacted-excerpt.js';
import type { RefusedEvents } from '../refused-events.js';
import { setLogLifecycle, logContextOf } from '../request-log.js';
import { createSignedBodyReader } from '../signed-body.js';

export interface WebhookOptions {
  /** Every accepted signing secret: two during a rotation. */
  readonly secrets: readonly string[];
  /** Assumptions about the gateway: the signature header, the names of events. */
  readonly profile: EventProfile;
  /** Addresses and networks that events may come from; any unless given. The signature is checked too. */
  readonly sources?: readonly string[] | undefined;
  /** How long a sender may pause within a body. */
  readonly idleMs?: number | undefined;
}

export interface EventEndpointDeps {
  readonly bodies: OpenBodies;
  readonly oware: OwareClient;
  readonly webhook: WebhookOptions;
  readonly metrics: ApiMetrics;
  readonly log: ApiLog;
  /** Delivers events later that Temporal could not store; without it they wait for the gateway's repeat. */
  readonly refusedEvents?: RefusedEvents | undefined;
}

/**
 * The endpoint for the gateway's events. 200 means that Temporal has stored the event; in any other case the status is
 * an error, so that the gateway sends the event again. No signed event is dropped: one that no lifecycle accepts becomes
 * an unmatched event, which waits for an operator.
 */
export function webhookRoutes({
  oware,
  webhook,
  bodies,
  metrics,
  log,
  refusedEvents,
}: EventEndpointDeps): Router {
  const router = Router();
  const { profile } = webhook;
  const { signatureHeader } = profile;
  const whenSigned = createSignedBodyReader({ ...webhook, signatureHeader, bodies });

  /** Resolves when Temporal has stored the event, with what became of it. */
  async function store(event: GatewayEvent, body: Buffer, response?: Response): Promise<string> {
    if (response) setLogLifecycle(response, event.address);
    const { address, forLifecycle } = event;
    const delivery = forLifecycle
      ? await oware.deliverEvent(address, forLifecycle, { isBounded: true })
      : 'not-taken';
    if (delivery !== 'not-taken' && delivery !== 'unknown-reference') return delivery;
    const { eventType } = event;
    const isUnknown = delivery === 'unknown-reference';
    const unknown = isUnknown ? namingUnknown(address) : undefined;
    const reason = unknown?.reason ?? unmatchedReason(event);
    const reference = referenceOf(body);
    if (response) setLogLifecycle(response, { lifecycle: 'unmatched-event', reference });
    const amountKobo = amountIn(event);
    await oware.storeUnmatchedEvent({
      reference,
      eventType,
      reason,
      excerpt: redactedExcerpt(body),
      ...(unknown && { about: unknown.about }),
      ...(amountKobo !== undefined && { amountKobo }),
    });
    log.warn({ ...(response && logContextOf(response)), eventType, reason }, 'stored an unmatched event');
    return isUnknown || event.kind === 'unmatched-event' ? 'unmatched-event' : 'not-followed';
  }

  async function storeRefused(body: Buffer): Promise<void> {
    const event = readEvent(body, profile);
    await store(event, body);
    measureLag(metrics, event);
  }

  const { sources = [] } = webhook;
  const isSource = sources.length === 0 ? () => true : createSourceCheck(sources);
  async function accept(request: Request, response: Response): Promise<void> {
    if (!isSource(request.ip)) {
      throw new Problem(
        'foreign-source',
        'Events are accepted from the addresses in OWARE_EVENT_SOURCES only.',
      );
    }
    await whenSigned(request, async (body) => {
      const arrivedAt = performance.now();
      const event = readEvent(body, profile);
      const result = await store(event, body, response).catch((error: unknown) => {
        refusedEvents?.keep(body, storeRefused);
        throw error;
      });
      metrics.events.inc({ result });
      metrics.eventIntake.observe((performance.now() - arrivedAt) / 1_000);
      measureLag(metrics, event);
    });
  }

  router.post('/gateway', async (request, response) => {
    const resultOf = ({ problem }: Problem) =>
      problem === 'bad-signature' && request.get(signatureHeader) === undefined ? 'no-signature' : problem;
    await accept(request, response).catch((error: unknown) => {
      metrics.events.inc({ result: error instanceof Problem ? resultOf(error) : 'not-stored' });
      throw error;
    });
    response.status(200).json({ received: true });
  });
  return router;
}

function measureLag({ eventLag }: ApiMetrics, event: GatewayEvent): void {
  const at = 'paidOn' in event ? event.paidOn : 'completedOn' in event ? event.completedOn : null;
  // the gateway's clock may be ahead
  if (at) eventLag.observe({ event: event.kind }, Math.max(0, Date.now() - Date.parse(at)) / 1_000);
}

/** The money that an event reports. */
function amountIn({ forLifecycle }: GatewayEvent): Kobo | undefined {
  return forLifecycle && 'amountKobo' in forLifecycle ? forLifecycle.amountKobo : undefined;
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
