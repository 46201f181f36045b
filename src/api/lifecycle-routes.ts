import type { RequestParamHandler, Response } from 'express';
import { z } from 'zod';
import type { CreateAnswer, LifecycleClient, OwareClient } from '../client/client.js';
import { refuseNew } from '../client/refuse-new.js';
import { viewOf } from '../client/view-of.js';
import { isReference } from '../domain/reference.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import { type GrantSigner, signDecision } from './grants.js';
import type { BatchRules } from '../requests/batch-rows.js';
import { createBuckets } from './buckets.js';
import type { GatewayReads } from './gateway-reads.js';
import { readCommand } from './command.js';
import { resolution } from '../requests/decision.js';
import { MAX_REFERENCE_LENGTH } from '../requests/fields.js';
import { invalid, parse } from '../requests/parse.js';
import { createRoutes, type Routes } from './described-routes.js';
import { EXPLAIN, TIMELINE } from './history-routes.js';
import { listQuery, readList } from './list-request.js';
import { Problem, type ProblemName, referenceConflict } from '../requests/problem.js';
import { setLogLifecycle } from './request-log.js';
import type { CardVault } from './routes/cards.js';
import { listView } from './views/list.js';
import { refusedInputView } from './views/refused-input.js';
import { settlementPart } from './views/settlement-part.js';
import type { Scope } from './bearer.js';
import { addWebhookRoutes } from './webhook-log-routes.js';

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
  'noun' | 'prefix' | 'path' | 'toView' | 'webhooks' | 'approvedTerms' | 'signedDecisions'
>;

/** For lifecycles that the API reads and resolves, and does not create. */
export interface ReadRoutesOptions<Snapshot extends LifecycleSnapshot> {
  readonly kind: RouteKind<Snapshot>;
  readonly client: Pick<
    LifecycleClient<never, Snapshot>,
    'get' | 'list' | 'waitForChange' | 'resolve' | 'timeline' | 'explain' | 'webhooks' | 'resendWebhook'
  >;
  /** The schema of its view. */
  readonly view: z.ZodObject;
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
  /** What the API key must list to create it, or to change it. */
  readonly scope: Scope;
  /** The schema of a create, by which `readTerms` reads it. */
  readonly body: z.ZodType;
  /** Problems of just this create. */
  readonly problems?: readonly ProblemName[];
  readonly readTerms: (body: unknown, idempotencyKey: string | undefined) => Terms;
  /** Refuses terms that a create cannot have now; a repeat of a create that could still gets its answer. */
  readonly refuseNew?: (terms: Terms) => void | Promise<void>;
}

/** Each read of the gateway is a workflow, and the gateway has rate limits. */
const FRESH_READS_PER_REFERENCE = { burst: 5, perSecond: 0.5 };
const FRESH_READS_TOTAL = { burst: 50, perSecond: 10 };

type Decided = z.output<typeof resolution> & { readonly key: string };

/** The common routes of a lifecycle: create, list, read, wait, confirm and resolve. Each lifecycle adds its own. */
export function lifecycleRoutes<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(options: LifecycleRoutesOptions<Terms, Snapshot>): Routes {
  const { kind, client, readTerms, grants, view, scope, body: schema, problems = [] } = options;
  const { noun } = kind;
  const routes = readRoutes(options);

  routes.post(
    '/',
    {
      summary: `Create ${withArticle(noun)}`,
      detail:
        'A repeat with the same reference and the same terms gets the same answer, and sends nothing twice.',
      scope,
      body: schema,
      takesKey: true,
      replies: createReplies(noun, view),
      problems: ['reference-conflict', 'refused', ...problems],
    },
    async (request, response) => {
      const terms = readTerms(request.body, request.get('idempotency-key'));
      setLogLifecycle(response, { lifecycle: kind.prefix, reference: terms.reference });
      const { reference } = terms;
      await refuseNew(
        () => options.refuseNew?.(terms),
        () => client.get(reference),
      );
      const maker = grants?.sign(response, { action: 'create', kind, reference, terms });
      const { status, body } = toReply(kind, reference, await client.create(terms, { maker }));
      response.status(status).location(`${kind.path}/${reference}`).json(body);
    },
  );

  routes.post(
    '/:reference/confirm',
    {
      summary: 'Check with the gateway now',
      detail: 'Returns as soon as a check that started after this request is done.',
      scope: 'read',
      replies: { 200: { about: `The ${noun}`, schema: view } },
    },
    async (request, response) => {
      response.json(viewOf(kind, await client.confirm(request.params.reference)));
    },
  );

  return routes;
}

