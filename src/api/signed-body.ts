import type { Request } from 'express';
import { createSignatureCheck, readSignature } from '../gateway/signature.js';
import { addressOf } from './address-of.js';
import {
  type BodyReservation,
  createBodyBudget,
  MAX_BODY_BYTES,
  ORDINARY_BODY_BYTES,
} from './body-budget.js';
import { refuseEncoded } from './body-format.js';
import { createBuckets } from './buckets.js';
import { collectBody } from './collect-body.js';
import type { OpenBodies } from './open-bodies.js';
import { Problem, type ProblemName } from '../requests/problem.js';

export interface SignedBodyOptions {
  /** Every accepted signing secret: two during a rotation. */
  readonly secrets: readonly string[];
  readonly signatureHeader: string;
  readonly bodies: OpenBodies;
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
export function createSignedBodyReader({
  secrets,
  signatureHeader,
  bodies,
  idleMs = 5_000,
}: SignedBodyOptions) {
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
    const whole = await collectBody(request, {
      bodies,
      idleMs,
      onChunk: check.update,
      refuseSize: (bytes) => {
        if (bytes > MAX_BODY_BYTES) return tooLarge();
        return reservation.grow(bytes) ? undefined : busy();
      },
    });
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

/** Undefined when the request does not declare it. */
function lengthOf(request: Request): number | undefined {
  const given = request.get('content-length');
  if (given !== undefined) return Number(given);
  return request.get('transfer-encoding') === undefined ? 0 : undefined;
}

const busy = () => new Problem('busy', 'Too many large or concurrent events. Send the event again.');
const tooLarge = () => new Problem('too-large', `An event is limited to ${MAX_BODY_BYTES} bytes.`);
