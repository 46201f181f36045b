import { describe, expect } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import { mandateTerms } from './terms.js';

async function create(gateway: Gateway, changes: Partial<Request<'createMandate'>> = {}) {
  const terms = await mandateTerms(gateway, changes);
  return { ...terms, ...(await gateway.ok('createMandate', terms)) };
}

async function statusOf(gateway: Gateway, mandateReferences: string) {
  const [mandate] = await gateway.ok('getMandate', { mandateReferences });
  return mandate!.mandateStatus;
}

/** An active mandate: authorized by the customer and activated by the bank. */
async function active(gateway: Gateway, changes: Partial<Request<'createMandate'>> = {}) {
  const { wait, authorizeMandate } = gateway.people();
  const { mandateCode, mandateReference } = await create(gateway, changes);
  await wait('5s');
  await authorizeMandate(mandateCode);
  await wait('1h');
  return { mandateCode, mandateReference: mandateReference! };
}

function debitTerms(mandateCode: string, naira: number): Request<'debitMandate'> {
  return {
    paymentReference: newReference('debit'),
    mandateCode,
    debitAmount: kobo(naira * 100),
    narration: 'Rent of July',
    customerEmail: 'ada@example.com',
  };
}

describe('a mandate', () => {
  test('starts with the customer’s authorization', async ({ gateway }) => {
    const { mandateReference, mandateCode, mandateStatus, mandateAmount } = await create(gateway);
    expect(mandateStatus).toBe('INITIATED');
    const [mandate] = await gateway.ok('getMandate', { mandateReferences: mandateReference! });
    expect(mandate).toMatchObject({
      mandateCode,
      externalMandateReference: mandateReference,
      mandateAmount,
      autoRenew: false,
    });
  });

  test('is refused with a duplicate reference', async ({ gateway }) => {
    const { mandateReference, mandateCode } = await create(gateway);
    const again = await mandateTerms(gateway, { mandateReference: mandateReference! });
    expect(await gateway.call('createMandate', again)).toMatchObject({ kind: 'reference-used' });
    const found = await gateway.ok('getMandate', { mandateReferences: mandateReference! });
    expect(found.map((mandate) => mandate.mandateCode)).toEqual([mandateCode]);
  });

  test('that does not exist is not found or an empty list, and cannot be cancelled', async ({ gateway }) => {
    const answer = await gateway.call('getMandate', { mandateReferences: newReference('unknown') });
    expect(answer.kind === 'ok' ? answer.body : []).toEqual([]);
    expect(await gateway.call('cancelMandate', { mandateCode: 'MTDD|UNKNOWN' })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('is in the listing of its dates', async ({ gateway }) => {
    const { mandateCode } = await create(gateway);
    const { content } = await gateway.ok('listMandates', {
      startDate: await gateway.inDays(-1),
      endDate: await gateway.inDays(1),
      pageNumber: 0,
      pageSize: 50,
    });
    expect(content.map((mandate) => mandate.mandateCode)).toContain(mandateCode);
  });

  test('cannot be debited before authorization', async ({ gateway }) => {
    const { mandateCode } = await create(gateway);
    const terms = debitTerms(mandateCode, 100);
    expect((await gateway.failure('debitMandate', terms)).kind).toBe('rejected-request');
    const { paymentReference } = terms;
    expect(await gateway.call('getDebit', { paymentReference })).toMatchObject({ kind: 'not-found' });
  });

  test('is active after authorization and activation', async ({ gateway }) => {
    const { wait, authorizeMandate } = gateway.people();
    const { mandateCode, mandateReference } = await create(gateway);
    await wait('5s');
    expect(await statusOf(gateway, mandateReference!)).toBe('PENDING_AUTHORIZATION');
    await authorizeMandate(mandateCode);
    expect(await statusOf(gateway, mandateReference!)).toBe('PENDING_ACTIVATION');
    await wait('1h');
    expect(await statusOf(gateway, mandateReference!)).toBe('ACTIVE');
  });

  test('is cancelled some time after the request', async ({ gateway }) => {
    const { wait } = gateway.people();
    const { mandateCode, mandateReference } = await active(gateway);
    expect(await gateway.ok('cancelMandate', { mandateCode })).toMatchObject({ mandateStatus: 'ACTIVE' });
    expect(await statusOf(gateway, mandateReference)).toBe('ACTIVE');
    await wait('2m');
    expect(await statusOf(gateway, mandateReference)).toBe('CANCELLED');
    const late = await gateway.failure('debitMandate', debitTerms(mandateCode, 100));
    expect(late.message).toContain('CANCELLED');
  });
});

describe('a debit', () => {
  test('is pending when accepted, and paid later', async ({ gateway }) => {
    const { wait } = gateway.people();
    const { mandateCode } = await active(gateway);
    const terms = debitTerms(mandateCode, 400);
    const { paymentReference, debitAmount } = terms;
    expect(await gateway.ok('debitMandate', terms)).toMatchObject({
      transactionStatus: 'PENDING',
      paymentReference,
      debitAmount,
    });
    await wait('10s');
    expect(await gateway.ok('getDebit', { paymentReference })).toMatchObject({
      transactionStatus: 'PAID',
      debitAmount,
      mandateCode,
    });
  });

  test('is refused with a duplicate reference, and the customer pays once', async ({ gateway }) => {
    const { wait, entriesOf } = gateway.people();
    const { mandateCode } = await active(gateway);
    const terms = debitTerms(mandateCode, 400);
    const { transactionReference } = await gateway.ok('debitMandate', terms);
    expect(await gateway.call('debitMandate', terms)).toMatchObject({ kind: 'reference-used' });
    await wait('10s');
    const collected = (await entriesOf(transactionReference!)).filter(({ cause }) => cause === 'collection');
    expect(collected).toHaveLength(1);
  });

  test('counts against the lifetime amount as soon as it is accepted', async ({ gateway }) => {
    const { mandateCode } = await active(gateway);
    await gateway.ok('debitMandate', debitTerms(mandateCode, 700));
    const tooMuch = await gateway.failure('debitMandate', debitTerms(mandateCode, 301));
    expect(tooMuch.kind).toBe('rejected-request');
    await gateway.ok('debitMandate', debitTerms(mandateCode, 300));
  });

  test('of a fixed mandate must have its amount', async ({ gateway }) => {
    const { mandateCode } = await active(gateway, { debitAmount: kobo(250_00) });
    expect((await gateway.failure('debitMandate', debitTerms(mandateCode, 249))).kind).toBe(
      'rejected-request',
    );
    await gateway.ok('debitMandate', debitTerms(mandateCode, 250));
  });

  test('of an empty account fails', async ({ gateway }) => {
    const { wait, accountNamed } = gateway.people();
    const { bankCode, accountNumber } = await accountNamed('EMPTY ACCOUNT');
    const { mandateCode } = await active(gateway, {
      customerAccountBankCode: bankCode,
      customerAccountNumber: accountNumber,
    });
    const terms = debitTerms(mandateCode, 100);
    await gateway.ok('debitMandate', terms);
    await wait('10s');
    const { paymentReference } = terms;
    expect(await gateway.ok('getDebit', { paymentReference })).toMatchObject({
      transactionStatus: 'FAILED',
    });
  });

  test('that does not exist is not found', async ({ gateway }) => {
    expect(await gateway.call('getDebit', { paymentReference: newReference('unknown') })).toMatchObject({
      kind: 'not-found',
    });
  });
});
