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

/** The payer of the bank simulator when nobody else is named. */
export const USUAL_PAYER: BankAccount = {
  bankCode: '058',
  accountNumber: '0100000001',
  accountName: personOf(1),
};

/**
 * At every bank the numbers 0100000000 to 0100099999 belong to somebody: enough people for a large payroll,
 * and the same name for the same number everywhere. Any other number is unknown, as invented ones are.
 */
const INHABITED = /^01000(\d{5})$/;

export function holderOf(accountNumber: string): string | undefined {
  const [, digits] = INHABITED.exec(accountNumber) ?? [];
  return digits === undefined ? undefined : personOf(Number(digits));
}

export function personOf(index: number): string {
  const first = FIRST[index % FIRST.length] ?? '';
  const middle = MIDDLE[Math.floor(index / FIRST.length) % MIDDLE.length] ?? '';
  const last = LAST[(index * 7 + Math.floor(index / 40)) % LAST.length] ?? '';
  return `${first} ${middle} ${last}`.toUpperCase();
}
