import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayer } from '../../support/lifecycles/cards.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 500], gatewayEventGraceMs: 1_000 } });
  payer = createPayer(world, 'account');
});
afterAll(() => world.close());

interface Account {
  readonly bankCode: string;
  readonly accountNumber: string;
}

async function account() {
  const reference = await payer.checkout();
  const { body } = await payer.at(reference, 'virtual-account');
  return { reference, account: body as unknown as Account };
}

const ADA = { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' };
const CHIDI = { bankCode: '044', accountNumber: '9876543210', accountName: 'Chidi Eze' };

const transfer = ({ bankCode, accountNumber }: Account, amount: string, from = ADA) =>
  world.control('bank-simulator/payments', { bankCode, accountNumber, amount, payer: from });

async function expectLedger(reference: string, entries: number, webhooks: readonly string[]): Promise<void> {
  await world.sandbox.deliveries.settled();
  expect(await world.collectedFor(reference)).toHaveLength(entries);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  expect(world.merchant.of(reference).map(({ type }) => type)).toEqual(webhooks);
}

describe('a virtual account', () => {
  it('that was paid takes no second transfer: the payer keeps that money', async () => {
    const { reference, account: to } = await account();
    expect(await transfer(to, '2500.00')).toMatchObject({ accepted: true });
    expect(await transfer(to, '2500.00')).toMatchObject({ accepted: false });
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await transfer(to, '2500.00')).toMatchObject({ accepted: false });
    await expectLedger(reference, 1, ['checkout.paid']);
  });

  it('that two customers pay at once takes the money of one', async () => {
    const { reference, account: to } = await account();
    const both = await Promise.all([transfer(to, '2500.00', ADA), transfer(to, '2500.00', CHIDI)]);
    expect(both.map(({ accepted }) => accepted).sort()).toEqual([false, true]);
    await world.merchant.hears(reference, 'checkout.paid');
    await expectLedger(reference, 1, ['checkout.paid']);
  });

  it('that two customers pay by halves at once is paid in full', async () => {
    const { reference, account: to } = await account();
    await Promise.all([transfer(to, '1250.00', ADA), transfer(to, '1250.00', CHIDI)]);
    await world.merchant.hears(reference, 'checkout.paid');
    expect((await world.becomes(reference, 'PAID')).paid).toMatchObject({ amount: '2500.00' });
    await world.sandbox.deliveries.settled();
    expect(await world.collectedFor(reference)).toHaveLength(2);
    // whether the half is told first depends on which event comes first; the whole is told once
    const told = world.merchant.of(reference).map(({ type }) => type);
    expect(told.filter((type) => type === 'checkout.paid')).toHaveLength(1);
    expect(told.at(-1)).toBe('checkout.paid');
  });

  it('that one pays by half and another in full holds more than was asked', async () => {
    const { reference, account: to } = await account();
    await transfer(to, '1250.00', ADA);
    await world.merchant.hears(reference, 'checkout.partially-paid');
    await transfer(to, '2500.00', CHIDI);
    const webhook = await world.merchant.hears(reference, 'checkout.overpaid');
    expect(webhook.data.checkout).toMatchObject({ state: 'OVERPAID', paid: { amount: '3750.00' } });
    await expectLedger(reference, 2, ['checkout.partially-paid', 'checkout.paid', 'checkout.overpaid']);
  });

  it('is paid in two halves whose events come in the wrong order', async () => {
    const { reference, account: to } = await account();
    await world.strike({ on: 'event', reference, fault: { kind: 'reorder' } });
    await transfer(to, '1250.00');
    await transfer(to, '1250.00');
    await world.merchant.hears(reference, 'checkout.paid');
    await expectLedger(reference, 2, ['checkout.paid']);
  });
});
