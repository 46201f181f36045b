import type { Request } from 'express';
import { createBlocks } from './body-blocks.js';
import { type BodyReservation, createBodyBudget } from './body-budget.js';
import { CSV_NAMES, readCsvRows } from './batch-csv.js';
import { JSON_NAMES, readJsonRows } from '../requests/batch-json.js';
import { readCsvQuery, readJsonBatch } from '../requests/batch.js';
import { type BatchRequest, type BatchRules, createBatchRows } from '../requests/batch-rows.js';
import { Problem } from '../requests/problem.js';
import { refuseEncoded, refuseOtherCharsets } from './body-format.js';
import { brokenBody } from './collect-body.js';
import { parseJson } from './json-body.js';
import { createOpenBodies, type OpenBodies } from './open-bodies.js';

/** Enough for a row with long names, in JSON. */
const BYTES_PER_ROW = 512;
/** For the terms, or the first line. */
const OTHER_BYTES = 16 * 1024;

/**
 * Reads batches from JSON and from CSV, and calls `use` with a batch that keeps every rule. A body counts against the
 * memory budget until `use` is done: two large ones at a time, others get "busy".
 */
export function createBatchReader(rules: BatchRules, bodies: OpenBodies = createOpenBodies()) {
  const budget = createBodyBudget();
  const maxBytes = rules.maxRows * BYTES_PER_ROW + OTHER_BYTES;

  return async <Result>(request: Request, use: (batch: BatchRequest) => Promise<Result>): Promise<Result> => {
    const reservation = budget.reserve();
    try {
      return await use(await readBatch(request, { rules, maxBytes, reservation, bodies }));
    } finally {
      reservation.release();
    }
  };
}

interface ReadOptions {
  readonly rules: BatchRules;
  readonly maxBytes: number;
  readonly reservation: BodyReservation;
  readonly bodies: OpenBodies;
}

async function readBatch(request: Request, { rules, ...limits }: ReadOptions): Promise<BatchRequest> {
  refuseEncoded(request);
  refuseOtherCharsets(request);
  if (Number(request.get('content-length')) > limits.maxBytes) throw tooLarge(limits);
  const key = request.get('idempotency-key');
  if (request.is('text/csv')) {
    const head = readCsvQuery(request.query, key);
    const rows = createBatchRows(head, rules, CSV_NAMES);
    await readCsvRows(boundedBody(request, limits), rows, {
      hasNarration: head.terms.narration !== undefined,
    });
    return rows.finish();
  }
  if (request.is('application/json')) {
    const { rows: given, ...head } = readJsonBatch(await readJson(boundedBody(request, limits)), key);
    const rows = createBatchRows(head, rules, JSON_NAMES);
    readJsonRows(given, rows);
    return rows.finish();
  }
  throw new Problem('wrong-content-type', 'Send the body as application/json or text/csv.');
}

type Limits = Omit<ReadOptions, 'rules'>;

/** The body up to the limit. It leaves the request open, so that a refusal can be answered. */
async function* boundedBody(request: Request, limits: Limits): AsyncGenerator<Buffer> {
  let size = 0;
  const { promise: refused, reject } = refusal();
  const stopFollowing = limits.bodies.follow(request, { received: () => size, refuse: reject });
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next() as Promise<IteratorResult<Buffer, undefined>>, refused]);
      if (next.done) return;
      size += next.value.length;
      if (size > limits.maxBytes) throw tooLarge(limits);
      if (!limits.reservation.grow(size)) {
        throw new Problem('busy', 'Too many large batches at once. Send the batch again.');
      }
      yield next.value;
    }
  } catch (error) {
    throw error instanceof Problem ? error : brokenBody();
  } finally {
    stopFollowing();
    // a read that was given up may still end, or fail, when the connection does
    chunks.return?.().catch(() => undefined);
  }
}

/** Rejects when a problem is given to `reject`; handled in any case. */
function refusal() {
  let reject: (problem: Problem) => void = () => undefined;
  const promise = new Promise<never>((_resolve, rejectWith) => (reject = rejectWith));
  promise.catch(() => undefined);
  return { promise, reject: (problem: Problem) => reject(problem) };
}

const tooLarge = ({ maxBytes }: Limits) =>
  new Problem('too-large', `The body of a batch is limited to ${maxBytes} bytes. Send several batches.`);

async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const blocks = createBlocks();
  for await (const chunk of body) blocks.add(chunk);
  return parseJson(blocks.whole());
}
