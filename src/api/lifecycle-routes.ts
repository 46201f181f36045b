import { type RequestParamHandler, Router } from 'express';
import { z } from 'zod';
import {
  type CreateAnswer,
  isRefusedInput,
  type LifecycleClient,
  NotFoundError,
  type OwareClient,
} from '../client/client.js';
import { isReference } from '../domain/reference.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import { RESOLUTIONS } from '../domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { createBuckets } from './buckets.js';
import { readCommand } from './command.js';
import { invalid, parse } from './parse.js';
import { Problem } from './problem.js';
import { about } from './request-log.js';
import type { CardVault } from './routes/cards.js';

/** What the routes of a lifecycle need. */
export interface RouteDeps {
  readonly oware: OwareClient;
  /** Where card data may be taken; without it card routes are disabled. */
  readonly vault?: CardVault | undefined;
}

/** What the table of lifecycles says of this one. */
type Kind<Snapshot extends LifecycleSnapshot> = Pick<
  LifecycleKind<never, Snapshot>,
  'noun' | 'prefix' | 'path' | 'toView'
>;

/** For lifecycles that the API reads and resolves, and does not create. */
export interface ReadRoutesOptions<Snapshot extends LifecycleSnapshot> {
  readonly kind: Kind<Snapshot>;
  readonly client: Pick<LifecycleClient<never, Snapshot>, 'get' | 'waitForChange' | 'resolve'>;
  /** Reads the gateway's record, for `?fresh=true`; null when the gateway does not know the reference. */
  readonly readGateway?: (reference: string) => Promise<object | null>;
}

export interface LifecycleRoutesOptions<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
> extends ReadRoutesOptions<Snapshot> {
  readonly client: LifecycleClient<Terms, Snapshot>;
  readonly readTerms: (body: unknown, idempotencyKey: string | undefined) => Terms;
  /** Refuses what is too late to create; a repeat of what was created in time is still answered. */
  readonly refuseNew?: (terms: Terms) => void;
}

/** Each read of the gateway is a workflow, and the gateway has limits of its own. */
const FRESH_READS_OF_ONE = { burst: 5, perSecond: 0.5 };
const FRESH_READS = { burst: 50, perSecond: 10 };

/** What the gateway may send, and what a workflow takes as a reference. */
const LONGEST_REFERENCE = 500;

const resolution = z
  .strictObject({
    decision: z.enum(RESOLUTIONS),
    reason: z.string().trim().min(1, 'must say why').max(500),
    gatewayReference: z.string().trim().min(1).max(200).optional(),
  })
  .transform(({ gatewayReference, ...given }) => ({
    ...given,
    ...(gatewayReference !== undefined && { gatewayReference }),
  }));

/** What every lifecycle offers over HTTP: create, read, wait, confirm and resolve. The rest it adds itself. */
export function lifecycleRoutes<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(options: LifecycleRoutesOptions<Terms, Snapshot>): Router {
  const { kind, client, readTerms } = options;
  const router = readRoutes(options);

  router.post('/', async (request, response) => {
    const terms = readTerms(request.body, request.get('idempotency-key'));
    about(response, { lifecycle: kind.prefix, reference: terms.reference });
    await refuseTooLate(options, terms);
    const { status, body } = toReply(kind, terms.reference, await client.create(terms));
    response.status(status).location(`${kind.path}/${terms.reference}`).json(body);
  });

  router.post('/:reference/confirm', async (request, response) => {
    response.json(viewOf(kind, await client.confirm(request.params.reference)));
  });

  return router;
}

