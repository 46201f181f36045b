import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { CASES } from './contract/cases.js';
import { connect, ok, startLoopback, tokenReply } from './loopback.js';

const WRITES = ['initiateTransfer', 'initiateBatch', 'initiateRefund'] as const;
const READS = ['getTransfer', 'getRefund'] as const;
type Name = (typeof WRITES)[number] | (typeof READS)[number];

/** The fields that decide, in the gateway's words. */
const DECIDING: Readonly<Record<Name, { reference: string; amount: string; status: string }>> = {
  initiateTransfer: { reference: 'reference', amount: 'amount', status: 'status' },
  getTransfer: { reference: 'reference', amount: 'amount', status: 'status' },
  initiateBatch: { reference: 'batchReference', amount: 'totalAmount', status: 'batchStatus' },
  initiateRefund: { reference: 'refundReference', amount: 'refundAmount', status: 'refundStatus' },
  getRefund: { reference: 'refundReference', amount: 'refundAmount', status: 'refundStatus' },
};

async function ask(name: Name, change: object) {
  const replies = { ...(CASES[name].replies as object), ...change };
  const gateway = await startLoopback(
    () => ok(replies),
    () => tokenReply(),
  );
  const request = CASES[name].request as never;
  return connect(gateway.url, { wallet: '1234567890' }).call(ENDPOINTS[name] as never, request) as Promise<{
    readonly body: unknown;
  }>;
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'an answer',
    (error: unknown) => (error instanceof GatewayError ? error.kind : String(error)),
  );

describe.each([...WRITES, ...READS])('the reply to %s', (name) => {
  const { reference, amount, status } = DECIDING[name];

  test('is read with its amount as a text', async () => {
    const plain = (await ask(name, { [amount]: 1234.5 })).body as Record<string, unknown>;
    const text = (await ask(name, { [amount]: '1,234.50' })).body as Record<string, unknown>;
    expect(plain[amount]).toBe(1_234_50);
    expect(text[amount]).toBe(1_234_50);
  });

  test.each([
    ['without a status', { [status]: undefined }],
    ['with a status that is no text', { [status]: 7 }],
    ['with null in place of the reference', { [reference]: null }],
    ['with a reference that is no text', { [reference]: { is: 'odd' } }],
  ])('%s proves nothing, and never that it failed', async (_what, change) => {
    const kind = await failureOf(ask(name, change));
    expect(kind).toBe('contract-violated');
  });
});

test.each(['initiateTransfer', 'initiateRefund', 'getTransfer', 'getRefund'] as const)(
  'the reply to %s without an amount proves nothing: it would decide whose it is',
  async (name) => {
    for (const odd of [undefined, null, 'much', -1, true]) {
      expect(await failureOf(ask(name, { [DECIDING[name].amount]: odd }))).toBe('contract-violated');
    }
  },
);

test('the reply to a batch is read without totals: its rows decide', async () => {
  const { body } = await ask('initiateBatch', {
    totalAmount: null,
    totalFee: 'much',
    totalTransactionsCount: {},
  });
  expect(body).toMatchObject({ totalAmount: null, totalFee: null, totalTransactionsCount: null });
});
