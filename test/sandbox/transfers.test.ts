import { describe, expect, it } from 'vitest';
import { type Answer, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

const SINGLE = '/api/v2/disbursements/single';
const MINUTE = 60_000;

function transfer(side: Side, changes: Wire = {}): Wire {
  return {
    amount: 5000,
    reference: 'payout-1',
    narration: 'Salary',
    destinationBankCode: '058',
    destinationAccountNumber: '0100000007',
    destinationAccountName: 'Halima Amara Danjuma',
    currency: 'NGN',
    sourceAccountNumber: side.sandbox.merchants.first().walletAccountNumber,
    ...changes,
  };
}

async function start(switches: Wire = { otpOn: false }, webhookUrl?: string): Promise<Side> {
  const side = await startSandbox(webhookUrl === undefined ? {} : { webhookUrl });
  await side.send('PATCH', '/sandbox/merchants/M1', { switches });
  return side;
}

const send = (side: Side, changes: Wire = {}): Promise<Answer> =>
  side.call('POST', SINGLE, transfer(side, changes));

const statusOf = async (side: Side, reference = 'payout-1'): Promise<Wire> =>
  (await side.call('GET', `${SINGLE}/summary?reference=${reference}`)).result;

/** The account name by name enquiry. */
async function nameOf(side: Side, accountNumber: string): Promise<unknown> {
  const path = `/api/v1/disbursements/account/validate?accountNumber=${accountNumber}&bankCode=058`;
  return (await side.call('GET', path)).result.accountName;
}

async function to(side: Side, accountNumber: string, changes: Wire = {}): Promise<Answer> {
  const destinationAccountName = await nameOf(side, accountNumber);
  return send(side, { destinationAccountNumber: accountNumber, destinationAccountName, ...changes });
}

async function codeFor(side: Side, reference = 'payout-1'): Promise<unknown> {
  const { text } = await side.send('GET', `/sandbox/inbox?reference=${reference}`);
  return (JSON.parse(text) as Wire[])[0]?.code;
}

describe('a transfer without an OTP', () => {
  it('succeeds at once, charges its fee and sends an event', async () => {
    const { received, url } = await startListener();
    const side = await start({ otpOn: false }, url);
    const before = side.sandbox.ledger.balance('wallet:M1');
    const { result } = await to(side, '0100000007');
    expect(result).toMatchObject({ status: 'SUCCESS', reference: 'payout-1', amount: 5000, totalFee: 10 });
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before - 5010_00);
    expect(side.sandbox.ledger.balance('bank:058:0100000007')).toBe(5000_00);
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventType: 'SUCCESSFUL_DISBURSEMENT',
      eventData: {
        reference: 'payout-1',
        amount: 5000,
        fee: 10,
        status: 'SUCCESS',
        createdOn: '27/06/2026 9:08:11 AM',
        transactionDescription: 'Approved or completed successfully',
      },
    });
  });

  it.each([
    ['the same reference', {}, 'D05'],
    ['the same account and amount', { reference: 'payout-2' }, 'D07'],
  ])('is refused a second time for %s', async (_what, changes, code) => {
    const side = await start();
    await to(side, '0100000007');
    const answer = await to(side, '0100000007', changes);
    expect(answer).toMatchObject({ status: 400, body: { responseCode: code } });
    expect(side.sandbox.ledger.balance('bank:058:0100000007')).toBe(5000_00);
  });

  it('to the same account is accepted after two minutes, or with the duplicate guard off', async () => {
    const side = await start();
    await to(side, '0100000007');
    await side.sandbox.clock.advance(2 * MINUTE);
    expect((await to(side, '0100000007', { reference: 'payout-2' })).result.status).toBe('SUCCESS');
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { duplicateGuardOn: false } });
    expect((await to(side, '0100000007', { reference: 'payout-3' })).result.status).toBe('SUCCESS');
  });

  it.each([
    ['without a name', { destinationAccountName: undefined }, 400, 'D01'],
    ['with another name', { destinationAccountName: 'Zebulon Quixote' }, 400, 'D03'],
    ['to an unknown account', { destinationAccountNumber: '1234567890' }, 400, 'D03'],
    ['to an unknown bank', { destinationBankCode: '999' }, 400, 'D03'],
    ['of more than the wallet balance', { amount: 99_000_000 }, 400, 'D04'],
    ["from another merchant's wallet", { sourceAccountNumber: '8000000000' }, 400, 'D01'],
  ])('%s is refused, and no money moves', async (_what, changes, status, code) => {
    const side = await start();
    const before = side.sandbox.ledger.balance('wallet:M1');
    const destinationAccountName = await nameOf(side, '0100000007');
    const answer = await send(side, { destinationAccountName, ...changes });
    expect(answer).toMatchObject({ status, body: { responseCode: code, requestSuccessful: false } });
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before);
    const asked = await side.call('GET', `${SINGLE}/summary?reference=payout-1`);
    expect(asked).toMatchObject({ status: 404, body: { responseCode: 'D02' } });
  });

  it('accepts a name without the middle name', async () => {
    const side = await start();
    const [first = '', , last = ''] = String(await nameOf(side, '0100000007')).split(' ');
    const answer = await to(side, '0100000007', { destinationAccountName: `${last} ${first}` });
    expect(answer.result.status).toBe('SUCCESS');
  });

  it('is refused for merchants that are not eligible, and from other addresses', async () => {
    const side = await start({ transfersEligible: false });
    expect((await to(side, '0100000007')).body.responseCode).toBe('D06');
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { whitelistedAddresses: [] } });
    expect((await send(side)).body.responseCode).toBe('D06');
  });

  it('that is asynchronous is pending first', async () => {
    const side = await start();
    expect((await to(side, '0100000007', { async: true })).result.status).toBe('PENDING');
    await side.sandbox.clock.advance(2_000);
    expect((await statusOf(side)).status).toBe('SUCCESS');
  });
});

