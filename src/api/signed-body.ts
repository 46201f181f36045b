import type { Request } from 'express';
import { createSignatureCheck, readSignature } from '../gateway/signature.js';
import { addressOf } from './address-of.js';
import {
  type BodyReservation,
  createBodyBudget,
  MAX_BODY_BYTES,
  ORDINARY_BODY_BYTES,
} from './body-budget.js';
import { createBlocks } from './body-blocks.js';
import { createBuckets } from './buckets.js';
import { Problem, type ProblemName } from '../requests/problem.js';

export interface SignedBodyOptions {
  /** Every accepted signing secret: two during a rotation. */
  readonly secrets: readonly string[];
  readonly signatureHeader: string;
  /** How long a sender may pause within a body. */
  readonly idleMs?: number | undefined;
}

/** An address over its limit may still send events of this size: another sender behind the same proxy cannot block them. */
const ALWAYS_ACCEPTED_BYTES = 64 * 1024;

/** Only refused events count, so that the gateway can send any number of valid ones. */
const REFUSALS = { burst: 60, perSecond: 1 };
const COUNTED: ReadonlySet<ProblemName> = new Set([
  'bad-signature',
  'encoded-body',
  'too-large',
  'body-timeout',
  'broken-body',
]);

/**
 * Reads bodies that the gateway has signed. It decompresses nothing, reads nothing without a well-formed signature
 * header, and computes the signature while the body arrives. It calls `use` with verified bytes only; they count against
 * the memory budget until `use` is done.
 */
export function createSignedBodyReader({ secrets, signatureHeader, idleMs = 5_000 }: SignedBodyOptions) {
  const budget = createBodyBudget();
  const refusals = createBuckets(REFUSALS);

  function signatureOf(request: Request): Buffer {
    const header = request.get(signatureHeader);
    if (header === undefined) throw new Problem('bad-signature', `The header ${signatureHeader} is missing.`);
    const signature = readSignature(header);
    if (signature) return signature;
    throw new Problem('bad-signature', `The header ${signatureHeader} must have 128 hexadecimal digits.`);
  }

  async function read(request: Request, reservation: BodyReservation): Promise<Buffer> {
    refuseEncoded(request);
    const signature = signatureOf(request);
    const length = lengthOf(request);
    if (length !== undefined && length > MAX_BODY_BYTES) throw tooLarge();
    const isSmall = length !== undefined && length <= ALWAYS_ACCEPTED_BYTES;
    if (!isSmall && refusals.isEmpty(addressOf(request))) {
      throw new Problem('too-many-requests', 'Too many refused events from this address. Retry later.');
    }
    // refuse a large body before it is sent
    if (length !== undefined && length > ORDINARY_BODY_BYTES && !reservation.grow(length)) throw busy();
    const check = createSignatureCheck(signature, secrets);
    const whole = await collect(request, { reservation, idleMs, onChunk: check.update });
    if (check.isRight()) return whole();
    throw new Problem('bad-signature', 'The signature does not match the body as received.');
  }

  return async <Result>(request: Request, use: (body: Buffer) => Promise<Result>): Promise<Result> => {
    const reservation = budget.reserve();
    try {
      return await use(await read(request, reservation));
    } catch (error) {
      if (error instanceof Problem && COUNTED.has(error.problem)) refusals.take(addressOf(request));
      throw error;
    } finally {
      reservation.release();
    }
  };
}

/** 51 compressed bytes can expand to 32 MB. */
export function refuseEncoded(request: Request): void {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    throw new Problem('encoded-body', 'Send the body without a Content-Encoding.');
  }
}

/** Undefined when the request does not declare it. */
function lengthOf(request: Request): number | undefined {
  const given = request.get('content-length');
  if (given !== undefined) return Number(given);
  return request.get('transfer-encoding') === undefined ? 0 : undefined;
}

interface CollectOptions {
  readonly reservation: BodyReservation;
  readonly idleMs: number;
  readonly onChunk: (chunk: Buffer) => void;
}

/** Resolves when the body is complete, with a function that concatenates its bytes on demand. */
function collect(request: Request, { reservation, idleMs, onChunk }: CollectOptions): Promise<() => Buffer> {
  const blocks = createBlocks();
  let size = 0;
  return new Promise((resolve, reject) => {
    const idle = setTimeout(
      () => end(new Problem('body-timeout', `No data arrived for ${idleMs} ms.`)),
      idleMs,
    );
    function end(problem?: Problem): void {
      clearTimeout(idle);
      request.off('data', take).off('end', complete).off('close', broken);
      request.pause();
      if (problem) reject(problem);
      else resolve(blocks.whole);
    }
    function take(chunk: Buffer): void {
      idle.refresh();
      size += chunk.length;
      if (size > MAX_BODY_BYTES) end(tooLarge());
      else if (!reservation.grow(size)) end(busy());
      else {
        onChunk(chunk);
        blocks.add(chunk);
      }
    }
    const complete = () => end();
    const broken = () =>
      end(new Problem('broken-body', 'The connection ended before the body was complete.'));
    // the `error` listener stays: an aborted request may emit one later
    request.on('error', broken).on('data', take).once('end', complete).once('close', broken);
  });
}

const busy = () => new Problem('busy', 'Too many large or concurrent events. Send the event again.');
const tooLarge = () => new Problem('too-large', `An event is limited to ${MAX_BODY_BYTES} bytes.`);
