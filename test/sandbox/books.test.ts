import { expect, it } from 'vitest';
import { type Booked } from '../../src/sandbox/control/books.js';
import { beginTransfer, pay, type Side, startSandbox } from './merchant-side.js';
import { sendTo, startPayouts } from './payout-side.js';

async function books(side: Side, query = '') {
  const { body } = await side.send('GET', `/sandbox/books${query}`);
  return body as unknown as {
    readonly balanced: boolean;
    readonly booked: readonly Booked[];
    readonly unexplained: readonly unknown[];
  };
}

const send = (side: Side, reference: string, accountNumber: string) =>
  sendTo(side, accountNumber, { reference });

it('a payment that arrives in two parts has left its payer twice, under one reference', async () => {
  const side = await startSandbox();
  const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
  await pay(side, { bankCode, accountNumber, amount: 1500 });
  await pay(side, { bankCode, accountNumber, amount: 2500 });
  expect((await books(side)).booked).toEqual([
    {
      kind: 'collection',
      reference: 'order-1',
      transactionReference,
      of: null,
      leftKobo: 4000_00,
      arrivedKobo: 4000_00,
      times: 2,
    },
  ]);
});

it('a transfer has left the wallet before it arrives, and has not when it failed or was reversed', async () => {
  const side = await startPayouts({ otpOn: false, duplicateGuardOn: false });
  await send(side, 'slow', '0199900002');
  await send(side, 'failed', '0199900001');
  await send(side, 'reversed', '0199900004');
  const shown = async () =>
    Object.fromEntries(
      (await books(side)).booked.map(({ reference, leftKobo, arrivedKobo }) => [
        reference,
        [leftKobo, arrivedKobo],
      ]),
    );
  expect(await shown()).toEqual({ slow: [5000_00, 0], failed: [0, 0], reversed: [5000_00, 5000_00] });
  await side.sandbox.clock.advance(11 * 60_000);
  expect(await shown()).toEqual({ slow: [5000_00, 5000_00], failed: [0, 0], reversed: [0, 0] });
});

it('a refund belongs to its payment', async () => {
  const side = await startSandbox();
  const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
  await pay(side, { bankCode, accountNumber, amount: 4000 });
  await side.call('POST', '/api/v1/refunds/initiate-refund', {
    transactionReference,
    refundAmount: 1500,
    refundReference: 'back-1',
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
  });
  const refund = {
    kind: 'refund',
    reference: 'back-1',
    of: { kind: 'payment', reference: transactionReference },
  };
  expect((await books(side)).booked[1]).toMatchObject({
    ...refund,
    leftKobo: 1500_00,
    arrivedKobo: 0,
    times: 1,
  });
  await side.sandbox.clock.advance(10_000);
  expect((await books(side)).booked[1]).toMatchObject({ leftKobo: 1500_00, arrivedKobo: 1500_00 });
});

it('the money of another merchant with the same reference is not in the books', async () => {
  const side = await startPayouts();
  const other = side.sandbox.merchants.open({ name: 'Another shop' });
  await send(side, 'same', '0100000002');
  expect((await books(side)).booked).toHaveLength(1);
  expect(await books(side, `?merchant=${other.id}`)).toMatchObject({
    balanced: true,
    booked: [],
    unexplained: [],
  });
  expect((await books(side)).unexplained).toEqual([]);
});
