import { expect, it } from 'vitest';
import { createSharedReads } from '../../src/api/shared-reads.js';

const may = () => true;

it('simultaneous visits share one read', async () => {
  let reads = 0;
  let answer: (found: string) => void = () => undefined;
  const read = createSharedReads(() => {
    reads += 1;
    return new Promise<string>((resolve) => (answer = resolve));
  });
  const visits = [read('order-1', may), read('order-1', may), read('order-1', may)];
  answer('PENDING');
  expect(await Promise.all(visits)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  expect(reads).toBe(1);
});

it('a URL under constant calls costs a burst, then one read a second', async () => {
  let now = 0;
  let reads = 0;
  const read = createSharedReads(
    () => Promise.resolve(`read ${(reads += 1)}`),
    () => now,
  );
  for (let n = 0; n < 1_000; n++) await read('order-1', may);
  const burst = reads;
  expect(burst).toBeLessThanOrEqual(21);
  expect(await read('order-1', may)).toBe(`read ${burst}`);
  now += 1_000;
  expect(await read('order-1', may)).toBe(`read ${burst + 1}`);
  expect(await read('order-1', may)).toBe(`read ${burst + 1}`);
  expect(await read('order-2', may)).toBe(`read ${burst + 2}`);
});

it('an address over its limit gets the last read, or nothing', async () => {
  const read = createSharedReads((reference) => Promise.resolve(reference));
  await expect(read('order-1', () => false)).rejects.toMatchObject({ problem: 'too-many-requests' });
  expect(await read('order-1', may)).toBe('order-1');
  expect(await read('order-1', () => false)).toBe('order-1');
});

it('a read that fails is repeated by the next visit', async () => {
  let isAway = true;
  const read = createSharedReads(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve('PAID'),
  );
  await expect(read('order-1', may)).rejects.toThrow('away');
  isAway = false;
  expect(await read('order-1', may)).toBe('PAID');
});
