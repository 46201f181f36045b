import { once } from 'node:events';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { batches as BATCH } from '../../../workflows/lifecycles.js';
import { refuseNew } from '../../client/refuse-new.js';
import { releaseTerms } from '../../domain/batch/batch.js';
import { MOST_PARTS_WITH_OTP, partCount, partId, ROWS_IN_A_PART } from '../../domain/batch/part.js';
import { type RowResult, toResult } from '../../domain/batch/result-file.js';
import { toBatch, toPart } from '../../domain/batch/view.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { createBatchReader } from '../batch-file.js';
import { refuseOverdue } from '../../requests/fields.js';
import { writeResultCsv, writeRetryCsv } from '../batch-results.js';
import type { BatchRequest } from '../../requests/batch-rows.js';
import { readCommand } from '../command.js';
import { requireSigner } from '../grants.js';
import { addCancelRoute, createReplies, type RouteDeps, toReply } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { parse } from '../../requests/parse.js';
import { batchRequest, csvQuery } from '../../requests/batch.js';
import type { Routes } from '../described-routes.js';
import { DESTINATION } from '../example-values.js';
import { batchPartView, batchRowsView, batchView } from '../views/batch.js';
import { Problem } from '../../requests/problem.js';
import { reason } from '../../requests/fields.js';
import { formed, text } from '../../requests/text.js';
import { setLogLifecycle } from '../request-log.js';
import { addOtpRoutes } from './otps.js';

const DEFAULT_RULES = { maxRows: 10_000, hasDuplicateGuard: true, expectsOtp: false };

const releaseRequest = z.strictObject({
  rows: z.union([z.literal('all'), z.array(z.int().min(1)).min(1)], 'must be "all" or a list of row numbers'),
  reason,
});

const part = formed(5, /^[1-9]\d{0,4}$/, 'must be the number of a part');

const rowsQuery = z.strictObject({
  part: part.transform(Number).optional(),
  state: text(40).optional().meta({ description: 'only rows in this state' }),
});

const FILES = [
  {
    name: 'result',
    summary: 'Download the result of every row',
    write: writeResultCsv,
  },
  {
    name: 'failed-rows',
    summary: 'Download the rows that may be paid again, as a batch file',
    write: (_batch: string, rows: AsyncIterable<RowResult>, to: Response) => writeRetryCsv(rows, to),
  },
] as const;

export function batchRoutes({ oware, vault, grants, bodies, batchRules = DEFAULT_RULES }: RouteDeps): Routes {
  const { batches } = oware;
  const options = { kind: BATCH, client: batches, grants, view: batchView, scope: 'pay' as const };
  const routes = readRoutes(options);
  const readBatch = createBatchReader(batchRules, bodies);

  async function create({ terms, rows }: BatchRequest, response: Response) {
    const { reference } = terms;
    setLogLifecycle(response, { lifecycle: BATCH.prefix, reference });
    await refuseNew(
      () => refuseNow(terms, batchRules),
      () => batches.get(reference),
    );
    const maker = grants?.sign(response, { action: 'create', kind: BATCH, reference, terms });
    return toReply(BATCH, reference, await oware.createBatch({ terms, rows, maker }));
  }

  routes.post(
    '/',
    {
      summary: 'Create a batch of transfers',
      detail:
        'As JSON, or as a CSV file with the terms in the query. All rows are checked first: a batch with a bad row is refused as a whole, and the reply names each of them.',
      scope: 'pay',
      query: csvQuery.partial(),
      body: batchRequest,
      example: {
        reference: 'payroll-march',
        title: 'Payroll of March',
        narration: 'Salary March',
        onValidationFailure: 'CONTINUE',
        rows: [{ amount: '5000.00', ...DESTINATION }],
      },
      otherBodies: ['text/csv'],
      takesKey: true,
      replies: createReplies('batch', batchView),
      problems: ['reference-conflict', 'otp-batch-too-large', 'retry-refused', 'busy'],
    },
    async (request, response) => {
      const { status, body, reference } = await readBatch(request, async (batch) => ({
        ...(await create(batch, response)),
        reference: batch.terms.reference,
      }));
      response.status(status).location(`${BATCH.path}/${reference}`).json(body);
    },
  );

  routes.post(
    '/:reference/confirm',
    {
      summary: 'Check with the gateway now',
      scope: 'read',
      replies: { 200: { about: 'The batch', schema: batchView } },
    },
    async (request, response) => {
      response.json(toBatch(await batches.confirm(request.params.reference)));
    },
  );

  routes.post(
    '/:reference/rows/release',
    {
      summary: 'Release rows that were excluded',
      detail:
        'Their bank holds another name, does not know the account, or did not answer. They are sent after all.',
      scope: 'approve',
      body: releaseRequest,
      example: {
        rows: [1],
        reason: 'The employee changed her name',
      },
      takesKey: true,
      replies: { 200: { about: 'The batch', schema: batchView } },
      problems: ['not-open', 'command-conflict', 'refused', 'grant-invalid'],
    },
    async (request, response) => {
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
    },
  );

  routes.get(
    '/:reference/rows',
    {
      summary: 'Read the rows with what became of them',
      scope: 'read',
      query: rowsQuery,
      replies: { 200: { about: 'All rows, or those of a part or in a state', schema: batchRowsView } },
    },
    async (request, response, { part, state }) => {
      const { reference } = request.params;
      await writeJson(response, reference, selected(oware.batchRows(reference, part), state));
    },
  );

  for (const { name, summary, write } of FILES) {
    routes.get(
      `/:reference/${name}.csv`,
      {
        summary,
        scope: 'read',
        replies: { 200: { about: 'The file', contentType: 'text/csv', schema: z.string() } },
      },
      async (request, response) => {
        const { reference } = request.params;
        // an unknown batch is answered before the first byte
        await batches.get(reference);
        response.type('text/csv').attachment(`${reference}-${name}.csv`);
        await write(reference, oware.batchRows(reference), response);
      },
    );
  }

  addOtpRoutes(routes, {
    vault,
    path: '/:reference/parts/:part',
    params: { part },
    view: batchPartView,
    submit: async (params, otp, command) =>
      toPart(await oware.batchParts.submitOtp(partIn(params), otp, command)),
    resend: async (params, command) => toPart(await oware.batchParts.resendOtp(partIn(params), command)),
  });
  addCancelRoute(routes, options, {
    detail:
      'Every part that was not sent; the OTP of a part that waits for it is withheld. Parts that the gateway pays are not affected.',
  });
  addApprovalRoutes(routes, options);
  return routes;
}

function partIn({ reference, part }: Request['params']): string {
  return partId(String(reference), Number(part));
}

function refuseNow(terms: BatchRequest['terms'], { expectsOtp }: { readonly expectsOtp: boolean }): void {
  refuseOverdue(terms);
  if (expectsOtp && partCount(terms.count) > MOST_PARTS_WITH_OTP) throw tooLargeForOtp();
}

function tooLargeForOtp(): Problem {
  const most = MOST_PARTS_WITH_OTP * ROWS_IN_A_PART;
  return new Problem(
    'otp-batch-too-large',
    `The gateway wants an OTP for each ${ROWS_IN_A_PART} rows, so a batch may have ${most} rows. Have the gateway switch OTPs off: approvals of Oware replace them.`,
  );
}

async function* selected(
  rows: AsyncIterable<RowResult>,
  state: string | undefined,
): AsyncGenerator<RowResult> {
  for await (const row of rows) if (state === undefined || row.state === state) yield row;
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
