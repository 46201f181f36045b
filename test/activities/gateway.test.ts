import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { expect, test } from 'vitest';
import { createGatewayActivities } from '../../activities/gateway.js';
import { kobo } from '../../src/domain/money.js';
import { INITIALIZED } from '../fixtures/gateway/records.js';
import { activityEnvironment } from './environment.js';
import { connect, ok, refusal, startLoopback } from '../gateway/loopback.js';

const CHECKOUT = {
  amount: kobo(100_50),
  customerEmail: 'ada@example.com',
  paymentReference: 'order-1',
  currencyCode: 'NGN',
} as const;

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

test('a login never hands its token to Temporal', async () => {
  const gateway = await startLoopback(() => undefined);
  const { login } = createGatewayActivities(connect(gateway.url));
  const answer = await activityEnvironment().run(login, {});
  expect(answer).toEqual({ kind: 'ok', body: { expiresIn: 3600 } });
});

test('a gateway write is not started after its deadline', async () => {
  const gateway = await startLoopback(() => ok(INITIALIZED));
  const { initTransaction } = createGatewayActivities(connect(gateway.url), { now: () => 2000 });
  const notAfter = new Date(1999).toISOString();
  const failure = await failureOf(activityEnvironment().run(initTransaction, CHECKOUT, { notAfter }));
  expect(failure).toMatchObject({ type: 'too-late', nonRetryable: true });
  expect(gateway.received).toHaveLength(0);
});

test('Temporal retries a gateway read without an answer, and not a write', async () => {
  const gateway = await startLoopback(() => ({ status: 503, body: '' }));
  const { initTransaction, getTransaction } = createGatewayActivities(connect(gateway.url));
  const environment = activityEnvironment();
  expect(await failureOf(environment.run(getTransaction, { transactionReference: 'x' }))).toMatchObject({
    type: 'unreachable',
    nonRetryable: false,
  });
  expect(await failureOf(environment.run(initTransaction, CHECKOUT))).toMatchObject({
    type: 'outcome-unknown',
    nonRetryable: true,
  });
});

test('the failure contains the call, so that an operator can find it', async () => {
  const gateway = await startLoopback(() => refusal(400, 'Field contractCode cannot be null'));
  const { initTransaction } = createGatewayActivities(connect(gateway.url));
  const failure = await failureOf(activityEnvironment().run(initTransaction, CHECKOUT));
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({
    type: 'rejected-request',
    details: [{ endpoint: 'initTransaction', httpStatus: 400, responseCode: '99' }],
  });
});

test('a cancelled read is cancelled, a cancelled write has an unknown outcome', async () => {
  const reads = activityEnvironment();
  const changes = activityEnvironment();
  const gateway = await startLoopback(({ method }) => {
    (method === 'GET' ? reads : changes).cancel();
    return undefined;
  });
  const { initTransaction, getTransaction } = createGatewayActivities(connect(gateway.url));
  expect(await failureOf(reads.run(getTransaction, { transactionReference: 'x' }))).toBeInstanceOf(
    CancelledFailure,
  );
  expect(await failureOf(changes.run(initTransaction, CHECKOUT))).toMatchObject({ type: 'outcome-unknown' });
});
