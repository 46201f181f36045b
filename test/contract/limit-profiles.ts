import { describe, expect } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, test } from './gateway.js';
import { accountTerms } from './terms.js';

const LIMITS = {
  singleTransactionValue: kobo(500_00),
  dailyTransactionValue: kobo(800_00),
  dailyTransactionVolume: 5,
};

async function limitedAccount(gateway: Gateway) {
  const limitProfileName = newReference('Small');
  const { limitProfileCode } = await gateway.ok('createLimitProfile', { limitProfileName, ...LIMITS });
  const { accountReference, accountName, currencyCode, customerEmail } = accountTerms();
  const made = await gateway.ok('createLimitedReservedAccount', {
    accountReference,
    accountName,
    currencyCode,
    customerEmail,
    customerName: 'Ada Obi',
    limitProfileCode,
  });
  const payInto = { bankCode: made.bankCode!, accountNumber: made.accountNumber! };
  return { limitProfileName, limitProfileCode, accountReference, payInto };
}

describe('a limit profile', () => {
  test('is listed under its unique name', async ({ gateway }) => {
    const limitProfileName = newReference('Medium');
    const { limitProfileCode } = await gateway.ok('createLimitProfile', { limitProfileName, ...LIMITS });
    expect(await gateway.call('createLimitProfile', { limitProfileName, ...LIMITS })).toMatchObject({
      kind: 'name-used',
    });
    const { content } = await gateway.ok('listLimitProfiles', { page: 0, size: 50 });
    expect(content).toContainEqual(
      expect.objectContaining({ limitProfileCode, limitProfileName, ...LIMITS }),
    );
  });

  test('can be updated for all its accounts, and an account can get another profile', async ({ gateway }) => {
    const { limitProfileCode, limitProfileName, accountReference } = await limitedAccount(gateway);
    const wider = { ...LIMITS, dailyTransactionValue: kobo(9_000_00) };
    const changed = await gateway.ok('updateLimitProfile', { limitProfileCode, limitProfileName, ...wider });
    expect(changed).toMatchObject({ limitProfileCode, ...wider });
    const other = await gateway.ok('createLimitProfile', {
      limitProfileName: newReference('Other'),
      ...LIMITS,
    });
    const updated = await gateway.ok('updateReservedAccountLimit', {
      accountReference,
      limitProfileCode: other.limitProfileCode,
    });
    expect(updated.limitProfileConfig).toMatchObject({ limitProfileCode: other.limitProfileCode });
  });

  test('that does not exist is not found, nor is an unknown account', async ({ gateway }) => {
    const limitProfileCode = 'NOSUCHLIMIT0';
    expect(
      await gateway.call('updateLimitProfile', { limitProfileCode, limitProfileName: 'None', ...LIMITS }),
    ).toMatchObject({ kind: 'not-found' });
    const accountReference = newReference('unknown');
    expect(
      await gateway.call('updateReservedAccountLimit', { accountReference, limitProfileCode }),
    ).toMatchObject({ kind: 'not-found' });
  });

  test('limits single payments and daily totals', async ({ gateway }) => {
    const { payInto } = await limitedAccount(gateway);
    const { pay } = gateway.people();
    const accepted = async (naira: number) => (await pay(payInto, kobo(naira * 100))).accepted;
    expect(await accepted(501)).toBe(false);
    expect(await accepted(500)).toBe(true);
    expect(await accepted(301)).toBe(false);
    expect(await accepted(300)).toBe(true);
  });
});
