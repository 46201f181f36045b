import { describe, expect } from 'vitest';
import { percent } from '../../src/domain/money.js';
import { test } from './gateway.js';
import { subAccountTerms } from './terms.js';

describe('a sub-account', () => {
  test('is created with the name of its bank account, and listed', async ({ gateway }) => {
    const { accountName } = await gateway.payee();
    const [made] = await gateway.ok('createSubAccounts', { items: [await subAccountTerms(gateway)] });
    expect(made).toMatchObject({ accountName, defaultSplitPercentage: '20.5' });
    const listed = await gateway.ok('listSubAccounts', {});
    expect(listed.map(({ subAccountCode }) => subAccountCode)).toContain(made!.subAccountCode);
  });

  test('can be updated', async ({ gateway }) => {
    const terms = await subAccountTerms(gateway);
    const [made] = await gateway.ok('createSubAccounts', { items: [terms] });
    const { subAccountCode } = made!;
    const changed = await gateway.ok('updateSubAccount', {
      ...terms,
      subAccountCode,
      defaultSplitPercentage: percent('35'),
    });
    expect(changed).toMatchObject({ subAccountCode, defaultSplitPercentage: '35' });
  });

  test('is not listed after deletion, and cannot be deleted or updated again', async ({ gateway }) => {
    const terms = await subAccountTerms(gateway);
    const [made] = await gateway.ok('createSubAccounts', { items: [terms] });
    const { subAccountCode } = made!;
    await gateway.ok('deleteSubAccount', { subAccountCode });
    const listed = await gateway.ok('listSubAccounts', {});
    expect(listed.map((one) => one.subAccountCode)).not.toContain(subAccountCode);
    for (const answer of [
      await gateway.call('deleteSubAccount', { subAccountCode }),
      await gateway.call('updateSubAccount', { ...terms, subAccountCode }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });
});
