import type { Credit } from '../../src/domain/credit.js';
import { type Kobo, showNaira, sum, ZERO } from '../../src/domain/money.js';
import type { InvoiceAttachedNews, RejectionNews } from '../../src/domain/news.js';
import { inWords } from '../../src/domain/notice.js';
import { actionFor, type Policies } from '../../src/domain/policy.js';
import { toRejectionView } from '../../src/domain/rejection-view.js';
import { toCreditView } from '../../src/domain/reserved-account-view.js';
import {
  isOpen,
  type ReservedAccountSnapshot,
  type ReservedAccountTerms,
} from '../../src/domain/reserved-account.js';
import { type Attention, beginning } from '../../src/domain/story.js';
import { isForgotten, isTold, noteTold } from '../../src/domain/told.js';
import { createRecord, timestamp } from '../shared/record.js';
import type { Tale } from '../shared/story.js';
import { describeAccount } from './details.js';

export type Account = ReturnType<typeof createAccount>;

/** Reads show the newest ones; the gateway's listing has them all. */
const CREDITS_KEPT = 50;
const INVOICES_KEPT = 50;
const DOUBTS_KEPT = 20;

export function newSnapshot(terms: ReservedAccountTerms, at: string): ReservedAccountSnapshot {
  const { bvn, nin, incomeSplit = [], allowedSources: allowed } = terms;
  return {
    ...beginning('PENDING', 'the merchant asked for it', at),
    story: 'reserved-account',
    terms,
    accounts: [],
    identity: { ...(bvn !== undefined && { bvn }), ...(nin !== undefined && { nin }) },
    sources: { restricted: allowed !== undefined, ...(allowed && { allowed }) },
    incomeSplit,
    credits: [],
    credited: { count: 0, sumKobo: ZERO },
    told: [],
    invoices: [],
  };
}

/** A person may have several things to look at: none hides the others, and what is at risk adds up. */
function joinDoubts(before: Attention | undefined, given: Attention): Attention {
  const seen = given.evidence ?? [{ at: timestamp(), saw: given.reason }];
  return {
    ...given,
    kind: before?.kind === 'needs-review' ? before.kind : given.kind,
    atRiskKobo: sum(before?.atRiskKobo ?? ZERO, given.atRiskKobo),
    evidence: [...(before?.evidence ?? []), ...seen].slice(-DOUBTS_KEPT),
  };
}

export function createAccount(initial: ReservedAccountSnapshot) {
  const record = createRecord<ReservedAccountSnapshot>(initial, {
    describe: describeAccount,
    worth: ({ credits }) => credits.at(-1)?.amountKobo ?? ZERO,
    // a notice is about one credit; the others have been told, and thousands of keys are nobody's business
    tellable: (snapshot) => ({ ...snapshot, credits: [], told: [] }),
    passing: ['DEALLOCATING'],
    join: joinDoubts,
  });
  const { snapshot, change, raise, settle } = record;

  const hasTold = (key: string) => isTold(snapshot().told, key);
  const noteAsTold = (key: string) => change({ told: noteTold(snapshot().told, key, Date.now()) });

  const doubt = (reason: string, atRiskKobo: Kobo) => {
    raise({ kind: 'needs-review', reason, atRiskKobo });
  };

  /** What the merchant must hear of it; nothing when it was told before, or so long ago that nobody knows. */
  function credit(came: Credit, policies: Policies): Tale | undefined {
    const { transactionReference: key, amountKobo, at } = came;
    if (hasTold(key) || (at !== undefined && isForgotten(at, Date.now()))) return undefined;
    const { credits, credited, state } = snapshot();
    noteAsTold(key);
    change({
      credits: [...credits, came].slice(-CREDITS_KEPT),
      credited: { count: credited.count + 1, sumKobo: sum(credited.sumKobo, amountKobo) },
    });
    settleDoubtOf(key);
    const isLate = !isOpen(state);
    if (isLate && actionFor(policies.late, amountKobo) === 'hold') {
      const reason = `${showNaira(amountKobo)} came on ${key} while the account was ${state}`;
      raise({ kind: 'held-late', reason, atRiskKobo: amountKobo });
    }
    const type = isLate ? 'reserved-account.credited-after-end' : 'reserved-account.credited';
    return { type, effect: `credit:${key}`, about: { ...surprise(), credit: toCreditView(came) } };
  }

  /** The only thing that a person had to look at has turned out to be true. */
  function settleDoubtOf(key: string): void {
    const { attention } = snapshot();
    const isAlone = attention?.evidence?.length === 1;
    if (isAlone && attention.kind === 'needs-review' && attention.reason.includes(key)) settle();
  }

  function reject(news: RejectionNews): Tale | undefined {
    const key = `rejected:${news.transactionReference}`;
    if (hasTold(key)) return undefined;
    noteAsTold(key);
    const about = { ...surprise(), rejection: toRejectionView(news) };
    return { type: 'reserved-account.payment-rejected', effect: key, about };
  }

  /** The first notice of an account that nobody had asked for says so. */
  function surprise() {
    const { unexpected, sequence } = snapshot();
    return unexpected && sequence === 0 ? { unexpected } : {};
  }

  function attach({ invoiceReference, transactionReference }: InvoiceAttachedNews): void {
    const others = snapshot().invoices.filter((known) => known.invoiceReference !== invoiceReference);
    change({ invoices: [...others, { invoiceReference, transactionReference }].slice(-INVOICES_KEPT) });
  }

  /** Nothing more is awaited for this invoice. */
  function detach(invoiceReference: string): void {
    const invoices = snapshot().invoices.map((known) =>
      known.invoiceReference === invoiceReference ? { ...known, over: true as const } : known,
    );
    change({ invoices });
  }

  return {
    ...record,
    doubt,
    credit,
    reject,
    attach,
    detach,
    hasTold,
    noteAsTold,
    tale: (): Tale => ({ type: `reserved-account.${inWords(snapshot().state)}` }),
    isOpen: () => isOpen(snapshot().state),
    isAnswerable: () => snapshot().state !== 'PENDING',
  };
}
