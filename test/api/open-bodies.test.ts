import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenBodies } from '../../src/api/open-bodies.js';

const bodyOf = (bytes: number | undefined, ip = '203.0.113.1') =>
  ({ ip, get: () => (bytes === undefined ? undefined : String(bytes)) }) as unknown as Request;

/** Follows a body whose sender has sent this many bytes so far, and says what it was refused with. */
function follow(bodies: ReturnType<typeof createOpenBodies>, request: Request, received = () => 0) {
  const refused: string[] = [];
  const end = bodies.follow(request, { received, refuse: ({ problem }) => void refused.push(problem) });
  return { refused, end };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the time that a body may take', () => {
  it.each([
    ['an event of 1 KB', 1_024, 2_000],
    ['64 KB', 65_536, 4_900],
    ['256 KB', 262_144, 13_900],
  ])('grows with its size: %s', async (_what, bytes, inTimeMs) => {
    const { refused } = follow(createOpenBodies(), bodyOf(bytes));
    await vi.advanceTimersByTimeAsync(inTimeMs);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(refused).toEqual(['body-timeout']);
  });

  it('grows with what has arrived, where the size is not declared', async () => {
    let received = 0;
    const { refused } = follow(createOpenBodies(), bodyOf(undefined), () => received);
    await vi.advanceTimersByTimeAsync(1_900);
    received = 65_536;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(refused).toEqual(['body-timeout']);
  });

  it('ends with the body', async () => {
    const bodies = createOpenBodies();
    const { refused, end } = follow(bodies, bodyOf(10));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies.size()).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused).toEqual([]);
    expect(bodies.size()).toBe(0);
  });
});

describe('bodies on their way at the same time', () => {
  const started = async (bodies: ReturnType<typeof createOpenBodies>, addresses: readonly string[]) => {
    const all = addresses.map((ip) => follow(bodies, bodyOf(500_000, ip)));
    await vi.advanceTimersByTimeAsync(1_000);
    return all;
  };
  const refusals = (all: readonly { readonly refused: readonly string[] }[]) =>
    all.flatMap(({ refused }) => refused).length;

  it('are fifty of one address; another address still has room', async () => {
    const bodies = createOpenBodies();
    const many = await started(bodies, new Array<string>(300).fill('203.0.113.1'));
    expect(refusals(many)).toBe(250);
    expect(refusals(await started(bodies, ['203.0.113.2']))).toBe(0);
    expect(bodies.size()).toBe(51);
  });

  it('are fifty of one IPv6 network', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `2001:db8:0:1::${n.toString(16)}`);
    expect(refusals(await started(createOpenBodies(), addresses))).toBe(10);
  });

  it('are two hundred of all addresses, and make room when they end', async () => {
    const bodies = createOpenBodies();
    const addresses = Array.from({ length: 300 }, (_, n) => `203.0.113.${n % 100}`);
    const all = await started(bodies, addresses);
    expect(refusals(all)).toBe(100);
    for (const { end } of all) end();
    expect(bodies.size()).toBe(0);
    expect(refusals(await started(bodies, addresses.slice(0, 200)))).toBe(0);
  });

  it('do not count while they may still be a request that arrives at once', async () => {
    const bodies = createOpenBodies();
    await started(bodies, new Array<string>(60).fill('203.0.113.1'));
    const { refused, end } = follow(bodies, bodyOf(500));
    await vi.advanceTimersByTimeAsync(50);
    end();
    expect(refused).toEqual([]);
  });
});
