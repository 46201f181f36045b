import type { Request } from 'express';
import { Problem } from '../requests/problem.js';
import { createBlocks } from './body-blocks.js';
import type { OpenBodies } from './open-bodies.js';

export interface CollectOptions {
  readonly bodies: OpenBodies;
  /** Why a body of this many bytes is refused, asked as it grows. */
  readonly refuseSize: (bytes: number) => Problem | undefined;
  /** How long a sender may pause. */
  readonly idleMs?: number | undefined;
  readonly onChunk?: ((chunk: Buffer) => void) | undefined;
}

/** Resolves when the body is complete, with a function that concatenates its bytes on demand. */
export function collectBody(
  request: Request,
  { bodies, refuseSize, idleMs, onChunk }: CollectOptions,
): Promise<() => Buffer> {
  const blocks = createBlocks();
  let size = 0;
  return new Promise((resolve, reject) => {
    const stopFollowing = bodies.follow(request, { received: () => size, refuse: end });
    const idle =
      idleMs === undefined
        ? undefined
        : setTimeout(() => end(new Problem('body-timeout', `No data arrived for ${idleMs} ms.`)), idleMs);
    function end(problem?: Problem): void {
      stopFollowing();
      clearTimeout(idle);
      request.off('data', take).off('end', complete).off('close', broken);
      request.pause();
      if (problem) reject(problem);
      else resolve(blocks.whole);
    }
    function take(chunk: Buffer): void {
      idle?.refresh();
      size += chunk.length;
      const problem = refuseSize(size);
      if (problem) end(problem);
      else {
        onChunk?.(chunk);
        blocks.add(chunk);
      }
    }
    const complete = () => end();
    const broken = () => end(brokenBody());
    // the `error` listener stays: an aborted request may emit one later
    request.on('error', broken).on('data', take).once('end', complete).once('close', broken);
  });
}

export const brokenBody = () =>
  new Problem('broken-body', 'The connection ended before the body was complete.');
