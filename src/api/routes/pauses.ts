import type { Response } from 'express';
import { z } from 'zod';
import { omitUndefined } from '../../domain/omit-undefined.js';
import type { OwareClient, WaitingOperation } from '../../client/client.js';
import { toNaira } from '../../domain/money.js';
import { BANK_CODE } from '../../domain/bank-account.js';
import { MAX_REASON_LENGTH, PAUSABLE_QUEUES } from '../../domain/pause/pause.js';
import { callerOf } from '../bearer.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { countsOf, optionalAmountOf, time } from '../views/fields.js';
import { parse } from '../../requests/parse.js';
import { formed, text } from '../../requests/text.js';

const bank = formed(6, BANK_CODE, 'must be a bank code of 3 to 6 digits').optional();
const queue = z.enum(PAUSABLE_QUEUES, `must be one of ${PAUSABLE_QUEUES.join(', ')}`);
const reason = text(MAX_REASON_LENGTH).trim().min(1, 'must not be empty');

const effectsAsAWhole = { path: ['bank'], error: 'effects can only be paused as a whole' };
const isPossible = (given: { readonly queue: string; readonly bank?: string | undefined }) =>
  given.queue !== 'effects' || given.bank === undefined;

const pauseRequest = z.strictObject({ queue, bank, reason }).refine(isPossible, effectsAsAWhole);
const resumeRequest = z
  .strictObject({ queue, bank, reason: reason.optional() })
  .refine(isPossible, effectsAsAWhole);

const pause = z
  .strictObject({
    queue,
    bank: z.string().optional(),
    reason: z.string(),
    by: z.string(),
    since: time,
  })
  .meta({ id: 'Pause' });

const pausesView = z
  .strictObject({
    pauses: z.array(pause),
    waiting: z.strictObject({
      count: z.int(),
      operations: z.array(
        z.strictObject({
          lifecycle: z.string(),
          reference: z.string(),
          ...optionalAmountOf('amount'),
          since: time.optional(),
          notAfter: time.optional(),
        }),
      ),
      inQueue: countsOf(PAUSABLE_QUEUES),
    }),
  })
  .meta({ id: 'Pauses' });

/** What a pause or a resume replies with. */
const changed = z
  .strictObject({
    pause: pause.optional(),
    dispatch: z.string().optional().meta({ description: 'what Temporal does with the tasks of the queue' }),
    pauses: z.array(pause),
  })
  .meta({ id: 'PauseChange' });

/** For operators: pause and resume gateway writes. A pause delays money, a resume lets it out. */
export function pauseRoutes({ oware: { pauses } }: { readonly oware: OwareClient }): Routes {
  const routes = createRoutes();
  const byOf = (response: Response) => ({ by: callerOf(response).subject });

  routes.get(
    '/',
    {
      summary: 'List what is paused, and what waits because of it',
      scope: 'read',
      replies: { 200: { about: 'The pauses', schema: pausesView } },
    },
    async (_request, response) => {
      const [current, { count, operations, inQueue }] = await Promise.all([pauses.list(), pauses.waiting()]);
      response.json({
        pauses: current,
        waiting: { count, operations: operations.map(toView), inQueue },
      });
    },
  );

  routes.post(
    '/',
    {
      summary: 'Pause payouts, charges or effects, or payouts to one bank',
      scope: 'operate',
      body: pauseRequest,
      replies: { 200: { about: 'The pause', schema: changed } },
      problems: ['refused'],
    },
    async (request, response) => {
      response.json(
        await pauses.pause({ ...omitUndefined(parse(pauseRequest, request.body)), ...byOf(response) }),
      );
    },
  );

  routes.delete(
    '/:queue',
    {
      summary: 'Resume',
      scope: 'operate',
      params: { queue },
      query: z.strictObject({ bank, reason: reason.optional() }),
      replies: { 200: { about: 'What was resumed', schema: changed } },
      problems: ['refused'],
    },
    async (request, response, query) => {
      const given = parse(resumeRequest, { ...query, queue: request.params.queue });
      response.json(await pauses.resume({ ...omitUndefined(given), ...byOf(response) }));
    },
  );

  return routes;
}

function toView({ amountKobo, ...operation }: WaitingOperation) {
  return { ...operation, ...(amountKobo !== undefined && { amount: toNaira(amountKobo), amountKobo }) };
}
