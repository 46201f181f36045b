import { type Kobo, toNaira, ZERO } from '../../src/domain/money.js';
import { showUnread } from '../../src/domain/compare/unread.js';
import { ofEvidence } from '../../src/domain/lifecycle/review.js';
import type { InvoiceAttachedEvent } from '../../src/domain/lifecycle/events/invoice-attached.js';
import type { RejectedPaymentEvent } from '../../src/domain/lifecycle/events/rejected-payment.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { afterEnd } from '../../src/domain/refund/by-policy.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { toRejectionView } from '../../src/domain/collection/rejection-view.js';
import {
  type Changed,
  changeCredit,
  type CreditRules,
  type DueWebhook,
} from '../../src/domain/reserved-account/change-credit.js';
import { type DerivedItems, itemsAfter } from '../../src/domain/reserved-account/credit-items.js';
import { takeRules } from '../../src/domain/reserved-account/newer-rules.js';
import { createEndedCredits } from '../../src/domain/reserved-account/ended-credits.js';
import { accountWithEvidence } from '../../src/domain/reserved-account/from-earlier-version.js';
import { heldOf } from '../../src/domain/reserved-account/holdings.js';
import {
  type KnownCredit,
  newCredit,
  wanted,
  withRefunds,
} from '../../src/domain/reserved-account/known-credit.js';
import { toChangedCredit, toCreditView } from '../../src/domain/reserved-account/view.js';
import {
  ACCOUNT_TRANSITIONS,
  type AttachedInvoice,
  isOpen,
  type ReservedAccountSnapshot,
  type ReservedAccountTerms,
} from '../../src/domain/reserved-account/reserved-account.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import {
  addReported,
  forgottenUntil,
  hashesIn,
  packReported,
  reportedHash,
} from '../../src/domain/reserved-account/reported-credits.js';
import { clearJudged } from '../shared/run/rules.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { describeAccount } from './details.js';
import type { SweepAnswer } from './messages.js';

function boundsIn({ refundedKobo: least, mostKobo: most = least, order }: RefundEndedEvent) {
  // a report of an earlier version has no order: the highest sum counts
  const [epoch, sequence] = order ?? [0, least];
  return { least, most, order: [0, epoch, sequence] } as const;
}

export type Account = ReturnType<typeof createAccount>;

const INVOICES_KEPT = 200;
const OPEN_INVOICES_KEPT = 500;
/** What is kept to recognise credits is for the account itself. */
const withoutMemory = (snapshot: ReservedAccountSnapshot): ReservedAccountSnapshot => ({
  ...snapshot,
  reported: [],
  open: [],
  ended: '',
});

export function newSnapshot(terms: ReservedAccountTerms, at: string): ReservedAccountSnapshot {
  const { bvn, nin, incomeSplit = [], allowedSources: allowed } = terms;
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'reserved-account',
    terms,
    accounts: [],
    identity: { ...(bvn !== undefined && { bvn }), ...(nin !== undefined && { nin }) },
    sources: { restricted: allowed !== undefined, ...(allowed && { allowed }) },
    incomeSplit,
    credits: [],
    open: [],
    ended: '',
    credited: { count: 0, sumKobo: ZERO },
    reported: [],
    forgottenUntil: '',
    invoices: [],
  };
}

