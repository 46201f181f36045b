import { type Response, Router } from 'express';
import { z } from 'zod';
import type { OwareClient, WaitingOperation } from '../../client/client.js';
import { toNaira } from '../../domain/money.js';
import { BANK_CODE } from '../../domain/bank-account.js';
import { MAX_REASON_LENGTH, PAUSABLE_QUEUES } from '../../domain/pause/pause.js';
import { callerOf, requireScope } from '../bearer.js';
import { parse } from '../parse.js';
import { omitUndefined } from '../request-fields.js';

const bank = z.string().regex(BANK_CODE, 'must be a bank code of 3 to 6 digits').optional();
const queue = z.enum(PAUSABLE_QUEUES, `must be one of ${PAUSABLE_QUEUES.join(', ')}`);
const reason = z.string().trim().min(1, 'must not be empty').max(MAX_REASON_LENGTH);

const effectsAsAWhole = { path: ['bank'], error: 'effects can only be paused as a whole' };
const isPossible = (given: { readonly queue: string; readonly bank?: string | undefined }) =>
  given.queue !== 'effects' || given.bank === undefined;

const pauseRequest = z.strictObject({ queue, bank, reason }).refine(isPossible, effectsAsAWhole);
const resumeRequest = z
  .strictObject({ queue, bank, reason: reason.optional() })
  .refine(isPossible, effectsAsAWhole);

/** For operators: pause and resume gateway writes. */
export function pauseRoutes({ oware: { pauses } }: { readonly oware: OwareClient }): Router {
  const router = Router();

  router.get('/', async (_request, response) => {
    const [current, { count, operations, inQueue }] = await Promise.all([pauses.list(), pauses.waiting()]);
    response.json({
      pauses: current,
      waiting: { count, operations: operations.map(toView), inQueue },
    });
  });

  router.post('/', async (request, response) => {
    const { by } = requireOperator(response);
    response.json(await pauses.pause({ ...omitUndefined(parse(pauseRequest, request.body)), by }));
  });

  router.delete('/:queue', async (request, response) => {
    const { by } = requireOperator(response);
    const given = parse(resumeRequest, { ...request.query, queue: request.params.queue });
    response.json(await pauses.resume({ ...omitUndefined(given), by }));
  });

  return router;
}

/** Who pauses or resumes: a pause delays money, a resume lets it out. */
function requireOperator(response: Response): { readonly by: string } {
  requireScope(response, 'approve');
  return { by: callerOf(response).subject };
}

function toView({ amountKobo, ...operation }: WaitingOperation) {
  return { ...operation, ...(amountKobo !== undefined && { amount: toNaira(amountKobo), amountKobo }) };
}
