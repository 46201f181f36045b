import { z } from 'zod';
import type { CreateAnswer, LifecycleClient, OwareClient } from '../client/client.js';
import { refuseNew } from '../client/refuse-new.js';
import { viewOf } from '../client/view-of.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { BatchRules } from '../requests/batch-rows.js';
import { type ProblemName, referenceConflict } from '../requests/problem.js';
import type { Scope } from './bearer.js';
import { readCommand } from './command.js';
import type { Example, Routes } from './described-routes.js';
import type { GatewayReads } from './gateway-reads.js';
import type { GrantSigner } from './grants.js';
import type { OpenBodies } from './open-bodies.js';
import { type ReadRoutesOptions, readRoutes, type RouteKind, withArticle } from './read-routes.js';
import { setLogLifecycle } from './request-log.js';
import type { ApiVault } from './vault.js';
import { refusedInputView } from './views/refused-input.js';

/** What the routes of a lifecycle need. */
export interface RouteDeps {
  readonly oware: OwareClient;
  /** Takes and shows what may not enter Temporal; without it the routes that need it are off. */
  readonly vault?: ApiVault | undefined;
  /** Signs who asks for a payout and who approves it; without it no payout can be approved. */
  readonly grants?: GrantSigner | undefined;
  /** What batches must keep to. */
  readonly batchRules?: (BatchRules & { readonly expectsOtp: boolean }) | undefined;
  /** The bodies that are on their way; those of other routes are read before. */
  readonly bodies?: OpenBodies | undefined;
  /** Reads of the gateway that all routes share. */
  readonly gatewayReads: GatewayReads;
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
  readonly example: Example;
  /** Problems of just this create. */
  readonly problems?: readonly ProblemName[];
  readonly readTerms: (body: unknown, idempotencyKey: string | undefined) => Terms;
  /** Refuses terms that a create cannot have now; a repeat of a create that could still gets its answer. */
  readonly refuseNew?: (terms: Terms) => void | Promise<void>;
}

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
      example: options.example,
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
