import { type RequestParamHandler, type Response, Router } from 'express';
import { z } from 'zod';
import {
  type CreateAnswer,
  isRefusedInput,
  type LifecycleClient,
  NotFoundError,
  type OwareClient,
} from '../client/client.js';
import { kobo } from '../domain/money.js';
import { isReference } from '../domain/reference.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import { RESOLUTIONS } from '../domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import { type GrantSigner, signDecision } from './grants.js';
import type { BatchRules } from './batch-rows.js';
import { createBuckets } from './buckets.js';
import type { GatewayReads } from './gateway-reads.js';
import { readCommand } from './command.js';
import { invalid, parse } from './parse.js';
import { Problem } from './problem.js';
import { setLogLifecycle } from './request-log.js';
import type { CardVault } from './routes/cards.js';

/** What the routes of a lifecycle need. */
export interface RouteDeps {
  readonly oware: OwareClient;
  /** Accepts card data; without it card routes are disabled. */
  readonly vault?: CardVault | undefined;
  /** Signs who asks for a payout and who approves it; without it no payout can be approved. */
  readonly grants?: GrantSigner | undefined;
  /** What batches must keep to. */
  readonly batchRules?: (BatchRules & { readonly expectsOtp: boolean }) | undefined;
  /** Reads of the gateway that all routes share. */
  readonly gatewayReads: GatewayReads;
}

/** The row of this lifecycle in the table of lifecycles. */
export type RouteKind<Snapshot extends LifecycleSnapshot> = Pick<
  LifecycleKind<never, Snapshot>,
  'noun' | 'prefix' | 'path' | 'toView' | 'approvedTerms' | 'signedDecisions'
>;

/** For lifecycles that the API reads and resolves, and does not create. */
export interface ReadRoutesOptions<Snapshot extends LifecycleSnapshot> {
  readonly kind: RouteKind<Snapshot>;
  readonly client: Pick<LifecycleClient<never, Snapshot>, 'get' | 'waitForChange' | 'resolve'>;
  /** Reads the gateway's record, for `?fresh=true`; null when the gateway does not know the reference. */
  readonly readGateway?: (reference: string) => Promise<object | null>;
  /** Reads where the money went, for `?include=settlement`. */
  readonly readSettlements?: (snapshot: Snapshot) => Promise<readonly object[]>;
  /** For payouts: signs who asks for them and who decides on them. */
  readonly grants?: GrantSigner | undefined;
}

export interface LifecycleRoutesOptions<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
> extends ReadRoutesOptions<Snapshot> {
  readonly client: LifecycleClient<Terms, Snapshot>;
  readonly readTerms: (body: unknown, idempotencyKey: string | undefined) => Terms;
  /** Refuses terms that a create cannot have now; a repeat of a create that could still gets its answer. */
  readonly refuseNew?: (terms: Terms) => void | Promise<void>;
}

/** Each read of the gateway is a workflow, and the gateway has rate limits. */
const FRESH_READS_PER_REFERENCE = { burst: 5, perSecond: 0.5 };
const FRESH_READS_TOTAL = { burst: 50, perSecond: 10 };

/** The longest reference of the gateway that a workflow accepts. */
export const MAX_REFERENCE_LENGTH = 500;

export const resolution = z
  .strictObject({
    decision: z.enum(RESOLUTIONS),
    reason: z.string().trim().min(1, 'must not be empty').max(500),
    gatewayReference: z.string().trim().min(1).max(200).optional(),
    amountKobo: z.int().min(0).transform(kobo).optional(),
  })
  .transform(({ gatewayReference, amountKobo, ...given }) => ({
    ...given,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(amountKobo !== undefined && { amountKobo }),
  }));

type Decided = z.output<typeof resolution> & { readonly key: string };

/** The common routes of a lifecycle: create, read, wait, confirm and resolve. Each lifecycle adds its own. */
export function lifecycleRoutes<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(options: LifecycleRoutesOptions<Terms, Snapshot>): Router {
  const { kind, client, readTerms, grants } = options;
  const router = readRoutes(options);

  router.post('/', async (request, response) => {
    const terms = readTerms(request.body, request.get('idempotency-key'));
    setLogLifecycle(response, { lifecycle: kind.prefix, reference: terms.reference });
    await refuseTooLate(options, terms);
    const { reference } = terms;
    const maker = grants?.sign(response, { action: 'create', kind, reference, terms });
    const { status, body } = toReply(kind, reference, await client.create(terms, { maker }));
    response.status(status).location(`${kind.path}/${reference}`).json(body);
  });

  router.post('/:reference/confirm', async (request, response) => {
    response.json(viewOf(kind, await client.confirm(request.params.reference)));
  });

  return router;
}

/** Limits reads of the gateway; returns what counts one of them, and refuses it when there were too many. */
export function createReadLimit() {
  const perReference = createBuckets(FRESH_READS_PER_REFERENCE);
  const total = createBuckets(FRESH_READS_TOTAL);
  return (reference: string, cause: string): void => {
    if (perReference.take(reference) && total.take('')) return;
    throw new Problem('too-many-requests', `Too many reads with ${cause}. Retry later, or read without it.`);
  };
}

