/** Items in the order of their due times; equal times in the order in which they were added. */
export interface DueQueue<T> {
  add(dueAt: number, item: T): void;
  first(): Due<T> | undefined;
  removeFirst(): void;
}

export interface Due<T> {
  readonly dueAt: number;
  readonly item: T;
}

interface Ranked<T> extends Due<T> {
  readonly rank: number;
}

/** A binary heap: adding and removing take time that grows with the logarithm of the length. */
export function createDueQueue<T>(): DueQueue<T> {
  const heap: Ranked<T>[] = [];
  let added = 0;

  function rise(from: number, item: Ranked<T>): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || !isBefore(item, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  function sink(item: Ranked<T>): void {
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const below = right && left && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
      const child = heap[below];
      if (!child || !isBefore(child, item)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = item;
  }

  return {
    add(dueAt, item) {
      added += 1;
      rise(heap.length, { dueAt, item, rank: added });
    },
    first: () => heap[0],
    removeFirst() {
      const last = heap.pop();
      if (last && heap.length > 0) sink(last);
    },
  };
}

function isBefore(one: Ranked<unknown>, other: Ranked<unknown>): boolean {
  return one.dueAt === other.dueAt ? one.rank < other.rank : one.dueAt < other.dueAt;
}
