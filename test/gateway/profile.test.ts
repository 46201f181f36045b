import { describe, expect, test } from 'vitest';
import { ASSUMPTIONS, SWITCHES } from '../../src/gateway/spec/assumptions.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { createProfile, OBSERVED, SPECIFICATION } from '../../src/gateway/spec/profile.js';
import { CASES } from './contract/cases.js';
import { connect, ok, startLoopback } from './loopback.js';

test('the specification is the default, and every switch has an entry with its source', () => {
  expect(createProfile()).toEqual(SPECIFICATION);
  expect(Object.keys(SPECIFICATION)).toEqual(Object.keys(SWITCHES));
  expect(Object.values(ASSUMPTIONS).filter(({ source, about }) => !source || !about)).toEqual([]);
});

test('a value can be overridden, but only an existing one', () => {
  expect(createProfile('observed', { signatureHeader: 'x-signature' })).toEqual({
    ...OBSERVED,
    signatureHeader: 'x-signature',
  });
  expect(() => createProfile('observed', { signatureHeda: 'x' })).toThrow(
    'Unknown assumption "signatureHeda"',
  );
  expect(() => createProfile('observed', { debitAmountForm: 'roman' })).toThrow(
    'expected one of "text", "number"',
  );
});

describe('the observed gateway', () => {
  async function lastRequest(call: (client: ReturnType<typeof connect>) => Promise<unknown>) {
    const gateway = await startLoopback(() => ok({}));
    await call(connect(gateway.url, { profile: OBSERVED })).catch(() => undefined);
    return gateway.received[0];
  }

  test('lists batches at another path', async () => {
    const request = await lastRequest((client) => client.call(ENDPOINTS.listBatches, { pageNo: 0 }));
    expect(request?.url).toBe('/api/v2/disbursements/bulk?pageNo=0');
  });

  test('expects the amount of a debit as a number', async () => {
    const request = await lastRequest((client) =>
      client.call(ENDPOINTS.debitMandate, CASES.debitMandate.request),
    );
    expect(request?.body).toContain('"debitAmount":10000.50,');
  });

  test('queries a wallet by its account number', async () => {
    const request = await lastRequest((client) =>
      client.call(ENDPOINTS.getCustomerWalletBalance, { walletReference: '8000000001' }),
    );
    expect(request?.url).toBe('/api/v1/disbursements/wallet/balance?accountNumber=8000000001');
  });
});

test('a path can be overridden when the gateway retires it', async () => {
  const gateway = await startLoopback(() => ok({}));
  const client = connect(gateway.url, { paths: { getInvoice: '/api/v2/invoices/{invoiceReference}' } });
  await client.call(ENDPOINTS.getInvoice, { invoiceReference: 'inv|1' }).catch(() => undefined);
  expect(gateway.received[0]?.url).toBe('/api/v2/invoices/inv%7C1');
});

test('dates of a mandate can be written with a space', async () => {
  const gateway = await startLoopback(() => ok({}));
  const profile = createProfile('specification', { mandateTimeSeparator: ' ' });
  const client = connect(gateway.url, { profile });
  await client.call(ENDPOINTS.createMandate, CASES.createMandate.request).catch(() => undefined);
  expect(gateway.received[0]?.body).toContain('"mandateStartDate":"2026-02-01 10:15:30"');
});
