import type { CarriedChecks } from '../messages.js';

/** Whoever asks more often than anybody could read the answers does not fill the memory. */
const REQUESTS_KEPT = 200;

export type Checks = ReturnType<typeof createChecks>;

/**
 * Requests to check with the gateway. The first one is granted at once; later ones share the next check, a
 * little after the last one was started. A request is answered only by a check that was started after it.
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
    /** When a request is granted. */
    dueAt(gapMs: number): number | undefined {
      if (urgent) return 0;
      if (waiting.length === 0) return undefined;
      return at.startedAt === undefined ? 0 : at.startedAt + gapMs;
    },
    /** Before money is asked for: not delayed. A ticket for a check that is yet to be started. */
    urge: () => {
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
    /** Whether the last check had an answer to everything. */
    wasComplete: () => complete,
    /** How many checks in a row have decided nothing. */
    undecided: () => at.undecided,
    decidedNothing: () => void (at.undecided += 1),
    decidedSomething: () => void (at.undecided = 0),
    /** How many of the checks that nobody asked for were done. */
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
