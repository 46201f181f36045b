import { describe, expect, it } from 'vitest';
import { SCENARIO_ACCOUNTS } from '../../src/sandbox/people/scenario-accounts.js';
import { type Side } from './merchant-side.js';
import {
  DAY,
  entriesOf,
  listenToEvents,
  MINUTE,
  nameOf,
  PAYOUTS,
  readTransfer,
  recordOf,
  row,
  rowsOf,
  sendBatch,
  sendTo,
  sendTransfer,
  setBalance,
  startPayouts,
} from './payout-side.js';

const WALLET = 'wallet:M1';

const SENT = ['transfer-sent', { [WALLET]: -5010_00, 'transit:M1': 5010_00 }];
const RETURNED = ['transfer-failed', { 'transit:M1': -5010_00, [WALLET]: 5010_00 }];

const arrivedAt = (accountNumber: string) => [
  'transfer-arrived',
  { 'transit:M1': -5010_00, [`bank:058:${accountNumber}`]: 5000_00, fees: 10_00 },
];

describe('a transfer to a scenario account', () => {
  it.each([
    ['0199900001', 'FAILED', 'FAILED', 'Dormant account'],
    ['0199900002', 'PENDING', 'SUCCESS', 'Approved or completed successfully'],
    ['0199900003', 'PENDING', 'FAILED', 'Transaction rejected by destination'],
    ['0199900004', 'SUCCESS', 'REVERSED', 'Transaction reversed'],
    ['0199900005', 'FAILED', 'SUCCESS', 'Approved or completed successfully'],
    ['0199900006', 'PENDING', 'PENDING', 'Processing in progress'],
    ['0199900007', 'FAILED', 'FAILED', 'Insufficient funds'],
    ['0199900009', 'SUCCESS', 'REVERSED', 'Transaction reversed'],
    ['0199900010', 'SUCCESS', 'REVERSED', 'Transaction reversed'],
    ['0199900011', 'FAILED', 'FAILED', 'Destination system malfunction'],
    ['0199900012', 'COMPLETED', 'COMPLETED', 'Approved or completed successfully'],
    ['0199900013', 'UNDER_INVESTIGATION', 'SUCCESS', 'Approved or completed successfully'],
    ['0199900014', 'AWAITING_PROCESSING', 'SUCCESS', 'Approved or completed successfully'],
    ['0199900015', 'IN_PROGRESS', 'SUCCESS', 'Approved or completed successfully'],
  ])('%s is %s first and %s in the end: %s', async (accountNumber, first, last, transactionDescription) => {
    const side = await startPayouts();
    expect((await sendTo(side, accountNumber)).result.status).toBe(first);
    expect((await recordOf(side)).status).toBe(first);
    await side.sandbox.clock.advance(3 * DAY);
    expect(await recordOf(side)).toMatchObject({ status: last, transactionDescription });
    expect(side.sandbox.ledger.audit().problems).toEqual([]);
  });

  it('that fails at once or later returns amount and fee to the wallet, and sends one event', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    await sendTo(side, '0199900001', { reference: 'at-once' });
    await sendTo(side, '0199900003', { reference: 'later' });
    expect(entriesOf(side, 'at-once')).toEqual([SENT, RETURNED]);
    expect(entriesOf(side, 'later')).toEqual([SENT]);
    await side.sandbox.clock.advance(2 * MINUTE);
    expect(entriesOf(side, 'later')).toEqual([SENT, RETURNED]);
    expect(events().map(({ eventType, eventData }) => [eventType, eventData.reference])).toEqual([
      ['FAILED_DISBURSEMENT', 'at-once'],
      ['FAILED_DISBURSEMENT', 'later'],
    ]);
  });

  it('that is slow holds the money until the bank has decided', async () => {
    const side = await startPayouts();
    await sendTo(side, '0199900002');
    expect(entriesOf(side, 'payout-1')).toEqual([SENT]);
    await side.sandbox.clock.advance(2 * MINUTE);
    expect(entriesOf(side, 'payout-1')).toEqual([SENT, arrivedAt('0199900002')]);
  });

  it('that says FAILED before its success moves the money once', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    await sendTo(side, '0199900005');
    expect(await recordOf(side)).toMatchObject({
      status: 'FAILED',
      transactionDescription: 'Timed out at destination bank',
    });
    await side.sandbox.clock.advance(5 * MINUTE);
    expect(entriesOf(side, 'payout-1')).toEqual([SENT, arrivedAt('0199900005')]);
    expect(events().map(({ eventType }) => eventType)).toEqual(['SUCCESSFUL_DISBURSEMENT']);
  });

  it('that fails with a text that asks for a recheck has failed: the money is back', async () => {
    const side = await startPayouts();
    await sendTo(side, '0199900011');
    await side.sandbox.clock.advance(DAY);
    expect(entriesOf(side, 'payout-1')).toEqual([SENT, RETURNED]);
  });

  it.each([
    ['0199900004', 'ten minutes', 10 * MINUTE, 5010_00],
    ['0199900009', 'three days', 3 * DAY, 5010_00],
    ['0199900010', 'three days, without its fee', 3 * DAY, 5000_00],
  ])('%s is reversed after %s', async (accountNumber, _when, afterMs, returned) => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    const before = side.sandbox.ledger.balance(WALLET);
    await sendTo(side, accountNumber);
    await side.sandbox.clock.advance(afterMs - 1);
    expect((await recordOf(side)).status).toBe('SUCCESS');
    await side.sandbox.clock.advance(1);
    expect((await recordOf(side)).status).toBe('REVERSED');
    expect(entriesOf(side, 'payout-1')).toEqual([
      SENT,
      arrivedAt(accountNumber),
      [
        'transfer-reversed',
        {
          [`bank:058:${accountNumber}`]: -5000_00,
          ...(returned === 5010_00 && { fees: -10_00 }),
          [WALLET]: returned,
        },
      ],
    ]);
    expect(side.sandbox.ledger.balance(WALLET)).toBe(before - 5010_00 + returned);
    expect(side.sandbox.ledger.balance('fees')).toBe(5010_00 - returned);
    expect(events().map(({ eventType }) => eventType)).toEqual([
      'SUCCESSFUL_DISBURSEMENT',
      'REVERSED_DISBURSEMENT',
    ]);
  });

  it('has the same word in the listing and in the rows of a batch', async () => {
    const side = await startPayouts();
    await sendTo(side, '0199900012');
    const { result } = await side.call('GET', `${PAYOUTS}/single/transactions`);
    expect(result.content).toMatchObject([{ status: 'COMPLETED' }]);
    await sendBatch(side, {
      transactionList: [
        row(1, { destinationAccountNumber: '0199900012' }),
        row(2, { destinationAccountNumber: '0199900013' }),
      ],
    });
    await side.sandbox.clock.advance(2_000);
    expect(await rowsOf(side)).toMatchObject([{ status: 'COMPLETED' }, { status: 'UNDER_INVESTIGATION' }]);
    await side.sandbox.clock.advance(5 * MINUTE);
    expect((await side.call('GET', `${PAYOUTS}/batch/summary?reference=june`)).result).toMatchObject({
      successfulCount: 2,
      pendingCount: 0,
    });
  });
});