/** For every lifecycle: read, wait and resolve. */
export function readRoutes<Snapshot extends LifecycleSnapshot>({
  kind,
  client,
  readGateway,
}: ReadRoutesOptions<Snapshot>): Router {
  const router = Router();
  const freshOfOne = createBuckets(FRESH_READS_OF_ONE);
  const freshOfAll = createBuckets(FRESH_READS);
  const refuseUnless = (isPossible: (reference: string) => boolean): RequestParamHandler => {
    return (_request, response, next, reference: string) => {
      // what cannot be a reference is not looked for
      if (!isPossible(reference)) throw new Problem('not-found', `no ${kind.noun} has such a reference`);
      about(response, { lifecycle: kind.prefix, reference });
      next();
    };
  };
  router.param('reference', refuseUnless(isReference));
  // money comes under references that we would not have allowed: operators read and resolve those too
  router.param(
    'anyReference',
    refuseUnless(({ length }) => length <= LONGEST_REFERENCE),
  );

  router.get('/:anyReference', async (request, response) => {
    const { anyReference: reference } = request.params;
    const waitMs = readWait(request.query.wait);
    const readFresh = isFresh(request.query.fresh) ? readGateway : undefined;
    if (readFresh && !(freshOfOne.take(reference) && freshOfAll.take(''))) {
      throw new Problem('too-many-requests', 'the gateway is asked too often; read it without fresh=true');
    }
    const snapshot = await (waitMs === 0 ? client.get(reference) : client.waitForChange(reference, waitMs));
    const fresh = readFresh && { gateway: await readFresh(reference) };
    response.json({ ...viewOf(kind, snapshot), ...fresh });
  });

  router.post('/:anyReference/review-items/:key/resolve', async (request, response) => {
    const { anyReference: reference, key } = request.params;
    const given = parse(resolution, request.body);
    response.json(viewOf(kind, await client.resolve(reference, key, given, readCommand(request))));
  });

  return router;
}

/** One whose input the workflow refused has no terms that could be shown. */
function viewOf<Snapshot extends LifecycleSnapshot>({ toView }: Kind<Snapshot>, snapshot: Snapshot): object {
  if (!isRefusedInput(snapshot)) return toView(snapshot);
  const { terms, state, reason, epoch } = snapshot;
  return { reference: terms.reference, state, reason, epoch };
}

async function refuseTooLate<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>({ refuseNew, client }: LifecycleRoutesOptions<Terms, Snapshot>, terms: Terms): Promise<void> {
  try {
    refuseNew?.(terms);
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
>(router: Router, { kind, client }: LifecycleRoutesOptions<Terms, Snapshot>): void {
  router.post('/:reference/cancel', async (request, response) => {
    const cancelled = await client.cancel(request.params.reference, readCommand(request));
    response.json(viewOf(kind, cancelled));
  });
}

function toReply<Snapshot extends LifecycleSnapshot>(
  kind: Kind<Snapshot>,
  reference: string,
  answer: CreateAnswer<Snapshot>,
): { status: number; body: object } {
  switch (answer.kind) {
    case 'open':
      return { status: 201, body: viewOf(kind, answer.snapshot) };
    case 'over':
      return { status: 200, body: viewOf(kind, answer.snapshot) };
    case 'working': {
      const known = answer.snapshot ? viewOf(kind, answer.snapshot) : { reference };
      return { status: 202, body: { ...known, retry: 'same-reference' } };
    }
    case 'reference-conflict': {
      const { differences } = answer;
      const detail = `${reference} is another ${kind.noun} already: ${differences.join(', ')} differ`;
      throw new Problem('reference-conflict', detail, { differences });
    }
  }
}

function isFresh(given: unknown): boolean {
  if (given === undefined || given === 'false') return false;
  if (given !== 'true') throw invalid([{ field: 'fresh', message: 'must be true or false' }]);
  return true;
}

const LONGEST_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const match = typeof given === 'string' ? /^(\d{1,6})(ms|s)$/.exec(given) : null;
  const ms = Number(match?.[1]) * (match?.[2] === 's' ? 1_000 : 1);
  if (!match || ms > LONGEST_WAIT_MS) {
    throw invalid([{ field: 'wait', message: 'must be a time such as 30s or 1500ms, at most 60s' }]);
  }
  return ms;
}