describe('the outcome of a transfer', () => {
  it('can be a failure that returns the money', async () => {
    const side = await start();
    const before = side.sandbox.ledger.balance('wallet:M1');
    expect((await to(side, '0199900001')).result.status).toBe('FAILED');
    expect(await statusOf(side)).toMatchObject({ transactionDescription: 'Dormant account' });
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before);
  });

  it('can be delayed', async () => {
    const side = await start();
    expect((await to(side, '0199900002')).result.status).toBe('PENDING');
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(5010_00);
    await side.sandbox.clock.advance(2 * MINUTE);
    expect((await statusOf(side)).status).toBe('SUCCESS');
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
  });

  it('can be reversed after success', async () => {
    const { received, url } = await startListener();
    const side = await start({ otpOn: false }, url);
    const before = side.sandbox.ledger.balance('wallet:M1');
    expect((await to(side, '0199900004')).result.status).toBe('SUCCESS');
    await side.sandbox.clock.advance(10 * MINUTE);
    expect((await statusOf(side)).status).toBe('REVERSED');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before);
    expect(received.map(({ body }) => (JSON.parse(body) as Wire).eventType)).toEqual([
      'SUCCESSFUL_DISBURSEMENT',
      'REVERSED_DISBURSEMENT',
    ]);
  });

  it('can be FAILED first and SUCCESS later', async () => {
    const side = await start();
    await to(side, '0199900005');
    expect(await statusOf(side)).toMatchObject({
      status: 'FAILED',
      transactionDescription: 'Timed out at destination bank',
    });
    await side.sandbox.clock.advance(5 * MINUTE);
    expect((await statusOf(side)).status).toBe('SUCCESS');
    expect(side.sandbox.ledger.audit().balanced).toBe(true);
  });
});

