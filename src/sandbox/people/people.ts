import { type BankAccount } from '../types/bank-account.js';

const FIRST = [
  'Adaeze',
  'Bashir',
  'Chidi',
  'Damilola',
  'Ebele',
  'Funke',
  'Garba',
  'Halima',
  'Ifeoma',
  'Jide',
];
const MIDDLE = ['Amara', 'Bolaji', 'Chukwudi', 'Damola', 'Efe', 'Folake', 'Gbenga', 'Hauwa'];
const LAST = [
  'Adeyemi',
  'Bello',
  'Chukwu',
  'Danjuma',
  'Eze',
  'Fashola',
  'Gwarzo',
  'Ibrahim',
  'Nwosu',
  'Okafor',
  'Sule',
];

/** The default payer of the bank simulator. */
export const USUAL_PAYER: BankAccount = {
  bankCode: '058',
  accountNumber: '0100000001',
  accountName: personOf(1),
};

/**
 * At every bank the numbers 0100000000 to 0100099999 exist: enough for a large payroll, with the same name for the
 * same number at every bank. Name enquiry does not find any other number.
 */
const PERSONAL_ACCOUNT = /^01000(\d{5})$/;

export function holderOf(accountNumber: string): string | undefined {
  const [, digits] = PERSONAL_ACCOUNT.exec(accountNumber) ?? [];
  return digits === undefined ? undefined : personOf(Number(digits));
}

export function personOf(index: number): string {
  const first = FIRST[index % FIRST.length] ?? '';
  const middle = MIDDLE[Math.floor(index / FIRST.length) % MIDDLE.length] ?? '';
  const last = LAST[(index * 7 + Math.floor(index / 40)) % LAST.length] ?? '';
  return `${first} ${middle} ${last}`.toUpperCase();
}
