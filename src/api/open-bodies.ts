import type { Request } from 'express';
import { Problem } from '../requests/problem.js';
import { addressOf } from './address-of.js';

export interface BodyLimits {
  /** Bodies on their way at the same time, from one address and from all. */
  readonly ofOneAddress: number;
  readonly inAll: number;
  /** A body that is complete by then never counts: senders of whole requests are served, however many others drip. */
  readonly uncountedMs: number;
  /** What the smallest body may take. */
  readonly leastMs: number;
}

const LIMITS: BodyLimits = { ofOneAddress: 50, inAll: 200, uncountedMs: 100, leastMs: 2_000 };

/** Larger bodies may take longer: one of 64 KB five seconds. The server ends any request after 20 seconds. */
const MS_PER_BYTE = 3_000 / (64 * 1024);

export interface FollowedBody {
  /** The bytes that have arrived. */
  readonly received: () => number;
  /** Called at most once, and never after the end. */
  readonly refuse: (problem: Problem) => void;
}

export type OpenBodies = ReturnType<typeof createOpenBodies>;

/**
 * Limits how many bodies may be on their way, and for how long. A sender of single bytes costs nothing but keeps its
 * connection and memory of ours, so that a few thousand of them would shut out everybody else.
 */
export function createOpenBodies({ ofOneAddress, inAll, uncountedMs, leastMs }: BodyLimits = LIMITS) {
  const open = new Map<string, number>();
  let all = 0;

  function count(address: string, change: 1 | -1): void {
    all += change;
    const now = (open.get(address) ?? 0) + change;
    if (now === 0) open.delete(address);
    else open.set(address, now);
  }

  const hasRoom = (address: string) => all < inAll && (open.get(address) ?? 0) < ofOneAddress;

  return {
    /** Follows a body from its start until the returned function is called. */
    follow(request: Request, { received, refuse }: FollowedBody): () => void {
      const address = addressOf(request);
      const declared = Number(request.get('content-length') ?? 0);
      const startedAt = performance.now();
      let isCounted = false;

      const counting = afterPending(uncountedMs, () => {
        if (!hasRoom(address)) {
          stop();
          refuse(new Problem('busy', 'Too many requests are being sent at once. Send the request again.'));
          return;
        }
        count(address, 1);
        isCounted = true;
      });
      let ending = afterPending(timeFor(declared), endIfLate);
      function endIfLate(): void {
        const leftMs = startedAt + timeFor(Math.max(declared, received())) - performance.now();
        if (leftMs > 0) {
          ending = afterPending(leftMs, endIfLate);
          return;
        }
        stop();
        refuse(new Problem('body-timeout', 'The body did not arrive in time.'));
      }
      function stop(): void {
        counting.cancel();
        ending.cancel();
        if (isCounted) count(address, -1);
        isCounted = false;
      }
      return stop;
    },
    /** How many count now. */
    size: () => all,
  };

  function timeFor(bytes: number): number {
    return leastMs + bytes * MS_PER_BYTE;
  }
}

/** After this time, and after what has arrived by then was read: a busy process must not take its own delay for the sender's. */
function afterPending(ms: number, act: () => void) {
  let immediate: NodeJS.Immediate | undefined;
  const timeout = setTimeout(() => (immediate = setImmediate(act)), ms);
  return {
    cancel(): void {
      clearTimeout(timeout);
      if (immediate) clearImmediate(immediate);
    },
  };
}
