import { stamp } from './times.js';
import { type World } from '../world.js';

const padded = (serial: number, digits: number): string =>
  String(serial).padStart(digits, '0').slice(-digits);

/** MNFY|NN|yyyyMMddHHmmss|NNNNNN, counted from a number derived from the seed: two sandboxes do not issue the same one in the same second. */
export function transactionReference({ store, clock, seed }: World): string {
  const serial = Number(seed.digits('first transaction', 6)) + store.next('transaction');
  return `MNFY|${padded(serial % 90, 2)}|${stamp(clock.now())}|${padded(serial, 6)}`;
}

/** The interbank session of one transfer: sending institution, time, serial; thirty digits. */
export function sessionId({ store, clock }: World, nipCode: string): string {
  return `${nipCode}${stamp(clock.now()).slice(2)}${padded(store.next('session'), 12)}`;
}

/** Hex digits that look random and repeat with the same seed. */
export function hex({ store, seed }: World, digits: number): string {
  return seed.hex(`hex ${store.next('hex')}`, digits);
}

export const cardTokenOf = (world: World): string => `MNFY_${hex(world, 32)}`;

/** Twenty capitals and digits: settlements and reservations. */
export function longReference({ store, seed }: World): string {
  return seed.capitals(`long reference ${store.next('long-reference')}`, 20);
}

/** MFDS or MFDB, three digits, the time, six digits and six letters: transfers and batches. */
export function payoutReference({ store, seed, clock }: World, prefix: 'MFDS' | 'MFDB'): string {
  const serial = store.next('payout');
  const tail = seed.capitals(`payout ${serial}`, 6);
  return `${prefix}${padded(serial % 900, 3)}${stamp(clock.now())}${padded(serial, 6)}${tail}`;
}

/** The funding of a merchant's wallet: the time and a serial. */
export function fundingReference({ store, clock }: World): string {
  return `WFND${stamp(clock.now())}${padded(store.next('funding'), 6)}`;
}

/** MNFY|yyyyMMddHHmmss|NNNNNN, the older form that debits still have. */
export function debitReference({ store, clock }: World): string {
  return `MNFY|${stamp(clock.now())}|${padded(store.next('transaction'), 6)}`;
}

/** A payment reference where the merchant gave none. */
export function generatedPaymentReference({ store }: World): string {
  return `MNFY|PAYREF|GENERATED|${padded(store.next('payment-reference') + 1_750_000_000_000_000, 19)}`;
}

export function mandateCode({ store, seed }: World): string {
  return `MTDD|01${seed.capitals(`mandate ${store.next('mandate')}`, 24)}`;
}

export function subAccountCode({ store, seed }: World): string {
  return `MFY_SUB_${seed.digits(`sub account ${store.next('sub-account')}`, 12)}`;
}

export function billReference({ store, clock }: World): string {
  const serial = store.next('bill').toString(16).toUpperCase();
  return `MFBP${stamp(clock.now()).slice(2)}${serial.padStart(4, '0').slice(-4)}`;
}
