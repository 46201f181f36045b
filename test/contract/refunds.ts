import { describe, expect } from 'vitest';
import { type Kobo, kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import { openCheckout, openTransferCheckout } from './terms.js';

function refundTerms(
  transactionReference: string,
  refundAmount: Kobo,
  changes: Partial<Request<'initiateRefund'>> = {},
): Request<'initiateRefund'> {
  return {
    transactionReference,
    refundAmount,
    refundReference: newReference('refund'),
    refundReason: 'One calabash was cracked',
    customerNote: 'Sorry',
    ...changes,
  };
}

async function paidByTransfer(gateway: Gateway): Promise<string> {
  const { pay } = gateway.people();
  const { account, amount, transactionReference } = await openTransferCheckout(gateway);
  await pay(account, amount);
  return transactionReference;
}

const ALL = kobo(4_000_00);
const HALF = kobo(2_000_00);

describe('a refund', () => {
  test('of a payment that does not exist is refused', async ({ gateway }) => {
    expect(await gateway.call('initiateRefund', refundTerms('MNFY|00|nobody', HALF))).toMatchObject({
      kind: 'transaction-unknown',
    });
  });

  test('of a payment that nobody has paid is refused', async ({ gateway }) => {
    const { transactionReference } = await openCheckout(gateway);
    expect(await gateway.call('initiateRefund', refundTerms(transactionReference, HALF))).toMatchObject({
      kind: 'not-refundable',
    });
  });

  test('that nobody asked for is not found', async ({ gateway }) => {
    expect(await gateway.call('getRefund', { refundReference: newReference('nobody') })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('goes back to the payer, is told as pending, then as completed', async ({ gateway }) => {
    const { wait } = gateway.people();
    const terms = refundTerms(await paidByTransfer(gateway), ALL);
    expect(await gateway.ok('initiateRefund', terms)).toMatchObject({
      refundReference: terms.refundReference,
      refundAmount: ALL,
      refundType: 'FULL_REFUND',
      refundStatus: 'PENDING',
    });
    await wait('1m');
    const { refundReference } = terms;
    const completed = await gateway.ok('getRefund', { refundReference });
    expect(completed).toMatchObject({ refundStatus: 'COMPLETED', refundAmount: ALL });
    expect(completed.completedOn).toBeTruthy();
  });

  test('is refused when its reference was used, and the money leaves once', async ({ gateway }) => {
    const { entriesOf } = gateway.people();
    const terms = refundTerms(await paidByTransfer(gateway), HALF);
    await gateway.ok('initiateRefund', terms);
    expect(await gateway.call('initiateRefund', terms)).toMatchObject({ kind: 'reference-used' });
    const sent = (await entriesOf(terms.refundReference)).filter(({ cause }) => cause === 'refund-sent');
    expect(sent).toHaveLength(1);
  });

  test('is never more than was paid, all refunds together', async ({ gateway }) => {
    const transactionReference = await paidByTransfer(gateway);
    expect(
      await gateway.call('initiateRefund', refundTerms(transactionReference, kobo(ALL + 1))),
    ).toMatchObject({ kind: 'more-than-paid' });
    expect(await gateway.ok('initiateRefund', refundTerms(transactionReference, HALF))).toMatchObject({
      refundType: 'PARTIAL_REFUND',
    });
    expect(
      await gateway.call('initiateRefund', refundTerms(transactionReference, kobo(HALF + 1))),
    ).toMatchObject({ kind: 'more-than-paid' });
    await gateway.ok('initiateRefund', refundTerms(transactionReference, HALF));
    expect(await gateway.call('initiateRefund', refundTerms(transactionReference, HALF))).toMatchObject({
      kind: 'more-than-paid',
    });
    const { content } = await gateway.ok('listRefunds', { transactionReference, page: 0, size: 10 });
    expect(content.map(({ refundAmount }) => refundAmount)).toEqual([HALF, HALF]);
  });

  test('of less than a hundred naira is refused', async ({ gateway }) => {
    const transactionReference = await paidByTransfer(gateway);
    expect(
      await gateway.call('initiateRefund', refundTerms(transactionReference, kobo(99_99))),
    ).toMatchObject({ kind: 'below-minimum' });
    await gateway.ok('initiateRefund', refundTerms(transactionReference, kobo(100_00)));
  });

  test('of a card payment is refused', async ({ gateway }) => {
    const card = await gateway.people().card('approved');
    const { transactionReference } = await openCheckout(gateway);
    await gateway.ok('chargeCard', { transactionReference, card });
    expect(await gateway.call('initiateRefund', refundTerms(transactionReference, HALF))).toMatchObject({
      kind: 'not-refundable',
    });
  });

  test('to an account that no bank knows is refused', async ({ gateway }) => {
    const transactionReference = await paidByTransfer(gateway);
    const nobody = { destinationAccountNumber: '0000000000', destinationAccountBankCode: '058' };
    expect(
      await gateway.call('initiateRefund', refundTerms(transactionReference, HALF, nobody)),
    ).toMatchObject({ kind: 'destination-needed' });
  });

  test('that the bank sends back has failed, and may be asked for again', async ({ gateway }) => {
    const { wait, accountNamed } = gateway.people();
    const transactionReference = await paidByTransfer(gateway);
    const { bankCode, accountNumber } = await accountNamed('DORMANT ACCOUNT');
    const terms = refundTerms(transactionReference, ALL, {
      destinationAccountNumber: accountNumber,
      destinationAccountBankCode: bankCode,
    });
    await gateway.ok('initiateRefund', terms);
    await wait('1m');
    const { refundReference } = terms;
    expect(await gateway.ok('getRefund', { refundReference })).toMatchObject({ refundStatus: 'FAILED' });
    await gateway.ok('initiateRefund', refundTerms(transactionReference, ALL));
  });
});
