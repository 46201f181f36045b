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
  test('of an unknown payment is refused', async ({ gateway }) => {
    expect(await gateway.call('initiateRefund', refundTerms('MNFY|00|unknown', HALF))).toMatchObject({
      kind: 'transaction-unknown',
    });
  });

  test('of an unpaid payment is refused', async ({ gateway }) => {
    const { transactionReference } = await openCheckout(gateway);
    expect(await gateway.call('initiateRefund', refundTerms(transactionReference, HALF))).toMatchObject({
      kind: 'not-refundable',
    });
  });

  test('that does not exist is not found', async ({ gateway }) => {
    expect(await gateway.call('getRefund', { refundReference: newReference('unknown') })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('is paid to the payer, first pending, then completed', async ({ gateway }) => {
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

  test('is refused with a duplicate reference, and the money is sent once', async ({ gateway }) => {
    const { entriesOf } = gateway.people();
    const terms = refundTerms(await paidByTransfer(gateway), HALF);
    await gateway.ok('initiateRefund', terms);
    expect(await gateway.call('initiateRefund', terms)).toMatchObject({ kind: 'reference-used' });
    const sent = (await entriesOf(terms.refundReference)).filter(({ cause }) => cause === 'refund-sent');
    expect(sent).toHaveLength(1);
  });

  test('is limited to the amount paid, over all refunds', async ({ gateway }) => {
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

  test('to an unknown account is refused', async ({ gateway }) => {
    const transactionReference = await paidByTransfer(gateway);
    const unknownAccount = { destinationAccountNumber: '0000000000', destinationAccountBankCode: '058' };
    expect(
      await gateway.call('initiateRefund', refundTerms(transactionReference, HALF, unknownAccount)),
    ).toMatchObject({ kind: 'destination-needed' });
  });

  test('that the bank returns has failed, and can be requested again', async ({ gateway }) => {
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
