import { createHash } from 'node:crypto';
import { UnavailableError } from '../client/errors.js';
import type { ApiMetrics } from '../metrics/metrics.js';
import type { ApiLog } from './log.js';

/** Delivers the verified body of an event by the ordinary path. */
type Deliver = (body: Buffer) => Promise<unknown>;

export interface RefusedEvents {
  /** Keeps an event whose signature was verified and that Temporal has not stored. */
  readonly keep: (body: Buffer, deliver: Deliver) => void;
  /** Resolves when no delivery is under way; what is still kept is left to the gateway's repeats. */
  readonly stop: () => Promise<void>;
}

export interface RefusedEventsOptions {
  readonly metrics: Pick<ApiMetrics, 'refusedEvents' | 'refusedEventsWaiting'>;
  readonly log: ApiLog;
  readonly maxCount?: number;
  readonly maxBytes?: number;
  readonly pauseMs?: number;
}

interface Kept {
  readonly body: Buffer;
  readonly deliver: Deliver;
  /** Attempts that Temporal answered with an error. */
  readonly failures: number;
}

const MAX_COUNT = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** An attempt takes four seconds while Temporal does not respond: after its return an event waits for about ten. */
const PAUSE_MS = 5_000;
const AT_ONCE = 8;
const MAX_FAILURES = 5;

/**
 * The gateway repeats a refused event after minutes; until then a payment would stay PENDING though Temporal is back.
 * So the api keeps what it refused, in memory and within limits, and delivers it itself. The gateway still gets an
 * error: its repeat is a duplicate, and the only copy if this process ends. Without any of it, checks by schedule find
 * the payment.
 */
export function createRefusedEvents({
  metrics,
  log,
  maxCount = MAX_COUNT,
  maxBytes = MAX_BYTES,
  pauseMs = PAUSE_MS,
}: RefusedEventsOptions): RefusedEvents {
  /** By the hash of the bytes, the longest waiting first: an event that is refused twice is kept once. */
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  function put(id: string, event: Kept): void {
    kept.set(id, event);
    bytes += event.body.length;
    metrics.refusedEventsWaiting.set(kept.size);
  }

  function remove(id: string): Kept | undefined {
    const event = kept.get(id);
    if (!event) return undefined;
    kept.delete(id);
    bytes -= event.body.length;
    metrics.refusedEventsWaiting.set(kept.size);
    return event;
  }

  function drop(id: string, reason: string): void {
    remove(id);
    metrics.refusedEvents.inc({ result: 'dropped' });
    log.warn({ reason, kept: kept.size }, 'dropped a refused event; the gateway repeats it');
  }

  /** True unless Temporal does not respond. */
  async function tryOne([id, event]: readonly [string, Kept]): Promise<boolean> {
    try {
      await event.deliver(event.body);
      if (remove(id)) metrics.refusedEvents.inc({ result: 'delivered' });
      return true;
    } catch (error) {
      const isAway = error instanceof UnavailableError;
      if (!isAway) log.error({ err: error }, 'a refused event could not be delivered');
      const failures = event.failures + (isAway ? 0 : 1);
      if (failures >= MAX_FAILURES) drop(id, 'Temporal does not accept it');
      // behind the others: one that Temporal cannot store must not hold them up
      else if (remove(id)) put(id, { ...event, failures });
      return !isAway;
    }
  }

  async function deliverAll(): Promise<void> {
    const before = kept.size;
    for (let left = before; left > 0 && !stopped; left -= AT_ONCE) {
      const answered = await Promise.all(firstOf(kept, Math.min(left, AT_ONCE)).map(tryOne));
      if (!answered.includes(true)) break;
    }
    if (kept.size < before) log.info({ kept: kept.size }, 'delivered refused events');
  }

  function schedule(): void {
    if (stopped || timer || round || kept.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      round = deliverAll().finally(() => {
        round = undefined;
        schedule();
      });
    }, pauseMs);
    timer.unref();
  }

  return {
    keep(body, deliver) {
      const id = createHash('sha256').update(body).digest('hex');
      if (stopped || kept.has(id)) return;
      if (body.length > maxBytes) {
        drop(id, 'it is too large to be kept');
        return;
      }
      // in memory of its own: a small buffer would keep the block alive that it shares with others
      const own = Buffer.allocUnsafeSlow(body.length);
      body.copy(own);
      put(id, { body: own, deliver, failures: 0 });
      for (const oldest of kept.keys()) {
        if (kept.size <= maxCount && bytes <= maxBytes) break;
        drop(oldest, 'too many events are kept');
      }
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      if (kept.size > 0)
        log.warn({ kept: kept.size }, 'stopped with refused events; the gateway repeats them');
    },
  };
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}
