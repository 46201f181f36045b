import { describe, expect } from 'vitest';
import { test } from './gateway.js';

describe('verification', () => {
  test('compares customer details with a BVN', async ({ gateway }) => {
    // each request costs money at the real gateway, so this runs on Oware's sandbox only
    gateway.people();
    const details = { bvn: '22200000005', dateOfBirth: '1960-01-06', mobileNo: '08030000500' };
    const { accountName: name } = await gateway.ok('enquireName', {
      accountNumber: '0100000005',
      bankCode: '058',
    });
    expect(await gateway.ok('matchBvnDetails', { ...details, name })).toMatchObject({
      name: { matchStatus: 'FULL_MATCH' },
      dateOfBirth: 'FULL_MATCH',
      mobileNo: 'FULL_MATCH',
    });
    expect(
      await gateway.ok('matchBvnDetails', { ...details, name: 'Zebulon Quixote', dateOfBirth: '1999-12-31' }),
    ).toMatchObject({ name: { matchStatus: 'NO_MATCH' }, dateOfBirth: 'NO_MATCH', mobileNo: 'FULL_MATCH' });
  });

  test('checks whether an account belongs to a BVN', async ({ gateway }) => {
    gateway.people();
    const account = { bankCode: '058', accountNumber: '0100000005' };
    expect(await gateway.ok('matchBvnAccount', { ...account, bvn: '22200000005' })).toMatchObject({
      matchStatus: 'FULL_MATCH',
    });
    expect(await gateway.ok('matchBvnAccount', { ...account, bvn: '22200000006' })).toMatchObject({
      matchStatus: 'NO_MATCH',
    });
    expect(
      await gateway.call('matchBvnAccount', { ...account, accountNumber: '0000000000', bvn: '22200000005' }),
    ).toMatchObject({ kind: 'not-found' });
  });

  test('returns the person of a NIN, and not found for an unknown one', async ({ gateway }) => {
    gateway.people();
    const { firstName, lastName, dateOfBirth } = await gateway.ok('getNinDetails', { nin: '70000000005' });
    expect([firstName, lastName].every(Boolean)).toBe(true);
    expect(dateOfBirth).toBe('1960-01-06');
    expect(await gateway.call('getNinDetails', { nin: '12345678901' })).toMatchObject({ kind: 'not-found' });
  });
});
