import { type Taken, takenEach } from '../newer-rules.js';
import { highestOf } from '../movement/amounts.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';
import { CREDIT_VERSIONS } from './versions.js';

/** Each credit of which something is open is judged by itself; what is put away was sent. */
export function takeRules(account: ReservedAccountSnapshot, version: number): Taken<ReservedAccountSnapshot> {
  const { entries, differences } = takenEach(account, account.open ?? [], version, {
    name: ({ transactionReference }) => `credit ${transactionReference}`,
    viewBy: (known, by) => ({ amountKobo: CREDIT_VERSIONS.of(by).countedOf(known) }),
    atRisk: ({ told, movement }) => highestOf(told, movement.proven),
  });
  return { part: account.open ? { open: entries } : {}, differences };
}
