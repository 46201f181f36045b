import type { Request } from 'express';
import { createSignatureCheck, readSignature } from '../gateway/signature.js';
import { addressOf } from './address-of.js';
import { type BodyPlace, createBodyRoom, LARGEST_BYTES, ORDINARY_BYTES } from './body-room.js';
import { createBuckets } from './buckets.js';
import { Problem, type ProblemName } from './problem.js';

export interface SignedBodyOptions {
  /** Every secret whose signature counts: two while one is being rotated out. */
  readonly secrets: readonly string[];
  readonly signatureHeader: string;
  /** A sender that is silent for so long in the middle of a body is not waited for. */
  readonly idleMs?: number | undefined;
}

/** An address that has no refusals left may still send events of this size: a stranger behind the same proxy cannot keep them out. */
const ALWAYS_LET_IN_BYTES = 64 * 1024;

/** Only what is refused counts, so that the gateway itself may send as many events as it has. */
const REFUSALS = { burst: 60, perSecond: 1 };
const COUNTED: ReadonlySet<ProblemName> = new Set([
  'bad-signature',
  'encoded-body',
  'too-large',
  'body-timeout',
  'broken-body',
]);

/**
 * Reads bodies that the gateway has signed. Nothing is inflated, and nothing is read before there is a header that can
 * be a signature; the signature is computed while the body comes. `use` is called with proven bytes only, and until
 * it is done they count as held.
 */
export function createSignedBodyReader({ secrets, signatureHeader, idleMs = 5_000 }: SignedBodyOptions) {
  const room = createBodyRoom();
  const refusals = createBuckets(REFUSALS);

  function signatureOf(request: Request): Buffer {
    const header = request.get(signatureHeader);
    if (header === undefined) throw new Problem('bad-signature', `the header ${signatureHeader} is missing`);
    const signature = readSignature(header);
    if (signature) return signature;
    throw new Problem('bad-signature', `the header ${signatureHeader} is not 128 hexadecimal digits`);
  }

  async function read(request: Request, place: BodyPlace): Promise<Buffer> {
    refuseEncoded(request);
    const signature = signatureOf(request);
    const length = lengthOf(request);
    if (length !== undefined && length > LARGEST_BYTES) throw tooLarge();
    const isSmall = length !== undefined && length <= ALWAYS_LET_IN_BYTES;
    if (!isSmall && refusals.isEmpty(addressOf(request))) {
      throw new Problem('too-many-requests', 'too many events from this address were refused');
    }
    // the sender of a large one hears before it sends that there is no place
    if (length !== undefined && length > ORDINARY_BYTES && !place.grow(length)) throw busy();
    const check = createSignatureCheck(signature, secrets);
    const whole = await collect(request, { place, idleMs, onChunk: check.update });
    if (check.isRight()) return whole();
    throw new Problem('bad-signature', 'the signature does not fit the body as it was received');
  }

  return async <Result>(request: Request, use: (body: Buffer) => Promise<Result>): Promise<Result> => {
    const place = room.enter();
    try {
      return await use(await read(request, place));
    } catch (error) {
      if (error instanceof Problem && COUNTED.has(error.problem)) refusals.take(addressOf(request));
      throw error;
    } finally {
      place.leave();
    }
  };
}

/** 51 bytes can stand for 32 MB. */
export function refuseEncoded(request: Request): void {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    throw new Problem('encoded-body', 'send the body without a Content-Encoding');
  }
}

/** Undefined where it is not told before. */
function lengthOf(request: Request): number | undefined {
  const given = request.get('content-length');
  if (given !== undefined) return Number(given);
  return request.get('transfer-encoding') === undefined ? 0 : undefined;
}

interface Collecting {
  readonly place: BodyPlace;
  readonly idleMs: number;
  readonly onChunk: (chunk: Buffer) => void;
}

/** Resolves when the body is complete; its bytes are put together only when they are asked for. */
function collect(request: Request, { place, idleMs, onChunk }: Collecting): Promise<() => Buffer> {
  const blocks = createBlocks();
  let size = 0;
  return new Promise((resolve, reject) => {
    const idle = setTimeout(() => end(new Problem('body-timeout', `nothing came for ${idleMs} ms`)), idleMs);
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
      if (size > LARGEST_BYTES) end(tooLarge());
      else if (!place.grow(size)) end(busy());
      else {
        onChunk(chunk);
        blocks.add(chunk);
      }
    }
    const complete = () => end();
    const broken = () => end(new Problem('broken-body', 'the connection ended before the body'));
    // `error` stays: an aborted request reports one also after we have stopped to listen
    request.on('error', broken).on('data', take).once('end', complete).once('close', broken);
  });
}

const busy = () => new Problem('busy', 'too many events are arriving; send it again');
const tooLarge = () => new Problem('too-large', `an event may have ${LARGEST_BYTES} bytes`);

const BLOCK_BYTES = 64 * 1024;

/** A body in blocks: a sender of single bytes must not cost an object for each. */
function createBlocks() {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  return {
    add(chunk: Buffer): void {
      for (let from = 0; from < chunk.length;) {
        if (used === block.length) {
          if (used > 0) full.push(block);
          block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
          used = 0;
        }
        const copied = chunk.copy(block, used, from);
        used += copied;
        from += copied;
      }
    },
    whole: () => Buffer.concat([...full, block.subarray(0, used)]),
  };
}