export function createAccount(begun: ReservedAccountSnapshot) {
  const initial = accountWithEvidence(begun);
  const record = createLifecycleState<ReservedAccountSnapshot>(initial, {
    describe: describeAccount,
    allowedTransitions: ACCOUNT_TRANSITIONS,
    worth: ({ credits }) => credits.at(-1)?.amountKobo ?? ZERO,
    // a webhook is about one credit; the others were already reported, and the stored keys are internal
    inWebhooks: (snapshot) => ({ ...withoutMemory(snapshot), credits: [], seen: [] }),
    readable: withoutMemory,
    packed: (snapshot) => ({ ...snapshot, reported: packReported(snapshot.reported) }),
    passing: ['DEALLOCATING'],
  });
  const { snapshot, change } = record;
  let swept: SweepAnswer = { found: 0 };
  // built once per run, when first needed
  let hashes: Set<string> | undefined;
  const reportedHashes = () => (hashes ??= hashesIn(snapshot().reported));
  const ended = createEndedCredits(initial.ended ?? '');
  const derived: DerivedItems = new WeakMap();

  const isHashed = (key: string) => reportedHashes().has(reportedHash(key));

  function markReported(key: string): void {
    const hash = reportedHash(key);
    if (reportedHashes().has(hash)) return;
    reportedHashes().add(hash);
    const { reported: was, forgottenUntil: until } = snapshot();
    const reported = addReported(was, hash, Date.now());
    change({ reported, forgottenUntil: forgottenUntil(until, was, reported) });
  }

  const openCredits = () => snapshot().open ?? [];
  const findOpen = (key: string) => openCredits().find((each) => each.transactionReference === key);
  /** What is known of a credit; undefined of one that was never seen, or whose amount was forgotten. */
  const findCredit = (key: string) => findOpen(key) ?? ended.find(key);

  const wasReported = (key: string) => isHashed(key) || (findCredit(key)?.sent ?? 0) > 0;

  /** Keeps what is known of a credit, and returns the webhooks that follow. Items end and appear by themselves. */
  const keepCredit = (credit: KnownCredit, rules: CreditRules) => keepCredits([credit], rules);

  function keepCredits(credits: readonly KnownCredit[], rules: CreditRules): readonly WebhookDraft[] {
    const kept = credits.map((credit) => keepOne(credit, rules));
    const changed = [...credits, ...kept.flatMap(({ ended: over }) => over)];
    showItems({ changed, notKept: kept.flatMap((each) => each.notKept) }, rules);
    return kept.flatMap(({ due }) => due.map(toWebhook));
  }

  function showItems(
    of: Readonly<Record<'changed' | 'notKept', readonly KnownCredit[]>>,
    rules: CreditRules,
  ): void {
    const { review, policyRefunds } = snapshot();
    const all = { ...of, open: openCredits() };
    record.setItems(itemsAfter(review, all, { ...rules, policyRefunds }, timestamp()));
  }

  function keepOne(credit: KnownCredit, rules: CreditRules): Changed {
    const changed = changeCredit(snapshot(), credit, rules);
    change(changed.part);
    changed.ended.forEach((each) => ended.add(each));
    if (changed.ended.length > 0) change({ ended: ended.text() });
    if (changed.due.length > 0) markReported(credit.transactionReference);
    clearJudged(record, openCredits());
    return changed;
  }

  function toWebhook({ news, effect, credit, before }: DueWebhook): WebhookDraft {
    const view = before > ZERO ? toChangedCredit(credit, before) : toCreditView(credit);
    return { type: `reserved-account.${news}`, effect, about: { ...unexpectedFlag(), credit: view } };
  }

  /** Forgets what belongs to another lifecycle, unless another event has arrived about it meanwhile. */
  function dropCredit(credit: KnownCredit, rules: CreditRules): void {
    const { transactionReference, key } = credit;
    const isIt = (each: KnownCredit) =>
      each.transactionReference === transactionReference && each.key === key;
    change({ open: openCredits().filter((each) => !isIt(each)) });
    showItems({ changed: [credit], notKept: [] }, rules);
  }

  /** A refund of one of its credits ended; the webhooks for the merchant. */
  function recordRefund(event: RefundEndedEvent, rules: CreditRules): readonly WebhookDraft[] {
    const { refundReference, transactionReference, amountKobo, state, reason } = event;
    const policyRefunds = afterEnd(snapshot().policyRefunds, refundReference, state);
    if (policyRefunds) change({ policyRefunds });
    // of what was refunded before an event told of it, merchants were sent nothing yet; unless that is forgotten
    const isUnknown = state === 'COMPLETED' && !wasReported(transactionReference) && !ended.isFull();
    const known =
      findCredit(transactionReference) ??
      (isUnknown ? wanted(newCredit(transactionReference, event.key)) : undefined);
    const credit = known && withRefunds(known, boundsIn(event));
    if (state !== 'COMPLETED') {
      if (!credit) return [];
      const note = `refund ${refundReference} is ${state}: ${reason}`;
      // who dismissed it saw that its refund was under way
      const says = credit.late?.says === 'dismissed' ? 'refund' : credit.late?.says;
      const late = credit.late && says && policyRefunds && { ...credit.late, says, note };
      // what it may have returned explained a record that says REFUNDED
      return keepCredit(wanted({ ...credit, ...(late && { late }) }), rules);
    }
    const refund = {
      reference: refundReference,
      transactionReference,
      amount: toNaira(amountKobo),
      amountKobo,
    };
    const about = { refund };
    return [
      { type: 'reserved-account.refunded', effect: `refund:${refundReference}`, about },
      ...(credit ? keepCredit(credit, rules) : []),
    ];
  }

  function reject(event: RejectedPaymentEvent): readonly WebhookDraft[] {
    const key = `rejected:${event.transactionReference}`;
    if (isHashed(key)) return [];
    markReported(key);
    const about = { ...unexpectedFlag(), rejection: toRejectionView(event) };
    return [{ type: 'reserved-account.payment-rejected', effect: key, about }];
  }

  /** The first webhook of an account that was not created here says so. */
  function unexpectedFlag() {
    const { unexpected, sequence } = snapshot();
    return unexpected && sequence === 0 ? { unexpected } : {};
  }

  /**
   * Keeps all open invoices as far as possible: of one that is no longer kept, the owner of a transaction must be looked up. What
   * it pays may have been reported as a credit before it could announce itself. Its own record may name another transaction than at
   * its creation: both are its own.
   */
  function attach(
    { invoiceReference, transactionReference, key }: Omit<InvoiceAttachedEvent, 'kind' | 'eventType'>,
    rules: CreditRules,
  ): readonly WebhookDraft[] {
    const { invoices } = snapshot();
    const isNamed = (known: AttachedInvoice) =>
      known.invoiceReference === invoiceReference && known.transactionReference === transactionReference;
    if (invoices.some(isNamed)) return [];
    const all = [...invoices, { invoiceReference, transactionReference }];
    const over = all.filter((known) => known.over).slice(-INVOICES_KEPT);
    const open = all.filter((known) => !known.over).slice(-OPEN_INVOICES_KEPT);
    const kept = [...over, ...open];
    change({ invoices: kept, ...(kept.length < all.length && { invoicesDropped: true }) });
    if (!wasReported(transactionReference)) return [];
    const credit = findCredit(transactionReference) ?? {
      ...newCredit(transactionReference, key),
      old: 'reported' as const,
    };
    return keepCredit({ ...credit, atInvoice: invoiceReference }, rules);
  }

  /** What the last sweep found. What the listing has and does not show is for a person, until a sweep has read it. */
  function setSweepResult({ found, unread }: SweepAnswer): void {
    swept = { found, ...(unread && { unread }) };
    if (unread) {
      const reason = `the gateway's listing of its payments was not read as a whole: ${showUnread(unread)}`;
      record.raiseUndecided(
        ofEvidence({ kind: 'incomplete-comparison', reason, atRiskKobo: ZERO }, showUnread(unread)),
      );
    } else record.clear(({ kind }) => kind === 'incomplete-comparison');
  }

  function changeInvoices(
    isMeant: (known: AttachedInvoice) => boolean,
    part: Partial<AttachedInvoice>,
  ): void {
    const invoices = snapshot().invoices.map((known) => (isMeant(known) ? { ...known, ...part } : known));
    change({ invoices });
  }

  return {
    ...record,
    derived,
    takeRules: (version: number) => takeRules(snapshot(), version),
    setSweepResult,
    lastSweep: () => swept,
    openCredits,
    findCredit,
    wasReported,
    heldOf: (key: string) => heldOf(key, findCredit(key), wasReported(key)),
    keepCredit,
    keepCredits,
    dropCredit,
    reject,
    recordRefund,
    attach,
    /** Stops waiting for this invoice. */
    detach: (invoiceReference: string) =>
      changeInvoices((known) => known.invoiceReference === invoiceReference, { over: true }),
    /** Sets how much money of this transaction was forwarded. */
    setForwarded: (transactionReference: string, forwardedKobo: Kobo) =>
      changeInvoices((known) => known.transactionReference === transactionReference, { forwardedKobo }),
    /** How much money of this transaction was forwarded. */
    forwardedOn: (transactionReference: string) =>
      snapshot().invoices.find((known) => known.transactionReference === transactionReference)?.forwardedKobo,
    draft: (): WebhookDraft => ({ type: `reserved-account.${inWords(snapshot().state)}` }),
    isOpen: () => isOpen(snapshot().state),
    isAnswerable: () => snapshot().state !== 'PENDING' || snapshot().review.length > 0,
  };
}
