import { describe, expect, it } from 'vitest';
import { type Answer, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

const BASE = '/api/v1/direct-debit';

function create(side: Side, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', `${BASE}/mandate/create`, {
    contractCode: side.sandbox.merchants.first().contractCode,
    mandateReference: 'rent',
    customerName: 'Ada Obi',
    customerEmailAddress: 'ada@example.com',
    customerPhoneNumber: '08030000000',
    customerAddress: '1 Broad Street, Lagos',
    customerAccountNumber: '0100000005',
    customerAccountBankCode: '058',
    mandateDescription: 'Rent',
    mandateStartDate: '2026-06-27T09:10:00',
    mandateEndDate: '2026-12-31T10:00:00',
    mandateAmount: 5000,
    ...changes,
  });
}

const mandateOf = async (side: Side): Promise<Wire> => {
  const { body } = await side.call('GET', `${BASE}/mandate/?mandateReferences=rent`);
  return (body.responseBody as Wire[])[0] ?? {};
};

/** Creates an active mandate. */
async function active(side: Side, changes: Wire = {}): Promise<string> {
  const { result } = await create(side, changes);
  const code = String(result.mandateCode);
  await side.sandbox.clock.advance(2_000);
  await side.send('POST', `/sandbox/mandates/${encodeURIComponent(code)}`, { authorize: true });
  await side.sandbox.clock.advance(3_600_000);
  return code;
}

function debit(side: Side, mandateCode: string, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', `${BASE}/mandate/debit`, {
    paymentReference: 'july',
    mandateCode,
    debitAmount: '1000.00',
    narration: 'Rent of July',
    customerEmail: 'ada@example.com',
    ...changes,
  });
}

describe('a mandate', () => {
  it('becomes active after the customer and the bank', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { result } = await create(side);
    expect(result).toMatchObject({ mandateStatus: 'INITIATED', mandateReference: 'rent' });
    expect(result.mandateCode).toMatch(/^MTDD\|[A-Z0-9]{26}$/);
    await side.sandbox.clock.advance(2_000);
    const waiting = await mandateOf(side);
    expect(waiting).toMatchObject({
      mandateStatus: 'PENDING_AUTHORIZATION',
      externalMandateReference: 'rent',
      startDate: '2026-06-27T08:10:00.000+0000',
    });
    const { text } = await side.send('GET', '/sandbox/inbox?reference=rent');
    expect((JSON.parse(text) as Wire[])[0]).toMatchObject({ link: waiting.authorizationLink });
    await side.send('POST', `/sandbox/mandates/${encodeURIComponent(String(result.mandateCode))}`, {});
    expect((await mandateOf(side)).mandateStatus).toBe('PENDING_ACTIVATION');
    await side.sandbox.clock.advance(60_000);
    expect(await mandateOf(side)).toMatchObject({ mandateStatus: 'ACTIVE', authorizationLink: null });
    expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({
      eventType: 'MANDATE_UPDATE',
      eventData: {
        mandateStatus: 'ACTIVE',
        externalMandateReference: 'rent',
        endDate: '2026-12-31 10:00:00.0',
      },
    });
  });

  it('without authorization expires after thirty days', async () => {
    const side = await startSandbox();
    await create(side);
    await side.sandbox.clock.advance(31 * 86_400_000);
    expect((await mandateOf(side)).mandateStatus).toBe('AUTHORIZATION_EXPIRED');
  });

  it('expires at its end date', async () => {
    const side = await startSandbox();
    const code = await active(side);
    await side.sandbox.clock.advance(200 * 86_400_000);
    expect((await mandateOf(side)).mandateStatus).toBe('EXPIRED');
    expect((await debit(side, code)).reason).toContain('EXPIRED');
  });

  it('is cancelled some time after the request', async () => {
    const side = await startSandbox();
    const code = await active(side);
    const path = `${BASE}/mandate/cancel-mandate/${encodeURIComponent(code)}`;
    expect((await side.call('PATCH', path)).result.mandateStatus).toBe('ACTIVE');
    await side.sandbox.clock.advance(60_000);
    expect((await mandateOf(side)).mandateStatus).toBe('CANCELLED');
    expect((await side.call('PATCH', path)).status).toBe(422);
  });

  it.each([
    [
      'that starts in the past',
      { mandateStartDate: '2026-06-26T09:00:00' },
      'Mandate start date cannot be in the past',
    ],
    ['for an unknown account', { customerAccountNumber: '9' }, 'Unable to validate account information'],
    ['with a duplicate reference', {}, 'Mandate with provided mandate reference already exist.'],
  ])('%s is refused', async (_what, changes, reason) => {
    const side = await startSandbox();
    await create(side);
    expect(await create(side, { ...changes })).toMatchObject({ status: 422, reason });
  });

  it('is listed by date', async () => {
    const side = await startSandbox();
    await create(side);
    const path = `${BASE}/mandates?startDate=2026-06-01T00:00:00&endDate=2026-06-30T00:00:00`;
    expect((await side.call('GET', path)).result).toMatchObject({ totalElements: 1, pageNumber: 0 });
    const wide = `${BASE}/mandates?startDate=2026-01-01T00:00:00&endDate=2026-06-30T00:00:00`;
    expect((await side.call('GET', wide)).reason).toContain('at most 90 days apart');
  });
});

describe('a debit', () => {
  it('is pending, then paid, and sends no event', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const code = await active(side);
    received.length = 0;
    expect((await debit(side, code)).result).toMatchObject({
      transactionStatus: 'PENDING',
      debitAmount: 1000,
    });
    await side.sandbox.clock.advance(5_000);
    const { result } = await side.call('GET', `${BASE}/mandate/debit-status?paymentReference=july`);
    expect(result).toMatchObject({ transactionStatus: 'PAID', mandateCode: code });
    expect(result.transactionReference).toMatch(/^MNFY\|\d{14}\|\d{6}$/);
    expect(side.sandbox.ledger.balance('bank:058:0100000005')).toBe(-1000_00);
    expect(received).toEqual([]);
  });

  it('of an empty account fails', async () => {
    const side = await startSandbox();
    const code = await active(side, { customerAccountNumber: '0199900007' });
    await debit(side, code);
    await side.sandbox.clock.advance(5_000);
    const { result } = await side.call('GET', `${BASE}/mandate/debit-status?paymentReference=july`);
    expect(result).toMatchObject({ transactionStatus: 'FAILED', responseMessage: 'Insufficient funds' });
  });

  it.each([
    ['beyond the lifetime amount', {}, { debitAmount: 5000.01 }, 'Debit exceeds the mandate amount'],
    ['of another amount than the fixed one', { debitAmount: 900 }, {}, 'Debit amount must equal'],
  ])('%s is refused', async (_what, mandate, changes, reason) => {
    const side = await startSandbox();
    const answer = await debit(side, await active(side, mandate), changes);
    expect(answer.status).toBe(422);
    expect(answer.reason).toContain(reason);
  });

  it('counts against the limit while pending, and its reference is unique', async () => {
    const side = await startSandbox();
    const code = await active(side);
    await debit(side, code, { debitAmount: 4000 });
    expect((await debit(side, code, { paymentReference: 'august', debitAmount: 1001 })).status).toBe(422);
    expect((await debit(side, code, { debitAmount: 500 })).reason).toBe('Duplicate payment reference');
  });

  it('of a mandate that is not active is refused', async () => {
    const side = await startSandbox();
    const { result } = await create(side);
    expect((await debit(side, String(result.mandateCode))).reason).toContain('INITIATED');
  });
});
