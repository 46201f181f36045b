import {
  ActivityCancelledError,
  ActivityNotFoundError,
  ActivityPausedError,
  ActivityResetError,
} from '@temporalio/client';
import { describe, expect, test } from 'vitest';
import { createGatewayActivities, type SecretFields } from '../../activities/gateway.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { INITIALIZED } from '../fixtures/gateway/records.js';
import { CASES } from '../gateway/contract/cases.js';
import { connect, ok, refusal, startLoopback } from '../gateway/loopback.js';
import { ACCEPTED, TRANSFER } from '../gateway/sample-transfer.js';
import { activityEnvironment } from './environment.js';

const UNKNOWN = { type: 'outcome-unknown', nonRetryable: true };

const failureOf = (run: Promise<unknown>) => run.catch((reason: unknown) => reason);

describe('a transfer in flight', () => {
  test.each(['CANCELLED', 'WORKER_SHUTDOWN'] as const)(
    'is not cut off by %s: its answer still counts',
    async (reason) => {
      const environment = activityEnvironment();
      const gateway = await startLoopback(() => {
        environment.cancel(reason);
        return ACCEPTED;
      });
      const { initiateTransfer } = createGatewayActivities(connect(gateway.url));
      expect(await environment.run(initiateTransfer, TRANSFER)).toMatchObject({ kind: 'ok' });
    },
  );

  test.each(['CANCELLED', 'WORKER_SHUTDOWN'] as const)(
    'has an unknown outcome when %s is followed by silence',
    async (reason) => {
      const environment = activityEnvironment();
      const gateway = await startLoopback(() => {
        environment.cancel(reason);
        return undefined;
      });
      const { initiateTransfer } = createGatewayActivities(connect(gateway.url, { deadlineMs: 100 }));
      expect(await failureOf(environment.run(initiateTransfer, TRANSFER))).toMatchObject(UNKNOWN);
    },
  );

  test('has an unknown outcome when our own code fails', async () => {
    const broken = {
      call: () => Promise.reject(new TypeError('cannot read 4111111111111111')),
      close: () => Promise.resolve(),
    };
    const { initiateTransfer } = createGatewayActivities(broken);
    const failure = await failureOf(activityEnvironment().run(initiateTransfer, TRANSFER));
    expect(failure).toMatchObject({ ...UNKNOWN, message: 'Unexpected TypeError during the call' });
  });

  test('has an unknown outcome when the gateway closes the connection', async () => {
    const gateway = await startLoopback((_, response) => {
      response.socket?.resetAndDestroy();
      return undefined;
    });
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url));
    expect(await failureOf(activityEnvironment().run(initiateTransfer, TRANSFER))).toMatchObject(UNKNOWN);
  });
});

describe('a transfer that was not started', () => {
  test.each(['CANCELLED', 'WORKER_SHUTDOWN'] as const)(
    'because of %s was certainly not sent',
    async (reason) => {
      const environment = activityEnvironment();
      environment.cancel(reason);
      const gateway = await startLoopback(() => ACCEPTED);
      const { initiateTransfer } = createGatewayActivities(connect(gateway.url));
      const failure = await failureOf(environment.run(initiateTransfer, TRANSFER));
      expect(failure).toMatchObject({ type: 'unreachable', nonRetryable: true });
      expect(gateway.received).toHaveLength(0);
    },
  );

  test.each(['2026-01-31T00:00:00.000Z', 'whenever'])('not after %s is too late', async (notAfter) => {
    const gateway = await startLoopback(() => ACCEPTED);
    const now = () => Date.parse('2026-01-31T00:00:00.001Z');
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url), { now });
    const failure = await failureOf(activityEnvironment().run(initiateTransfer, TRANSFER, { notAfter }));
    expect(failure).toMatchObject({ type: 'too-late', nonRetryable: true });
    expect(gateway.received).toHaveLength(0);
  });
});

