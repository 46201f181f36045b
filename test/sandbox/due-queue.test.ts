import { describe, expect, it } from 'vitest';
import { createDueQueue, type DueQueue } from '../../src/sandbox/state/due-queue.js';

function drain<T>(queue: DueQueue<T>): T[] {
  const items: T[] = [];
  for (let first = queue.first(); first; first = queue.first()) {
    items.push(first.item);
    queue.removeFirst();
  }
  return items;
}

describe('the queue of due jobs', () => {
  it('returns what was added by its time, and equal times in the order of adding', () => {
    const queue = createDueQueue<string>();
    // a fixed sequence that looks random, with many equal times
    const added = Array.from({ length: 2_000 }, (_, n) => ({ dueAt: (n * 7_919) % 101, item: String(n) }));
    for (const { dueAt, item } of added) queue.add(dueAt, item);
    const expected = [...added].sort((one, other) => one.dueAt - other.dueAt).map(({ item }) => item);
    expect(drain(queue)).toEqual(expected);
  });

  it('takes additions between removals', () => {
    const queue = createDueQueue<string>();
    queue.add(2, 'b');
    queue.add(4, 'd');
    expect(queue.first()).toMatchObject({ dueAt: 2, item: 'b' });
    queue.removeFirst();
    queue.add(1, 'a');
    queue.add(3, 'c');
    expect(drain(queue)).toEqual(['a', 'c', 'd']);
  });

  it('is empty without an entry, and stays so', () => {
    const queue = createDueQueue<string>();
    queue.removeFirst();
    expect(queue.first()).toBeUndefined();
  });
});
