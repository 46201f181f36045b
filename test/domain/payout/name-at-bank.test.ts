import { describe, expect, it } from 'vitest';
import { CHECKED_MS } from '../../../src/domain/movement/may-send.js';
import {
  isNameKnown,
  type NameAtBank,
  nameLearned,
  nameRequirement,
} from '../../../src/domain/payout/name-at-bank.js';
import type { Released } from '../../../src/domain/payout/payout.js';

const AT = '2026-01-15T09:00:00.000Z';
const NOW = Date.parse(AT);
const ACCOUNT = { accountNumber: '0100000001', accountName: 'Ada Obi' };

const holds = (accountName: string, accountNumber = ACCOUNT.accountNumber) =>
  nameLearned(ACCOUNT, { kind: 'ok', body: { accountNumber, accountName } }, AT);
const requires = (
  known: NameAtBank,
  more: { readonly now?: number; readonly policy?: string; readonly released?: readonly Released[] } = {},
) => {
  const { now = NOW, policy: policyNameMismatch = 'hold', released = [] } = more;
  return nameRequirement({ ...known, released }, ACCOUNT, { now, policyNameMismatch });
};

describe('the name at the bank', () => {
  it('lets a payout be sent where it is the merchant’s, for a day', () => {
    const known = holds('OBI ADA');
    expect(requires(known)).toBeUndefined();
    expect(isNameKnown(known, NOW + CHECKED_MS - 1)).toBe(true);
    expect(requires(known, { now: NOW + CHECKED_MS })).toEqual({ needs: 'look', what: 'the name enquiry' });
  });

  it('of another person holds it, refuses it, or lets it go, as the policy says', () => {
    const known = holds('MUSA BELLO');
    const because = 'the bank has MUSA BELLO, the merchant Ada Obi';
    expect(requires(known)).toEqual({ needs: 'release', hold: 'name-mismatch', because });
    expect(requires(known, { policy: 'refuse' })).toHaveProperty('refused');
    expect(requires(known, { policy: 'accept' })).toBeUndefined();
    const released = [{ hold: 'name-mismatch', because }] as const;
    expect(requires(known, { released })).toBeUndefined();
    // a person released one name, and no other
    expect(requires(holds('BALA OKORO'), { released })).toMatchObject({ needs: 'release' });
  });

  it('is not known by a reply about another account, and an account that the bank does not know is refused', () => {
    expect(requires(holds('ADA OBI', '0100000002'))).toMatchObject({ needs: 'look' });
    const unknown = nameLearned(ACCOUNT, { kind: 'not-found', message: 'no such account' }, AT);
    expect(requires(unknown)).toHaveProperty('refused');
  });
});