describe('a transfer whose attempt Temporal may have given up', () => {
  const notLeft = (message: string) => ({ type: 'not-left', nonRetryable: true, message });

  test.each([
    [new ActivityNotFoundError('gone'), 'Temporal has given this attempt up'],
    [new ActivityCancelledError('cancelled'), 'it was cancelled'],
    [new ActivityPausedError('paused'), 'its activity is paused'],
    [new ActivityResetError('reset'), 'its activity was reset'],
    [new Error('connection lost'), 'Temporal does not answer'],
  ])('is not sent: %s', async (error, reason) => {
    const gateway = await startLoopback(() => ACCEPTED);
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url));
    const run = activityEnvironment(() => Promise.reject(error)).run(initiateTransfer, TRANSFER);
    expect(await failureOf(run)).toMatchObject(notLeft(`initiateTransfer: not sent, ${reason}`));
    expect(gateway.received).toHaveLength(0);
  });

  test('is asked about once more when the answer is older than two seconds, and then not sent', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    let now = Date.now();
    const answers = [
      () => {
        now += 55_000;
        return Promise.resolve();
      },
      () => Promise.reject(new ActivityNotFoundError('gone')),
    ];
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url), { now: () => now });
    const run = activityEnvironment(() => answers.shift()!()).run(initiateTransfer, TRANSFER);
    expect(await failureOf(run)).toMatchObject({ type: 'not-left' });
    expect(answers).toHaveLength(0);
    expect(gateway.received).toHaveLength(0);
  });

  test('is not sent while every answer is too old', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    let now = Date.now();
    let asked = 0;
    const slow = () => {
      now += 2_001;
      asked += 1;
      return Promise.resolve();
    };
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url), { now: () => now });
    const run = activityEnvironment(slow).run(initiateTransfer, TRANSFER);
    expect(await failureOf(run)).toMatchObject(
      notLeft('initiateTransfer: not sent, Temporal answers too slowly'),
    );
    expect(asked).toBe(3);
    expect(gateway.received).toHaveLength(0);
  });

  test('is not sent while payouts, or the bank that it goes to, are paused', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    const since = new Date().toISOString();
    const about = { queue: 'payouts', reason: 'month end', by: 'ops', since } as const;
    const bankCode = TRANSFER.destinationBankCode;
    const unlessPaused = { queue: 'payouts' as const, bankCodes: [bankCode] };
    for (const pause of [about, { ...about, bank: bankCode }]) {
      const { initiateTransfer } = createGatewayActivities(connect(gateway.url), {
        pauses: () => Promise.resolve([pause]),
      });
      const run = activityEnvironment().run(initiateTransfer, TRANSFER, { unlessPaused });
      expect(await failureOf(run)).toMatchObject(
        notLeft('initiateTransfer: not sent, an operator has paused it: month end'),
      );
    }
    expect(gateway.received).toHaveLength(0);
  });

  test('is sent while other banks and queues are paused', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    const about = { reason: 'month end', by: 'ops', since: new Date().toISOString() };
    const pauses = [
      { ...about, queue: 'charges' as const },
      { ...about, queue: 'payouts' as const, bank: '999' },
    ];
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url), {
      pauses: () => Promise.resolve(pauses),
    });
    const unlessPaused = { queue: 'payouts' as const, bankCodes: [TRANSFER.destinationBankCode] };
    const run = activityEnvironment().run(initiateTransfer, TRANSFER, { unlessPaused });
    expect(await run).toMatchObject({ kind: 'ok' });
  });

  test('is not sent while it cannot be read what is paused', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    const unlessPaused = { queue: 'payouts' as const, bankCodes: [] };
    for (const options of [{}, { pauses: () => Promise.reject(new Error('no answer')) }]) {
      const { initiateTransfer } = createGatewayActivities(connect(gateway.url), options);
      const run = activityEnvironment().run(initiateTransfer, TRANSFER, { unlessPaused });
      expect(await failureOf(run)).toMatchObject(
        notLeft('initiateTransfer: not sent, it cannot be read what is paused'),
      );
    }
    expect(gateway.received).toHaveLength(0);
  });

  test('is asked about after the login, last before the request, and once', async () => {
    const gateway = await startLoopback(() => ACCEPTED);
    const before: { readonly logins: number; readonly transfers: number }[] = [];
    const { initiateTransfer } = createGatewayActivities(connect(gateway.url));
    const environment = activityEnvironment(() => {
      before.push({ logins: gateway.logins.length, transfers: gateway.received.length });
      return Promise.resolve();
    });
    expect(await environment.run(initiateTransfer, TRANSFER)).toMatchObject({ kind: 'ok' });
    expect(before).toEqual([{ logins: 1, transfers: 0 }]);
  });

  test('is the only kind of call that costs a question: a call that moves no money asks nothing', async () => {
    const gateway = await startLoopback(() => ok(INITIALIZED));
    const environment = activityEnvironment(() => Promise.reject(new Error('asked')));
    const { initTransaction } = createGatewayActivities(connect(gateway.url));
    const run = environment.run(initTransaction, CASES.initTransaction.request);
    expect(await run).toMatchObject({ kind: 'ok' });
  });
});

