import type { Progress, Source } from './record.js';

type Words = Readonly<Partial<Record<Progress, readonly string[]>>>;

/** The gateway's words, by how far money got with each. */
const WORDS: Readonly<Record<Source, Words>> = {
  transactions: {
    moved: ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'UNDERPAID'],
    returned: ['REVERSED'],
    refunded: ['REFUNDED'],
    none: ['EXPIRED', 'FAILED', 'CANCELLED', 'ABANDONED'],
    pending: ['PENDING'],
  },
  transfers: {
    moved: ['SUCCESS', 'COMPLETED'],
    returned: ['REVERSED'],
    none: ['FAILED', 'EXPIRED'],
    pending: [
      'PENDING',
      'PENDING_AUTHORIZATION',
      'OTP_EMAIL_DISPATCH_FAILED',
      'PENDING_BATCH_AUTHORIZATION',
      'AWAITING_PROCESSING',
      'IN_PROGRESS',
    ],
  },
  refunds: { moved: ['COMPLETED'], none: ['FAILED'], pending: ['PENDING', 'IN_PROGRESS'] },
  // a mandate that can be debited
  mandates: {
    moved: ['ACTIVE', 'ACTIVATED', 'SUSPENDED'],
    none: ['AUTHORIZATION_EXPIRED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REJECTED'],
    pending: ['INITIATED', 'PENDING', 'PENDING_AUTHORIZATION', 'PENDING_ACTIVATION'],
  },
  debits: { moved: ['PAID', 'SUCCESS', 'SUCCESSFUL'], none: ['FAILED'], pending: ['PENDING'] },
  bills: { moved: ['SUCCESS'], none: ['FAILED'], pending: ['PENDING', 'IN_PROGRESS'] },
  paycodes: { moved: ['SUCCESS', 'COMPLETED'], none: ['EXPIRED', 'CANCELLED'], pending: ['PENDING'] },
};

const ALL = ['moved', 'returned', 'refunded', 'none', 'pending'] as const;

/** How far money got by the gateway's word; `unclear` where Oware does not know the word. */
export function progressOfWord(source: Source, word: string): Progress | 'unclear' {
  const words = WORDS[source];
  return ALL.find((progress) => words[progress]?.includes(word)) ?? 'unclear';
}
