import type { Request, Response } from 'express';
import { z } from 'zod';
import type { LifecycleClient } from '../client/client.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { callerOf } from './bearer.js';
import type { Routes } from './described-routes.js';
import { limitOf } from './list-request.js';
import type { ProblemName } from '../requests/problem.js';
import { toWebhookLog, webhookLogView, webhookMessage } from './views/webhook.js';

const MOST_WEBHOOKS = 200;
const DEFAULT_WEBHOOKS = 50;

const limit = limitOf('webhooks', MOST_WEBHOOKS, DEFAULT_WEBHOOKS);

/** Where the path does not name the lifecycle itself. */
export interface Addressed<Shape extends z.ZodRawShape> {
  readonly query: Shape;
  readonly problems: readonly ProblemName[];
  readonly find: (
    request: Request<{ readonly reference: string }>,
    response: Response,
    query: z.output<z.ZodObject<Shape>>,
  ) => Promise<string>;
}

const BY_PATH = {
  query: {},
  problems: [],
  find: ({ params }: Request<{ readonly anyReference?: string }>) =>
    Promise.resolve(params.anyReference ?? ''),
};

/** For every lifecycle that sends webhooks: what became of each, and send one again. */
export function addWebhookRoutes<Shape extends z.ZodRawShape>(
  routes: Routes,
  client: Pick<LifecycleClient<never, LifecycleSnapshot>, 'webhooks' | 'resendWebhook'>,
  addressed?: Addressed<Shape>,
): void {
  const { query, problems, find } = (addressed ?? BY_PATH) as Addressed<z.ZodRawShape>;
  const lifecycle = addressed ? '/:reference' : '/:anyReference';
  routes.get(
    `${lifecycle}/webhooks`,
    {
      summary: 'List its webhooks',
      detail:
        'The newest first, from the histories of its runs, as long as Temporal retains them: how often each was sent, and what came back. `resends` has the requests to send it again, and `attempts` does not count theirs.',
      scope: 'read',
      query: z.strictObject({ ...query, limit }),
      problems,
      replies: { 200: { about: 'The webhooks', schema: webhookLogView } },
    },
    async (request, response, { limit: wanted = DEFAULT_WEBHOOKS, ...given }) => {
      const reference = await find(request as never, response, given);
      response.json(toWebhookLog(await client.webhooks(reference, wanted)));
    },
  );

  routes.post(
    `${lifecycle}/webhooks/:id/resend`,
    {
      summary: 'Send a webhook again',
      detail:
        'As it was sent last, with the same id, also after it was given up and after the workflow has closed. A repeat while it is being sent joins that.',
      scope: 'operate',
      query: z.strictObject(query),
      problems: [...problems, 'webhooks-disabled'],
      replies: { 202: { about: 'What will be sent', schema: webhookMessage } },
    },
    async (request, response, given) => {
      const reference = await find(request as never, response, given);
      const { id } = request.params;
      const message = await client.resendWebhook(reference, { id, by: callerOf(response).key });
      response.status(202).json(message);
    },
  );
}