/** What a create replies with. */
export function createReplies(noun: string, view: z.ZodObject) {
  const location = { Location: `where to read the ${noun}` };
  return {
    200: {
      about: 'It was created before, and has ended',
      schema: z.union([view, refusedInputView]),
      headers: location,
    },
    201: { about: `The ${noun}; a repeat gets it again`, schema: view, headers: location },
    202: {
      about: 'The gateway has not answered yet: repeat the identical request, or read it later',
      schema: pendingOf(view),
      headers: location,
    },
  };
}

/** What is known so far; a lifecycle that has only started shows its reference. */
export function pendingOf(view: z.ZodObject): z.ZodType {
  return view
    .partial()
    .extend({ retry: z.literal('same-reference') })
    .meta({ description: 'what is known so far' });
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

const WAIT = /^(\d{1,6})(ms|s)$/;
const WRONG_WAIT = 'must be a duration such as 30s or 1500ms, at most 60s';

export const readQuery = {
  wait: z
    .string()
    .regex(WAIT, WRONG_WAIT)
    .optional()
    .meta({ description: 'waits for a change, at most 60s', examples: ['30s'] }),
};

/** For every lifecycle: list, read, wait and resolve. */
export function readRoutes<Snapshot extends LifecycleSnapshot>({
  kind,
  client,
  view,
  readGateway,
  readSettlements,
  grants,
}: ReadRoutesOptions<Snapshot>): Routes {
  const { noun } = kind;
  const routes = createRoutes();
  const countRead = createReadLimit();
  const refuseUnless = (isPossible: (reference: string) => boolean): RequestParamHandler => {
    return (_request, response, next, reference: string) => {
      if (!isPossible(reference)) throw new Problem('not-found', `No ${noun} has this reference.`);
      setLogLifecycle(response, { lifecycle: kind.prefix, reference });
      next();
    };
  };
  routes.router.param('reference', refuseUnless(isReference));
  // payments arrive with references that our API would refuse: operators read and resolve those too
  routes.router.param(
    'anyReference',
    refuseUnless(({ length }) => length <= MAX_REFERENCE_LENGTH),
  );

  routes.get(
    '/',
    {
      summary: `List ${pluralOf(kind)}`,
      detail: LIST_DETAIL,
      scope: 'read',
      query: listQuery,
      replies: { 200: { about: 'One page', schema: listView } },
    },
    async (_request, response, query) => {
      response.json(await readList((request) => client.list(request), query));
    },
  );

  routes.get(
    '/:anyReference',
    {
      summary: `Read ${withArticle(noun)}`,
      scope: 'read',
      query: z.strictObject({
        ...readQuery,
        ...(readGateway && {
          fresh: z
            .enum(['true', 'false'], 'must be true or false')
            .optional()
            .meta({ description: "adds the gateway's record as `gateway`" }),
        }),
        ...(readSettlements && {
          include: z
            .literal('settlement', 'must be settlement')
            .optional()
            .meta({ description: 'adds where the money went as `settlements`' }),
        }),
      }),
      replies: {
        200: {
          about: `The ${noun}`,
          schema: z.union([readView(view, { readGateway, readSettlements }), refusedInputView]),
        },
      },
      ...((readGateway ?? readSettlements) && { problems: ['too-many-requests', 'refused'] }),
    },
    async (request, response, query) => {
      const { anyReference: reference } = request.params;
      const { wait, fresh, include } = query as ReadQuery;
      const waitMs = readWait(wait);
      const readFresh = fresh === 'true' ? readGateway : undefined;
      if (readFresh) countRead(reference, 'fresh=true');
      const readIncluded = include === undefined ? undefined : readSettlements;
      if (readIncluded) countRead(reference, 'include=settlement');
      const snapshot = await (waitMs === 0 ? client.get(reference) : client.waitForChange(reference, waitMs));
      const more = {
        ...(readFresh && { gateway: await readFresh(reference) }),
        ...(readIncluded && { settlements: await readIncluded(snapshot) }),
      };
      response.json({ ...viewOf(kind, snapshot), ...more });
    },
  );

  routes.get('/:anyReference/timeline', TIMELINE, async (request, response) => {
    response.json(await client.timeline(request.params.anyReference));
  });

  routes.get('/:anyReference/explain', EXPLAIN, async (request, response) => {
    response.json(await client.explain(request.params.anyReference));
  });

  routes.post(
    '/:anyReference/review-items/:key/resolve',
    {
      summary: 'Resolve a review item',
      detail: kind.signedDecisions
        ? 'The decision can let money out: the key needs the scope `approve`.'
        : 'The item is removed, and the decision is kept with its reason.',
      scope: kind.signedDecisions ? 'approve' : 'operate',
      body: resolution,
      takesKey: true,
      replies: { 200: { about: `The ${noun}`, schema: view } },
      problems: ['nothing-to-resolve', 'refused', 'command-conflict', 'not-open'],
    },
    async (request, response) => {
      const { anyReference: reference, key } = request.params;
      const given = parse(resolution, request.body);
      const grant = kind.signedDecisions && (await sign(response, reference, { key, ...given }));
      const decided = { ...given, ...(grant && { grant }) };
      response.json(viewOf(kind, await client.resolve(reference, key, decided, readCommand(request))));
    },
  );

  if (Object.keys(kind.webhooks).length > 0) addWebhookRoutes(routes, client);

  async function sign(response: Response, reference: string, decision: Decided): Promise<SignedGrant> {
    const { terms } = await client.get(reference);
    return signDecision(response, grants, { kind, reference, terms, decision });
  }

  return routes;
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** As in its path: `reserved accounts`. */
const pluralOf = ({ path }: Pick<LifecycleKind<never, never>, 'path'>) =>
  path.replace('/v1/', '').replaceAll('-', ' ');

interface ReadQuery {
  readonly wait?: string;
  readonly fresh?: 'true' | 'false';
  readonly include?: 'settlement';
}

const LIST_DETAIL =
  'From Temporal’s visibility, which lags by moments: open ones first, then those that ended, each the newest first. All pages show what had started when the first was read. One that ends meanwhile may be shown twice; none is left out.';

/** The view, and what a read can add to it. */
function readView(
  view: z.ZodObject,
  { readGateway, readSettlements }: { readonly readGateway?: unknown; readonly readSettlements?: unknown },
): z.ZodObject {
  if (!readGateway && !readSettlements) return view;
  return view.extend({
    ...(readGateway !== undefined && {
      gateway: z.record(z.string(), z.unknown()).nullable().optional(),
    }),
    ...(readSettlements !== undefined && { settlements: z.array(settlementPart).optional() }),
  });
}

/** For lifecycles that the merchant can cancel. */
export function addCancelRoute<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(
  routes: Routes,
  {
    kind,
    client,
    view,
    scope,
  }: Pick<LifecycleRoutesOptions<Terms, Snapshot>, 'kind' | 'view' | 'scope'> & {
    readonly client: Pick<LifecycleClient<never, Snapshot>, 'cancel'>;
  },
  { detail, problems = [] }: { readonly detail: string; readonly problems?: readonly ProblemName[] },
): void {
  routes.post(
    '/:reference/cancel',
    {
      summary: `Cancel the ${kind.noun}`,
      detail,
      scope,
      takesKey: true,
      replies: { 200: { about: `The ${kind.noun}`, schema: view } },
      problems: ['not-open', 'command-conflict', 'refused', ...problems],
    },
    async (request, response) => {
      const cancelled = await client.cancel(request.params.reference, readCommand(request));
      response.json(viewOf(kind, cancelled));
    },
  );
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
    case 'reference-conflict':
      throw referenceConflict(reference, answer.differences);
  }
}

const MAX_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
export function readWait(given: string | undefined): number {
  if (given === undefined) return 0;
  const [, count, unit] = WAIT.exec(given) ?? [];
  const ms = Number(count) * (unit === 's' ? 1_000 : 1);
  if (ms <= MAX_WAIT_MS) return ms;
  throw invalid([{ field: 'wait', message: WRONG_WAIT }]);
}