describe('card data and OTPs', () => {
  const { card, ...withoutCard } = CASES.chargeCard.request;
  const CHARGE = { ...withoutCard, handle: 'h-1' };

  test('are fetched by their handle during the call, and only the needed fields', async () => {
    const gateway = await startLoopback(() =>
      ok({
        status: 'BANK_AUTHORIZATION_REQUIRED',
        transactionReference: 'MNFY|1',
        paymentReference: 'order-1',
        authorizedAmount: 100.5,
        otpData: { id: 'o-1', message: 'Enter it', authData: '4111111111111111' },
        secure3dData: {
          id: '3ds-1',
          redirectUrl: 'https://issuer.example',
          method: 'POST',
          acsUrl: 'https://acs.example',
          paReq: 'pa',
          md: 'md',
          jwt: 'jwt',
          termUrl: 'https://term.example/token',
        },
        cardNumber: '4111111111111111',
      }),
    );
    const retained: unknown[] = [];
    const secretFields: SecretFields = {
      reveal: (handle) => Promise.resolve(handle === 'h-1' ? { card, token: 'not asked for' } : {}),
      retain: (handle, reply) => void retained.push([handle, reply]),
    };
    const { chargeCard } = createGatewayActivities(connect(gateway.url), { secretFields });
    const answer = await activityEnvironment().run(chargeCard, CHARGE);

    expect(gateway.received[0]?.body).toContain('"number":"4111111111111111"');
    expect(gateway.received[0]?.body).not.toMatch(/h-1|not asked for/);
    expect(retained).toMatchObject([['h-1', { body: { secure3dData: { paReq: 'pa', md: 'md' } } }]]);
    expect(answer).toEqual({
      kind: 'ok',
      body: {
        status: 'BANK_AUTHORIZATION_REQUIRED',
        transactionReference: 'MNFY|1',
        paymentReference: 'order-1',
        authorizedAmount: 100_50,
        otpData: { id: 'o-1', message: 'Enter it' },
        secure3dData: { id: '3ds-1', redirectUrl: 'https://issuer.example', method: 'POST' },
      },
    });
  });

  test.each([
    ['an ordinary worker has none', {}],
    [
      'a restarted vault has none',
      { secretFields: { reveal: () => Promise.reject(new Error('gone')), retain: () => undefined } },
    ],
  ])('%s: nothing is sent', async (_, options) => {
    const gateway = await startLoopback(() => refusal(500, 'never asked'));
    const { chargeCard } = createGatewayActivities(connect(gateway.url), options);
    const failure = await failureOf(activityEnvironment().run(chargeCard, CHARGE));
    expect(failure).toMatchObject({ type: 'rejected-request', nonRetryable: true });
    expect(gateway.received).toHaveLength(0);
  });

  test('every secret field is a field of its request', () => {
    const secretive = (Object.values(ENDPOINTS) as Endpoint[]).filter(({ secrets }) => secrets);
    expect(secretive.map(({ name }) => name)).toEqual([
      'chargeCard',
      'authorizeOtp',
      'authorizeThreeDs',
      'validateTransferOtp',
      'validateBatchOtp',
    ]);
    for (const { secrets = [], request } of secretive) {
      expect(Object.keys(request.shape)).toEqual(expect.arrayContaining([...secrets]));
    }
  });
});

test('a rate-limited read is repeated later, not at once', async () => {
  const gateway = await startLoopback(() => refusal(429, 'Too many'));
  const { getTransfer } = createGatewayActivities(connect(gateway.url));
  const failure = await failureOf(activityEnvironment().run(getTransfer, { reference: 'pay-1' }));
  expect(failure).toMatchObject({ type: 'rate-limited', nonRetryable: false, nextRetryDelay: 60_000 });
});
