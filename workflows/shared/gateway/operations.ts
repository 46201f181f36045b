import type { OpenOperation, OperationState } from './operation-state.js';

export type Operations = ReturnType<typeof createOperations>;

/** The operations in progress of a run, by key. */
export function createOperations(carried: readonly OperationState[] = []) {
  const states = new Map(carried.map((state) => [state.key, state]));
  /** Not carried: a run does not end while a request is on its way. */
  const onTheirWay = new Set<string>();
  let wakes = 0;
  let resumes = 0;
  return {
    get: (key: string) => states.get(key),
    set: (state: OperationState) => void states.set(state.key, state),
    delete: (key: string) => void states.delete(key),
    /** From the moment its request is scheduled until it has an answer: what becomes of it is not known. */
    isOnItsWay: (key: string) => onTheirWay.has(key),
    setOnItsWay(key: string, isNow: boolean): void {
      if (isNow) onTheirWay.add(key);
      else onTheirWay.delete(key);
    },
    keys: () => [...states.keys()],
    isEmpty: () => states.size === 0,
    wakes: () => wakes,
    /** Asks for an immediate check of every operation. */
    wake: () => void (wakes += 1),
    /** Grows whenever operators resume something that was paused. */
    resumes: () => resumes,
    resume: () => void (resumes += 1),
    /** Records an operator's decision; false when no operation with this key is in progress. */
    conclude(key: string, concluded: NonNullable<OperationState['concluded']>): boolean {
      const state = states.get(key);
      if (state) states.set(key, { ...state, concluded });
      return state !== undefined;
    },
    /** For readers: what is not concluded yet, and until when it may still be sent. */
    open: (): readonly OpenOperation[] =>
      [...states.values()].map(({ key, phase, notAfter }) => ({
        key,
        phase,
        ...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
      })),
    carry: (): readonly OperationState[] => [...states.values()],
  };
}
