import type { CarriedChecks } from '../messages.js';

/** Bounds the memory that a flood of check requests takes. */
const REQUESTS_KEPT = 200;

export type Checks = ReturnType<typeof createChecks>;

/**
 * Requests to check with the gateway. The first one is granted at once; later ones share the next check, a
 * gap after the last start. Only a check that started after a request answers it.
 */
export function createChecks({
  requests = [],
  answered: answeredBefore = [],
  startedAt,
  undecided = 0,
  safety = 0,
}: Partial<CarriedChecks> = {}) {
  let waiting = [...requests];
  let served: string[] = [];
  let answered = [...answeredBefore];
  const at = { startedAt, undecided, safety };
  let urgent = false;
  let finished = 0;
  let whenReady = 0;
  let complete = false;

  return {
    request(id: string): void {
      if (!waiting.includes(id)) waiting = [...waiting, id].slice(-REQUESTS_KEPT);
    },
    isWanted: () => urgent || waiting.length > 0,
    isAnswered: (id: string) => answered.includes(id),
    /** When the next request is granted. */
    dueAt(gapMs: number): number | undefined {
      if (urgent) return 0;
      if (waiting.length === 0) return undefined;
      return at.startedAt === undefined ? 0 : at.startedAt + gapMs;
    },
    /**
     * Requests an immediate check, such as before a charge. Returns a ticket for a check that has not started
     * yet.
     */
    requestNow: () => {
      urgent = true;
      return whenReady + 1;
    },
    isDone: (ticket: number) => finished >= ticket,
    started(): void {
      at.startedAt = Date.now();
      whenReady += 1;
      urgent = false;
      served = [...served, ...waiting];
      waiting = [];
    },
    ended(isComplete: boolean): void {
      complete = isComplete;
      finished = whenReady;
      answered = [...answered, ...served].slice(-REQUESTS_KEPT);
      served = [];
    },
    /** Answers every request without a check: nothing was sent, so there is nothing to check with the gateway. */
    answerUnchecked(): void {
      if (urgent || waiting.length > 0) {
        this.started();
        this.ended(true);
      }
    },
    /** Whether the last check got an answer for everything. */
    wasComplete: () => complete,
    /** Checks in a row without a result. */
    undecided: () => at.undecided,
    countUndecided: () => void (at.undecided += 1),
    resetUndecided: (count = 0) => void (at.undecided = count),
    /** Safety checks done so far. */
    safety: () => at.safety,
    nextSafety: (count = at.safety + 1) => void (at.safety = count),
    lastStart: () => at.startedAt,
    carry: (): CarriedChecks => ({
      requests: [...served, ...waiting],
      answered,
      undecided: at.undecided,
      safety: at.safety,
      ...(at.startedAt !== undefined && { startedAt: at.startedAt }),
    }),
  };
}
