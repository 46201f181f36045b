import type { OperationState } from './operation-state.js';

export type Operations = ReturnType<typeof createOperations>;

/** The operations of a run that are under way, by their keys. */
export function createOperations(carried: readonly OperationState[] = []) {
  const states = new Map(carried.map((state) => [state.key, state]));
  let wakes = 0;
  return {
    get: (key: string) => states.get(key),
    set: (state: OperationState) => void states.set(state.key, state),
    delete: (key: string) => void states.delete(key),
    keys: () => [...states.keys()],
    isEmpty: () => states.size === 0,
    wakes: () => wakes,
    /** Something has come that is worth a check at once. */
    wake: () => void (wakes += 1),
    /** A person's word on what the gateway never told; false when nothing of that name is under way. */
    conclude(key: string, concluded: NonNullable<OperationState['concluded']>): boolean {
      const state = states.get(key);
      if (state) states.set(key, { ...state, concluded });
      return state !== undefined;
    },
    carry: (): readonly OperationState[] => [...states.values()],
  };
}
