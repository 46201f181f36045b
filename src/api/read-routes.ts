import type { RequestParamHandler, Response } from 'express';
import { z } from 'zod';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import type { LifecycleClient } from '../client/client.js';
import { pluralOf } from '../client/kinds.js';
import { viewOf } from '../client/view-of.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { isReference } from '../domain/reference.js';
import { resolution } from '../requests/decision.js';
import { MAX_REFERENCE_LENGTH } from '../requests/fields.js';
import { parse } from '../requests/parse.js';
import { Problem } from '../requests/problem.js';
import { readCommand } from './command.js';
import { createRoutes, type Routes } from './described-routes.js';
import { RESOLVE } from './example-values.js';
import { type GrantSigner, signDecision } from './grants.js';
import { EXPLAIN, TIMELINE } from './history-routes.js';
import { listQuery, readList } from './list-request.js';
import { createReadLimit } from './read-limit.js';
import { setLogLifecycle } from './request-log.js';
import { listView } from './views/list.js';
import { refusedInputView } from './views/refused-input.js';
import { settlementPart } from './views/settlement-part.js';
import { readQuery, readWait } from './wait-query.js';
import { addWebhookRoutes } from './webhook-log-routes.js';

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

type Decided = z.output<typeof resolution> & { readonly key: string };

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
  const routes = createRoutes(view);
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
      example: RESOLVE,
      takesKey: true,
      replies: { 200: { about: `The ${noun}`, schema: view } },
      problems: [
        'nothing-to-resolve',
        'review-item-changed',
        'send-in-progress',
        'refused',
        'command-conflict',
        'not-open',
        ...(kind.signedDecisions ? (['approver-is-maker'] as const) : []),
      ],
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

export const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

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
