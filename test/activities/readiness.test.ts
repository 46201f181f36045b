import { describe, expect, onTestFinished, test } from 'vitest';
import { createGatewayActivities } from '../../activities/gateway.js';
import { createReadiness, type Readiness, type ReadinessRequest } from '../../activities/readiness.js';
import type { Pause } from '../../src/domain/pause/pause.js';
import { connect, type Handler, ok, refusal, startLoopback } from '../gateway/loopback.js';
import { activityEnvironment } from './environment.js';

const SINCE = '2026-11-15T09:00:00.000Z';
const PAYOUTS: Pause = { queue: 'payouts', reason: 'bank is down', by: 'ada', since: SINCE };
const BALANCE = ok({ availableBalance: '2500.00', ledgerBalance: '2500.00' });
const WITH_BALANCE: ReadinessRequest = { queue: 'payouts', withBalance: true };

/** The activity with a gateway on loopback, and a clock that the test moves. */
async function begin({
  paused = () => Promise.resolve([]),
  gateway: handler = () => BALANCE,
}: {
  paused?: () => Promise<readonly Pause[]>;
  gateway?: Handler;
} = {}) {
  const gateway = await startLoopback(handler);
  const clock = { now: Date.parse(SINCE) };
  const activities = createGatewayActivities(connect(gateway.url, { wallet: '1234567890' }));
  const own = createReadiness(activities, { pauses: paused }, () => clock.now);
  return {
    clock,
    gateway,
    ask: (request: ReadinessRequest): Promise<Readiness> =>
      activityEnvironment().run((given: ReadinessRequest) => own.readiness(given), request),
  };
}

describe('pauses', () => {
  test('without any, a send may start', async () => {
    const { ask, gateway } = await begin();
    expect(await ask({ queue: 'payouts', bankCode: '058' })).toEqual({});
    expect(gateway.received).toEqual([]);
  });

  test('a paused queue holds back every send, and no balance is read', async () => {
    const { ask, gateway } = await begin({ paused: () => Promise.resolve([PAYOUTS]) });
    const paused = { reason: 'bank is down', since: SINCE };
    expect(await ask({ ...WITH_BALANCE, bankCode: '058' })).toEqual({ paused });
    expect(await ask({ queue: 'charges' })).toEqual({});
    expect(gateway.received).toEqual([]);
  });

  test('a paused bank holds back sends to that bank', async () => {
    const { ask } = await begin({ paused: () => Promise.resolve([{ ...PAYOUTS, bank: '058' }]) });
    const paused = { reason: 'bank is down', since: SINCE, bank: '058' };
    expect(await ask({ queue: 'payouts', bankCode: '058' })).toEqual({ paused });
    expect(await ask({ queue: 'payouts', bankCode: '044' })).toEqual({});
  });

  test('one that begins while the balance is read still holds the send back', async () => {
    let active: readonly Pause[] = [];
    const { ask } = await begin({
      paused: () => Promise.resolve(active),
      gateway: () => {
        active = [{ ...PAYOUTS, bank: '058' }];
        return BALANCE;
      },
    });
    const paused = { reason: 'bank is down', since: SINCE, bank: '058' };
    expect(await ask({ ...WITH_BALANCE, bankCode: '058' })).toEqual({ paused });
  });

  test('that cannot be read fail the activity: unknown is not "not paused"', async () => {
    const { ask } = await begin({ paused: () => Promise.reject(new Error('Temporal does not answer')) });
    await expect(ask({ queue: 'payouts' })).rejects.toThrow('Temporal does not answer');
  });
});

describe('the balance', () => {
  test('is read once for all callers at the same time, and shared for a minute', async () => {
    const { ask, clock, gateway } = await begin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(WITH_BALANCE)));
    expect(new Set(answers.map(({ balanceKobo }) => balanceKobo))).toEqual(new Set([2_500_00]));
    clock.now += 59_999;
    expect(await ask(WITH_BALANCE)).toEqual(answers[0]);
    expect(gateway.received.map(({ url }) => url)).toEqual([
      '/api/v2/disbursements/wallet-balance?accountNumber=1234567890',
    ]);
    clock.now += 1;
    await ask(WITH_BALANCE);
    expect(gateway.received).toHaveLength(2);
  });

  test('is read again for callers that have seen the last one, once for all of them', async () => {
    const { ask, clock, gateway } = await begin();
    const { balanceAt: newerThan } = await ask(WITH_BALANCE);
    clock.now += 30_000;
    const waiting = { ...WITH_BALANCE, ...(newerThan !== undefined && { newerThan }) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(waiting)));
    expect(gateway.received).toHaveLength(2);
    expect(answers[0]?.balanceAt).toBe(clock.now);
  });

  test.each([
    ['the gateway is down', (_, response) => void response.socket?.resetAndDestroy()],
    ['the gateway refuses', () => refusal(400, 'Supplied account number does not belong to merchant')],
    ['the reply has no amount', () => ok({ availableBalance: 'plenty' })],
  ] as [string, Handler][])('is unknown when %s, and the send may start', async (_what, handler) => {
    const { ask, clock, gateway } = await begin({ gateway: handler });
    expect(await Promise.all([ask(WITH_BALANCE), ask(WITH_BALANCE)])).toEqual([{}, {}]);
    expect(gateway.received).toHaveLength(1);
    // a failure is not kept for a minute
    clock.now += 5_000;
    await ask(WITH_BALANCE);
    expect(gateway.received).toHaveLength(2);
  });

  test('that arrives late holds no send up, and serves the next one', async () => {
    const held: (() => void)[] = [];
    const { ask, gateway } = await begin({
      gateway: (_, response) => {
        const body = JSON.stringify(BALANCE.body);
        held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
        return undefined;
      },
    });
    onTestFinished(() => held.splice(0).forEach((reply) => reply()));
    expect(await ask(WITH_BALANCE)).toEqual({});
    held.splice(0).forEach((reply) => reply());
    expect(await ask(WITH_BALANCE)).toMatchObject({ balanceKobo: 2_500_00 });
    expect(gateway.received).toHaveLength(1);
  });
});
