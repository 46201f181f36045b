import { describe, expect } from 'vitest';
import { sum } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import { batchRow, batchTerms, transferTerms } from './terms.js';

async function begin(gateway: Gateway, changes: Partial<Request<'initiateBatch'>> = {}) {
  const terms = await batchTerms(gateway, changes);
  const answer = await gateway.ok('initiateBatch', terms);
  return { ...terms, answer };
}

async function authorize(gateway: Gateway, reference: string) {
  const { codeFor, wait } = gateway.people();
  const authorizationCode = await codeFor(reference);
  const authorized = await gateway.ok('validateBatchOtp', { reference, authorizationCode });
  await wait('10s');
  return authorized;
}

const UNKNOWN_ACCOUNT = { destinationAccountNumber: '0000000000' };

describe('a batch', () => {
  test('returns its count and total, and lists its rows', async ({ gateway }) => {
    const { batchReference, transactionList, answer } = await begin(gateway);
    expect(answer).toMatchObject({
      batchReference,
      totalTransactionsCount: 2,
      totalAmount: sum(...transactionList.map(({ amount }) => amount)),
    });
    const rows = await gateway.ok('listBatchTransfers', { batchReference, pageNo: 0, pageSize: 10 });
    expect(rows.content.map(({ reference }) => reference).sort()).toEqual(
      transactionList.map(({ reference }) => reference).sort(),
    );
  });

  test('is in both batch listings', async ({ gateway }) => {
    const { batchReference } = await begin(gateway);
    const all = await gateway.ok('listBatches', { pageNo: 0, pageSize: 50 });
    expect(all.content.map((batch) => batch.batchReference)).toContain(batchReference);
    const ofWallet = await gateway.ok('listWalletBatches', { sourceAccountNumber: gateway.wallet });
    expect(ofWallet.content.map((batch) => batch.batchReference)).toContain(batchReference);
  });

  test('is refused with a duplicate reference', async ({ gateway }) => {
    const { batchReference } = await begin(gateway);
    expect(await gateway.call('initiateBatch', await batchTerms(gateway, { batchReference }))).toMatchObject({
      kind: 'reference-used',
    });
    const { content } = await gateway.ok('listBatchTransfers', { batchReference });
    expect(content).toHaveLength(2);
  });

  test('is refused completely when a transfer already has the reference of one row', async ({ gateway }) => {
    const { reference } = await gateway.ok('initiateTransfer', await transferTerms(gateway));
    const terms = await batchTerms(gateway, {
      transactionList: [await batchRow(gateway), await batchRow(gateway, { reference })],
    });
    expect(await gateway.call('initiateBatch', terms)).toMatchObject({ kind: 'reference-used' });
    const { batchReference } = terms;
    expect(await gateway.call('listBatchTransfers', { batchReference })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('that does not exist is not found, and its OTP cannot be entered or resent', async ({ gateway }) => {
    const batchReference = newReference('unknown');
    for (const answer of [
      await gateway.call('listBatchTransfers', { batchReference }),
      await gateway.call('getBatchSummary', { reference: batchReference }),
      await gateway.call('resendBatchOtp', { batchReference }),
      await gateway.call('validateBatchOtp', { reference: batchReference, authorizationCode: '000000' }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });

  test('waits for its OTP, then pays every row and returns a summary', async ({ gateway }) => {
    const { codeFor } = gateway.people();
    const { batchReference, transactionList, answer } = await begin(gateway);
    expect(answer.batchStatus).toBe('PENDING_AUTHORIZATION');
    const waiting = await gateway.ok('listBatchTransfers', { batchReference });
    expect(new Set(waiting.content.map(({ status }) => status))).toEqual(
      new Set(['PENDING_BATCH_AUTHORIZATION']),
    );
    const first = await codeFor(batchReference);
    await gateway.ok('resendBatchOtp', { batchReference });
    expect(
      await gateway.call('validateBatchOtp', { reference: batchReference, authorizationCode: first }),
    ).toMatchObject({ kind: 'declined' });

    const authorized = await authorize(gateway, batchReference);
    expect(authorized).toMatchObject({ batchReference, batchStatus: 'AWAITING_PROCESSING' });
    const rows = await gateway.ok('listBatchTransfers', { batchReference });
    expect(new Set(rows.content.map(({ status }) => status))).toEqual(new Set(['SUCCESS']));
    expect(await gateway.ok('getBatchSummary', { reference: batchReference })).toMatchObject({
      batchStatus: 'COMPLETED',
      successfulCount: 2,
      failedCount: 0,
      pendingCount: 0,
      successfulAmount: sum(...transactionList.map(({ amount }) => amount)),
    });
    const [row] = transactionList;
    expect(await gateway.ok('getTransfer', { reference: row!.reference })).toMatchObject({
      status: 'SUCCESS',
    });
  });

  test('with CONTINUE fails only the bad row', async ({ gateway }) => {
    const good = await batchRow(gateway);
    const bad = await batchRow(gateway, UNKNOWN_ACCOUNT);
    const { batchReference } = await begin(gateway, { transactionList: [good, bad] });
    await authorize(gateway, batchReference);
    const { content } = await gateway.ok('listBatchTransfers', { batchReference });
    const statuses = Object.fromEntries(content.map(({ reference, status }) => [reference, status]));
    expect(statuses).toEqual({ [good.reference]: 'SUCCESS', [bad.reference]: 'FAILED' });
    expect(await gateway.ok('getBatchSummary', { reference: batchReference })).toMatchObject({
      successfulCount: 1,
      failedCount: 1,
    });
  });

  test('with BREAK is refused for one bad row, and pays none', async ({ gateway }) => {
    const transactionList = [await batchRow(gateway), await batchRow(gateway, UNKNOWN_ACCOUNT)];
    const terms = await batchTerms(gateway, { onValidationFailure: 'BREAK', transactionList });
    expect(await gateway.call('initiateBatch', terms)).toMatchObject({ kind: 'declined' });
    const { reference } = transactionList[0]!;
    expect(await gateway.call('getTransfer', { reference })).toMatchObject({ kind: 'not-found' });
  });
});