/** For every lifecycle: read, wait and resolve. */
export function readRoutes<Snapshot extends LifecycleSnapshot>({
  kind,
  client,
  readGateway,
  readSettlements,
  grants,
}: ReadRoutesOptions<Snapshot>): Router {
  const router = Router();
  const countRead = createReadLimit();
  const refuseUnless = (isPossible: (reference: string) => boolean): RequestParamHandler => {
    return (_request, response, next, reference: string) => {
      if (!isPossible(reference)) throw new Problem('not-found', `No ${kind.noun} has this reference.`);
      setLogLifecycle(response, { lifecycle: kind.prefix, reference });
      next();
    };
  };
  router.param('reference', refuseUnless(isReference));
  // payments arrive with references that our API would refuse: operators read and resolve those too
  router.param(
    'anyReference',
    refuseUnless(({ length }) => length <= MAX_REFERENCE_LENGTH),
  );

  router.get('/:anyReference', async (request, response) => {
    const { anyReference: reference } = request.params;
    const waitMs = readWait(request.query.wait);
    const readFresh = isFresh(request.query.fresh) ? readGateway : undefined;
    if (readFresh) countRead(reference, 'fresh=true');
    const readIncluded = isIncluded(request.query.include) ? readSettlements : undefined;
    if (readIncluded) countRead(reference, 'include=settlement');
    const snapshot = await (waitMs === 0 ? client.get(reference) : client.waitForChange(reference, waitMs));
    const fresh = readFresh && { gateway: await readFresh(reference) };
    const included = readIncluded && { settlements: await readIncluded(snapshot) };
    response.json({ ...viewOf(kind, snapshot), ...fresh, ...included });
  });

  router.post('/:anyReference/review-items/:key/resolve', async (request, response) => {
    const { anyReference: reference, key } = request.params;
    const given = parse(resolution, request.body);
    const grant = kind.signedDecisions && (await sign(response, reference, { key, ...given }));
    const decided = { ...given, ...(grant && { grant }) };
    response.json(viewOf(kind, await client.resolve(reference, key, decided, readCommand(request))));
  });

  async function sign(response: Response, reference: string, decision: Decided): Promise<SignedGrant> {
    const { terms } = await client.get(reference);
    return signDecision(response, grants, { kind, reference, terms, decision });
  }

  return router;
}

/** A lifecycle whose input the workflow refused has no terms to show. */
export function viewOf<Snapshot extends LifecycleSnapshot>(
  { toView }: RouteKind<Snapshot>,
  snapshot: Snapshot,
): object {
  if (!isRefusedInput(snapshot)) return toView(snapshot);
  const { terms, state, reason, epoch } = snapshot;
  return { reference: terms.reference, state, reason, epoch };
}

async function refuseTooLate<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>({ refuseNew, client }: LifecycleRoutesOptions<Terms, Snapshot>, terms: Terms): Promise<void> {
  try {
    await refuseNew?.(terms);
  } catch (refused) {
    await client.get(terms.reference).catch((error: unknown) => {
      throw error instanceof NotFoundError ? refused : error;
    });
  }
}

/** For lifecycles that the merchant can cancel. */
export function addCancelRoute<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(router: Router, { kind, client }: Pick<LifecycleRoutesOptions<Terms, Snapshot>, 'kind' | 'client'>): void {
  router.post('/:reference/cancel', async (request, response) => {
    const cancelled = await client.cancel(request.params.reference, readCommand(request));
    response.json(viewOf(kind, cancelled));
  });
}

/** The reply to a create. */
export function toReply<Snapshot extends LifecycleSnapshot>(
  kind: RouteKind<Snapshot>,
  reference: string,
  answer: CreateAnswer<Snapshot>,
): { status: number; body: object } {
  switch (answer.kind) {
    case 'open':
      return { status: 201, body: viewOf(kind, answer.snapshot) };
    case 'closed':
      return { status: 200, body: viewOf(kind, answer.snapshot) };
    case 'in-progress': {
      const known = answer.snapshot ? viewOf(kind, answer.snapshot) : { reference };
      return { status: 202, body: { ...known, retry: 'same-reference' } };
    }
    case 'reference-conflict': {
      const { differences } = answer;
      const detail = `Reference ${reference} already exists with different terms: ${differences.join(', ')}.`;
      throw new Problem('reference-conflict', detail, { differences });
    }
  }
}

function isFresh(given: unknown): boolean {
  if (given === undefined || given === 'false') return false;
  if (given !== 'true') throw invalid([{ field: 'fresh', message: 'must be true or false' }]);
  return true;
}

function isIncluded(given: unknown): boolean {
  if (given === undefined) return false;
  if (given !== 'settlement') throw invalid([{ field: 'include', message: 'must be settlement' }]);
  return true;
}

const MAX_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
export function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const match = typeof given === 'string' ? /^(\d{1,6})(ms|s)$/.exec(given) : null;
  const ms = Number(match?.[1]) * (match?.[2] === 's' ? 1_000 : 1);
  if (!match || ms > MAX_WAIT_MS) {
    throw invalid([{ field: 'wait', message: 'must be a duration such as 30s or 1500ms, at most 60s' }]);
  }
  return ms;
}
