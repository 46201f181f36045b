import type { PartSnapshot } from '../../../src/domain/batch/batch-part.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import { newPayout } from '../../../src/domain/payout/payout.js';
import { type Sample, START, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const snapshot: PartSnapshot = {
    ...beginning('IN_PROGRESS', 'sent to the gateway', START),
    sequence: 1,
    lifecycle: 'batch-part',
    terms: {
      reference: 'payroll-january/1',
      batch: 'payroll-january',
      part: 1,
      title: 'Salaries January',
      onValidationFailure: 'CONTINUE',
      rows: [
        {
          n: 1,
          merchantReference: 'staff-1',
          amountKobo: kobo(5_000_00),
          bankCode: '058',
          accountNumber: '0123456789',
          accountName: 'Ada Obi',
          narration: 'Salary January',
        },
      ],
    },
    rows: [{ state: 'PENDING' }],
    request: { ...newPayout({ asked: kobo(5_000_00) }), state: 'PENDING', reason: 'sent to the gateway' },
    version: 1,
    reported: 1,
    sentAt: START,
  };
  return { snapshot, ...withAbout(name) };
}