describe('the name of a beneficiary', () => {
  const accountOf = (accountNumber: string) =>
    SCENARIO_ACCOUNTS.find((account) => account.accountNumber === accountNumber)!;

  const sendAsGiven = (side: Side, accountNumber: string) =>
    sendTransfer(side, {
      destinationAccountNumber: accountNumber,
      destinationAccountName: accountOf(accountNumber).givenName,
    });

  it('that differs by a middle name is accepted', async () => {
    const side = await startPayouts();
    expect(await nameOf(side, '0199900016')).toBe('HALIMA DANJUMA');
    expect((await sendAsGiven(side, '0199900016')).result).toMatchObject({
      status: 'SUCCESS',
      destinationAccountName: 'HALIMA DANJUMA',
    });
  });

  it('that is another one is refused with D03, and nothing is sent', async () => {
    const side = await startPayouts();
    expect(await nameOf(side, '0199900017')).toBe('KOLA LOGISTICS LIMITED');
    expect(await sendAsGiven(side, '0199900017')).toMatchObject({
      status: 400,
      body: { responseCode: 'D03' },
      reason: 'Destination account name mismatch',
    });
    expect(entriesOf(side, 'payout-1')).toEqual([]);
  });

  it('cannot be read while the enquiry is down, for one account or for all', async () => {
    const side = await startPayouts();
    const enquire = (accountNumber: string) =>
      side.call('GET', `/api/v1/disbursements/account/validate?accountNumber=${accountNumber}&bankCode=058`);
    const failed = { status: 500, body: { responseCode: '99', requestSuccessful: false } };
    expect(await enquire('0199900018')).toMatchObject(failed);
    expect((await enquire('0100000007')).status).toBe(200);
    const rule = { on: 'call', endpoint: 'enquireName', times: null, fault: { kind: 'error' } };
    await side.send('POST', '/sandbox/faults', rule);
    expect(await enquire('0100000007')).toMatchObject(failed);
    await side.send('DELETE', '/sandbox/faults');
    await side.send('POST', '/sandbox/faults', { ...rule, fault: { kind: 'reset' } });
    await expect(enquire('0100000007')).rejects.toThrow();
    expect((await sendTransfer(side)).result.status).toBe('SUCCESS');
  });
});

describe('a transfer that the wallet cannot pay', () => {
  it('is refused with D04 without a record, and can be sent with its reference once the wallet is funded', async () => {
    const side = await startPayouts();
    await setBalance(side, 5009.99);
    expect((await sendTransfer(side)).body.responseCode).toBe('D04');
    expect((await readTransfer(side)).body.responseCode).toBe('D02');
    await setBalance(side, 5010);
    expect((await sendTransfer(side)).result.status).toBe('SUCCESS');
    expect(side.sandbox.ledger.balance(WALLET)).toBe(0);
  });

  it('is recorded as FAILED where refusals are: its reference is spent, and D05 from then on', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false, refusedTransfersRecorded: true }, url);
    await setBalance(side, 0);
    expect((await sendTransfer(side)).body.responseCode).toBe('D04');
    await setBalance(side, 10_000);
    expect((await sendTransfer(side)).body.responseCode).toBe('D05');
    expect(await recordOf(side)).toMatchObject({
      status: 'FAILED',
      transactionDescription: 'Insufficient balance in wallet',
    });
    expect(entriesOf(side, 'payout-1')).toEqual([]);
    expect((await sendTransfer(side, { reference: 'payout-2' })).result.status).toBe('SUCCESS');
    await side.sandbox.deliveries.settled();
    expect(events().map(({ eventData }) => eventData.reference)).toEqual(['payout-2']);
  });
});