describe('a transfer with an OTP', () => {
  const validate = (side: Side, authorizationCode: unknown): Promise<Answer> =>
    side.call('POST', `${SINGLE}/validate-otp`, { reference: 'payout-1', authorizationCode });

  it('waits for the code from the e-mail', async () => {
    const side = await start({});
    const before = side.sandbox.ledger.balance('wallet:M1');
    expect((await to(side, '0100000007')).result.status).toBe('PENDING_AUTHORIZATION');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before);
    expect(await validate(side, '000000')).toMatchObject({ status: 400, reason: 'Invalid OTP supplied' });
    expect((await validate(side, await codeFor(side))).result.status).toBe('SUCCESS');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before - 5010_00);
    expect((await validate(side, await codeFor(side))).reason).toContain('waits for no authorization');
  });

  it('accepts only the newest code', async () => {
    const side = await start({});
    await to(side, '0100000007');
    const first = await codeFor(side);
    await side.call('POST', `${SINGLE}/resend-otp`, { reference: 'payout-1' });
    expect((await validate(side, first)).status).toBe(400);
    expect((await validate(side, await codeFor(side))).result.status).toBe('SUCCESS');
  });

  it('voids a code after three wrong attempts', async () => {
    const side = await start({});
    await to(side, '0100000007');
    const right = await codeFor(side);
    for (const code of ['000000', '000001', '000002']) await validate(side, code);
    expect((await validate(side, right)).reason).toContain('void after too many wrong tries');
  });

  it('expires without the code', async () => {
    const side = await start({});
    await to(side, '0100000007');
    const code = await codeFor(side);
    await side.sandbox.clock.advance(30 * MINUTE);
    expect(await statusOf(side)).toMatchObject({
      status: 'EXPIRED',
      transactionDescription: 'Transaction has expired',
    });
    expect((await validate(side, code)).reason).toBe('Transaction has expired');
  });

  it('can fail to send the e-mail, and resend it', async () => {
    const side = await start({});
    expect((await to(side, '0199900008')).result.status).toBe('OTP_EMAIL_DISPATCH_FAILED');
    expect(await codeFor(side)).toBeUndefined();
    await side.call('POST', `${SINGLE}/resend-otp`, { reference: 'payout-1' });
    expect((await statusOf(side)).status).toBe('PENDING_AUTHORIZATION');
    expect((await validate(side, await codeFor(side))).result.status).toBe('SUCCESS');
  });
});

describe('querying transfers', () => {
  it('lists and searches them, the newest first', async () => {
    const side = await start();
    await to(side, '0100000007');
    await side.sandbox.clock.advance(3 * MINUTE);
    await to(side, '0100000007', { reference: 'payout-2', amount: 20_000 });
    const list = await side.call('GET', `${SINGLE}/transactions?pageSize=5&pageNo=0`);
    expect((list.result.content as Wire[]).map((row) => row.reference)).toEqual(['payout-2', 'payout-1']);
    const wallet = side.sandbox.merchants.first().walletAccountNumber;
    const path = `/api/v2/disbursements/search-transactions?sourceAccountNumber=${wallet}&amountFrom=10000`;
    const { content } = (await side.call('GET', path)).result as { content: Wire[] };
    expect(content).toMatchObject([{ reference: 'payout-2', fee: 20 }]);
  });

  it('returns the balance as text', async () => {
    const side = await start();
    const wallet = side.sandbox.merchants.first().walletAccountNumber;
    const { result } = await side.call('GET', `/api/v2/disbursements/wallet-balance?accountNumber=${wallet}`);
    expect(result).toEqual({ availableBalance: '10000000.00', ledgerBalance: '10000000.00' });
  });

  it('sends wallet and low balance events where enabled', async () => {
    const { received, url } = await startListener();
    const side = await start({ otpOn: false, walletEvents: true, lowBalanceNaira: 9_999_000 }, url);
    await to(side, '0100000007');
    await side.sandbox.deliveries.settled();
    expect(received.map(({ body }) => (JSON.parse(body) as Wire).eventType).sort()).toEqual([
      'ACCOUNT_ACTIVITY',
      'LOW_BALANCE_ALERT',
      'SUCCESSFUL_DISBURSEMENT',
    ]);
    const activity = received.find(({ body }) => body.includes('ACCOUNT_ACTIVITY'));
    expect(JSON.parse(activity?.body ?? '')).toMatchObject({
      eventData: { currency: '566', amount: 5010, activityTime: '2026-06-27 09:08:AM' },
      metaData: { sourceBankCode: null },
    });
  });
});
