import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import type {
  ReservedAccountSnapshot,
  ReservedAccountState,
} from '../../../src/domain/reserved-account/reserved-account.js';
import { toChangedCredit, toCreditView } from '../../../src/domain/reserved-account/view.js';
import { ADA, ASKED, CAME, named, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

const ENDS: readonly ReservedAccountState[] = ['DEALLOCATED', 'REFUSED', 'FAILED'];

export function sampleOf(name: string): Sample {
  const isCredit = name.startsWith('credit');
  const isNow = name !== 'credit-reversed';
  const state = named(ENDS, name) ?? (name === 'credited-after-end' ? 'DEALLOCATED' : 'ACTIVE');
  const snapshot: ReservedAccountSnapshot = {
    ...beginning<ReservedAccountState>(state, `the gateway says ${state}`, START),
    sequence: 1,
    lifecycle: 'reserved-account',
    terms: {
      reference: 'customer-7',
      kind: 'general',
      accountName: 'Ada Obi',
      currency: 'NGN',
      customer: ADA,
    },
    accounts: [
      { accountNumber: '6254727989', accountName: 'Ada Obi', bankCode: '50515', bankName: 'Moniepoint' },
    ],
    identity: {},
    sources: { restricted: false },
    incomeSplit: [],
    credits: [],
    credited: { count: isCredit && isNow ? 1 : 0, sumKobo: isCredit && isNow ? ASKED : kobo(0) },
    reported: [],
    invoices: [],
  };
  const now = { transactionReference: TRANSACTION, at: CAME, amountKobo: isNow ? ASKED : kobo(0) };
  const credit = name.startsWith('credited')
    ? toCreditView(now)
    : toChangedCredit(now, isNow ? kobo(1_000_00) : ASKED);
  return isCredit ? { snapshot, about: { credit } } : { snapshot, ...withAbout(name) };
}
