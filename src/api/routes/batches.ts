import { once } from 'node:events';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { batches as BATCH } from '../../../workflows/lifecycles.js';
import { NotFoundError, RetryRefusedError } from '../../client/client.js';
import { releaseTerms } from '../../domain/batch/batch.js';
import { MOST_PARTS_WITH_OTP, partCount, partId, ROWS_IN_A_PART } from '../../domain/batch/part.js';
import { type RowResult, toResult } from '../../domain/batch/result-file.js';
import { toBatch, toPart } from '../../domain/batch/view.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { createBatchReader } from '../batch-file.js';
import { refuseOverdue } from '../request-fields.js';
import { writeResultCsv, writeRetryCsv } from '../batch-results.js';
import type { BatchRequest } from '../batch-rows.js';
import { requireScope } from '../bearer.js';
import { readCommand } from '../command.js';
import { requireSigner } from '../grants.js';
import { addCancelRoute, readRoutes, type RouteDeps, toReply } from '../lifecycle-routes.js';
import { invalid, parse } from '../parse.js';
import { Problem } from '../problem.js';
import { reason } from '../request-fields.js';
import { setLogLifecycle } from '../request-log.js';
import { addOtpRoutes } from './otps.js';

const DEFAULT_RULES = { maxRows: 10_000, hasDuplicateGuard: true, expectsOtp: false };

const releaseRequest = z.strictObject({
  rows: z.union([z.literal('all'), z.array(z.int().min(1)).min(1)], 'must be "all" or a list of row numbers'),
  reason,
});

export function batchRoutes({ oware, vault, grants, batchRules = DEFAULT_RULES }: RouteDeps): Router {
  const { batches } = oware;
  const options = { kind: BATCH, client: batches, grants };
  const router = readRoutes(options);
  const readBatch = createBatchReader(batchRules);

  async function create({ terms, rows }: BatchRequest, response: Response) {
    const { reference } = terms;
    setLogLifecycle(response, { lifecycle: BATCH.prefix, reference });
    await refuseNew({ terms, rows });
    const maker = grants?.sign(response, { action: 'create', kind: BATCH, reference, terms });
    const answer = await oware.createBatch({ terms, rows, maker }).catch((error: unknown) => {
      throw error instanceof RetryRefusedError ? toProblem(error) : error;
    });
    return toReply(BATCH, reference, answer);
  }

  /** A repeat of a batch that was accepted still gets its answer. */
  async function refuseNew({ terms }: BatchRequest): Promise<void> {
    try {
      refuseOverdue(terms);
      if (batchRules.expectsOtp && partCount(terms.count) > MOST_PARTS_WITH_OTP) throw tooLargeForOtp();
    } catch (refused) {
      await batches.get(terms.reference).catch((error: unknown) => {
        throw error instanceof NotFoundError ? refused : error;
      });
    }
  }

  router.post('/', async (request, response) => {
    const { status, body, reference } = await readBatch(request, async (batch) => ({
      ...(await create(batch, response)),
      reference: batch.terms.reference,
    }));
    response.status(status).location(`${BATCH.path}/${reference}`).json(body);
  });

  router.post('/:reference/confirm', async (request, response) => {
    response.json(toBatch(await batches.confirm(request.params.reference)));
  });

  router.post('/:reference/rows/release', async (request, response) => {
    requireScope(response, 'approve');
    const release = parse(releaseRequest, request.body);
    const { reference } = request.params;
    const { terms } = await batches.get(reference);
    const grant = requireSigner(grants).sign(response, {
      action: 'decide',
      kind: BATCH,
      reference,
      terms: releaseTerms(terms, release),
    });
    const command = readCommand(request);
    response.json(toBatch(await batches.releaseRows(reference, { ...release, grant }, command)));
  });

  router.get('/:reference/rows', async (request, response) => {
    const { reference } = request.params;
    await writeJson(response, reference, selected(oware.batchRows(reference, readPart(request)), request));
  });

  router.get('/:reference/result.csv', async (request, response) => {
    const { reference } = request.params;
    // an unknown batch is answered before the first byte
    await batches.get(reference);
    startCsv(response, `${reference}-result.csv`);
    await writeResultCsv(reference, oware.batchRows(reference), response);
  });

  router.get('/:reference/failed-rows.csv', async (request, response) => {
    const { reference } = request.params;
    await batches.get(reference);
    startCsv(response, `${reference}-failed-rows.csv`);
    await writeRetryCsv(oware.batchRows(reference), response);
  });

  addOtpRoutes(router, {
    vault,
    path: '/:reference/parts/:part',
    submit: async (params, otp, command) =>
      toPart(await oware.batchParts.submitOtp(partIn(params), otp, command)),
    resend: async (params, command) => toPart(await oware.batchParts.resendOtp(partIn(params), command)),
  });
  addCancelRoute(router, options);
  addApprovalRoutes(router, options);
  return router;
}

function partIn({ reference, part }: Request['params']): string {
  return partId(String(reference), Number(part));
}

function tooLargeForOtp(): Problem {
  const most = MOST_PARTS_WITH_OTP * ROWS_IN_A_PART;
  return new Problem(
    'otp-batch-too-large',
    `The gateway wants an OTP for each ${ROWS_IN_A_PART} rows, so a batch may have ${most} rows. Have the gateway switch OTPs off: approvals of Oware replace them.`,
  );
}

function toProblem({ message, rows }: RetryRefusedError): Problem {
  const errors = rows.slice(0, 100).map(({ n, earlier, by }) => ({
    line: n,
    field: by === 'reference' ? 'reference' : 'amount',
    message: `repeats row ${earlier}, which is not safe to pay again`,
  }));
  return new Problem('retry-refused', `${message}.`, { errors, errorCount: rows.length });
}

function readPart({ query: { part } }: Request): number | undefined {
  if (part === undefined) return undefined;
  if (typeof part === 'string' && /^[1-9]\d{0,4}$/.test(part)) return Number(part);
  throw invalid([{ field: 'part', message: 'must be the number of a part' }]);
}

async function* selected(
  rows: AsyncIterable<RowResult>,
  { query: { state } }: Request,
): AsyncGenerator<RowResult> {
  for await (const row of rows) if (state === undefined || row.state === state) yield row;
}

function startCsv(response: Response, name: string): void {
  response.type('text/csv').attachment(name);
}

/** One row after the other, so that a large batch is never in memory as a whole. */
async function writeJson(
  response: Response,
  reference: string,
  rows: AsyncGenerator<RowResult>,
): Promise<void> {
  // the first row is read before the first byte is written: an unknown batch gets a problem reply
  let next = await rows.next();
  response.type('json').write(`{"reference":${JSON.stringify(reference)},"rows":[`);
  for (let separator = ''; !next.done; separator = ',', next = await rows.next()) {
    const isWritable = response.write(separator + JSON.stringify(toResult(reference, next.value)));
    if (!isWritable) await once(response, 'drain');
  }
  response.end(']}');
}
