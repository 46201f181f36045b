import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { ACCOUNTS, createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let transfers: Transfers;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `pay-faults-${process.pid}-${(count += 1)}`;

describe.concurrent('a transfer whose send fails', () => {
  it.each(CALL_FAULTS)('%s: is paid once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'initiateTransfer', reference, when, fault: { kind } });
    await transfers.start(reference);
    await transfers.becomes(reference, 'SUCCESS');
    await transfers.closed(reference);
    expect(transfers.paidOut(reference)).toBe(500_000);
    expect(transfers.causesOf(reference)).toEqual(['transfer-sent', 'transfer-arrived']);
    expect(world.merchant.typesOf(reference)).toEqual(['transfer.success']);
  });

  it.each(['before', 'after'] as const)(
    'the general error code, sent %s the transfer was made, is no failure: it is paid once',
    async (when) => {
      const reference = newReference();
      const fault = { kind: 'refusal', code: '99', message: 'Unable to process your request', status: 400 };
      await world.planFault({ on: 'call', endpoint: 'initiateTransfer', reference, when, fault });
      await transfers.start(reference);
      await transfers.becomes(reference, 'SUCCESS');
      await transfers.closed(reference);
      expect(transfers.causesOf(reference)).toEqual(['transfer-sent', 'transfer-arrived']);
      expect(world.merchant.typesOf(reference)).toEqual(['transfer.success']);
    },
  );

  it('is refused with the reason of the gateway, and is safe to pay again', async () => {
    const reference = newReference();
    const { body } = await transfers.create(reference, {
      destination: { bankCode: '058', accountNumber: '0100090002', accountName: 'ANOTHER PERSON ENTIRELY' },
    });
    expect(body).toMatchObject({ reviewItems: [{ kind: 'name-mismatch' }] });
    const refused = await transfers.create(newReference(), { to: '9999999999' });
    expect(refused.body).toMatchObject({
      state: 'REFUSED',
      safeToPayAgain: true,
      reason: expect.stringContaining('the bank does not know the account') as string,
    });
  });

  it('is refused when another system has used the reference, and names that transfer', async () => {
    const reference = newReference();
    await world.dropEvent(reference);
    await transfers.payAtGateway(reference, 77);
    const { body } = await transfers.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: false });
    expect(body.reason).toContain(`reference-used-elsewhere: transfer ${reference}, SUCCESS`);
    expect(transfers.paidOut(reference)).toBe(7_700);
  });

  it('is not adopted from another system after a lost reply, when the terms differ', async () => {
    const reference = newReference();
    await world.dropEvent(reference);
    await transfers.payAtGateway(reference, 77);
    await world.planFault({ on: 'call', endpoint: 'initiateTransfer', reference, fault: { kind: 'reset' } });
    await transfers.start(reference);
    const body = await waitUntil(`a review item of ${reference}`, async () => {
      const read = await transfers.read(reference);
      return read.reviewItems && read;
    });
    // whether ours was paid as well, a person decides
    expect(body).toMatchObject({
      state: 'PENDING',
      safeToPayAgain: false,
      reviewItems: [{ kind: 'identity-mismatch', atRisk: '5000.00' }],
    });
    expect(transfers.paidOut(reference)).toBe(7_700);
  });

  it('is FAILED only when its status says so: the reply to the send is no proof', async () => {
    const reference = newReference();
    const { body } = await transfers.create(reference, { to: ACCOUNTS.dormant });
    expect(body).toMatchObject({ state: expect.stringMatching(/PENDING|FAILED/) as string });
    const failed = await transfers.becomes(reference, 'FAILED');
    expect(failed).toMatchObject({
      safeToPayAgain: false,
      reason: 'the gateway reports FAILED: Dormant account',
    });
    expect(transfers.causesOf(reference)).toEqual(['transfer-sent', 'transfer-failed']);
    expect(transfers.paidOut(reference)).toBe(0);
  });
});

describe.concurrent('a transfer that is cancelled', () => {
  it('after it was sent is refused', async () => {
    const reference = newReference();
    await transfers.create(reference);
    expect(await transfers.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
  });
});

describe('a transfer whose send fails, while nothing else happens', () => {
  // in time: the check must come before the gateway shows the transfer
  it('is paid once though the gateway does not find it at first', async () => {
    const reference = newReference();
    await world.planFault({ on: 'call', endpoint: 'initiateTransfer', reference, fault: { kind: 'reset' } });
    await world.planFault({
      on: 'call',
      endpoint: 'getTransfer',
      reference,
      fault: { kind: 'lag', ms: 250 },
    });
    await transfers.start(reference);
    await transfers.becomes(reference, 'SUCCESS');
    expect(transfers.paidOut(reference)).toBe(500_000);
  });
});

// alone: an enquiry names no transfer, so the fault would strike those of other tests
it('a transfer waits while the name enquiry does not answer, and nothing is sent meanwhile', async () => {
  const reference = newReference();
  const terms = await transfers.terms(reference);
  await world.planFault({ on: 'call', endpoint: 'enquireName', times: 5, fault: { kind: 'error' } });
  const creating = world.call('POST', '/v1/transfers', terms);
  await creating;
  await transfers.becomes(reference, 'SUCCESS');
  expect(transfers.paidOut(reference)).toBe(500_000);
});
