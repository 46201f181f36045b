import type { Credit } from '../../src/domain/reserved-account/credit.js';
import { type Kobo, showNaira, subtract, toNaira, totalOf, ZERO } from '../../src/domain/money.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import type { InvoiceAttachedEvent } from '../../src/domain/lifecycle/events/invoice-attached.js';
import type { RejectedPaymentEvent } from '../../src/domain/lifecycle/events/rejected-payment.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { actionFor } from '../../src/domain/collection/policy.js';
import { afterEnd, withPolicyRefund } from '../../src/domain/refund/by-policy.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import type { Settings } from '../../src/config/settings.js';
import { toRejectionView } from '../../src/domain/collection/rejection-view.js';
import { toCreditView } from '../../src/domain/reserved-account/view.js';
import {
  ACCOUNT_TRANSITIONS,
  type AttachedInvoice,
  isOpen,
  type ReservedAccountSnapshot,
  type ReservedAccountTerms,
} from '../../src/domain/reserved-account/reserved-account.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import {
  hashesIn,
  addReported,
  packReported,
  reportedHash,
} from '../../src/domain/reserved-account/reported-credits.js';
import { createLifecycleState } from '../shared/run/state.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { describeAccount } from './details.js';

export type Account = ReturnType<typeof createAccount>;

/** The snapshot holds the newest ones; the gateway's listing has them all. */
const CREDITS_KEPT = 50;
const INVOICES_KEPT = 50;
const OPEN_INVOICES_KEPT = 500;
const DOUBTS = ['unproven-event', 'identity-mismatch', 'unreadable-record'];

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
    credited: { count: 0, sumKobo: ZERO },
    reported: [],
    invoices: [],
  };
}

export function createAccount(initial: ReservedAccountSnapshot) {
  const record = createLifecycleState<ReservedAccountSnapshot>(initial, {
    describe: describeAccount,
    allowedTransitions: ACCOUNT_TRANSITIONS,
    worth: ({ credits }) => credits.at(-1)?.amountKobo ?? ZERO,
    // a webhook is about one credit; the others were already reported, and the stored keys are internal
    inWebhooks: (snapshot) => ({ ...snapshot, credits: [], reported: [], seen: [] }),
    readable: (snapshot) => ({ ...snapshot, reported: [] }),
    packed: (snapshot) => ({ ...snapshot, reported: packReported(snapshot.reported) }),
    passing: ['DEALLOCATING'],
  });
  const { snapshot, change, raise, clear } = record;
  let found = 0;
  // built once per run, when first needed
  let hashes: Set<string> | undefined;
  const reportedHashes = () => (hashes ??= hashesIn(snapshot().reported));

  const hasReported = (key: string) => reportedHashes().has(reportedHash(key));

  function markReported(key: string): void {
    const hash = reportedHash(key);
    if (reportedHashes().has(hash)) return;
    reportedHashes().add(hash);
    change({ reported: addReported(snapshot().reported, hash, Date.now()) });
  }

  /** Adds a credit; returns its webhook, or undefined when it was reported before. */
  function addCredit(
    came: Credit,
    { policies, refundMinKobo: minKobo }: Pick<Settings, 'policies' | 'refundMinKobo'>,
  ): WebhookDraft | undefined {
    const { transactionReference: key, amountKobo } = came;
    if (hasReported(key)) return undefined;
    const { credits, credited, state } = snapshot();
    markReported(key);
    change({
      credits: [...credits, came].slice(-CREDITS_KEPT),
      credited: { count: credited.count + 1, sumKobo: totalOf(credited.sumKobo, amountKobo) },
    });
    // the credit proves the doubtful item
    clear((item) => DOUBTS.some((kind) => item.key === `${kind}:${key}`));
    const isLate = !isOpen(state);
    const action = isLate ? actionFor(policies.late, amountKobo) : 'accept';
    if (action !== 'accept') {
      const asked = action === 'refund' ? askBack(came, minKobo) : '';
      const reason = `${showNaira(amountKobo)} arrived on ${key} while the account was ${state}${asked}`;
      raise({ kind: 'paid-late', subject: key, reason, atRiskKobo: amountKobo });
    }
    const type = isLate ? 'reserved-account.credited-after-end' : 'reserved-account.credited';
    return { type, effect: `credit:${key}`, about: { ...unexpectedFlag(), credit: toCreditView(came) } };
  }

  /** Asks for a refund of a late credit, if the gateway would accept it. */
  function askBack(payment: Credit, minKobo: Kobo): string {
    const { terms, policyRefunds: before, unexpected } = snapshot();
    const asked = { payment, amountKobo: payment.amountKobo, cause: 'late', minKobo };
    const policyRefunds = unexpected ? undefined : withPolicyRefund(before, terms.reference, asked);
    if (!policyRefunds) return '';
    change({ policyRefunds });
    return `; refund ${policyRefunds.at(-1)?.refundReference} was requested`;
  }

  /** A refund of one of its credits ended; the webhook for the merchant. */
  function recordRefund(event: RefundEndedEvent): WebhookDraft | undefined {
    const { refundReference, transactionReference, amountKobo, state, reason, refundedKobo } = event;
    const policyRefunds = afterEnd(snapshot().policyRefunds, refundReference, state);
    if (policyRefunds) change({ policyRefunds });
    const held = snapshot().review.find(({ key }) => key === `paid-late:${transactionReference}`);
    if (state !== 'COMPLETED') {
      const why = `refund ${refundReference} is ${state}: ${reason}`;
      if (held && policyRefunds) {
        raise({ kind: 'paid-late', subject: transactionReference, reason: why, atRiskKobo: held.atRiskKobo });
      }
      return undefined;
    }
    const credits = snapshot().credits.map((credit) =>
      credit.transactionReference === transactionReference ? { ...credit, refundedKobo } : credit,
    );
    change({ credits });
    if (held && refundedKobo >= held.atRiskKobo) clear(({ key }) => key === held.key);
    const refund = {
      reference: refundReference,
      transactionReference,
      amount: toNaira(amountKobo),
      amountKobo,
    };
    return { type: 'reserved-account.refunded', effect: `refund:${refundReference}`, about: { refund } };
  }

  function reject(event: RejectedPaymentEvent): WebhookDraft | undefined {
    const key = `rejected:${event.transactionReference}`;
    if (hasReported(key)) return undefined;
    markReported(key);
    const about = { ...unexpectedFlag(), rejection: toRejectionView(event) };
    return { type: 'reserved-account.payment-rejected', effect: key, about };
  }

  /** The first webhook of an account that was not created here says so. */
  function unexpectedFlag() {
    const { unexpected, sequence } = snapshot();
    return unexpected && sequence === 0 ? { unexpected } : {};
  }

  /**
   * Keeps all open invoices as far as possible: money for a forgotten one would be reported as the account's
   * own.
   */
  function attach({ invoiceReference, transactionReference }: InvoiceAttachedEvent): void {
    if (hasReported(transactionReference)) raiseReportedTwice(invoiceReference, transactionReference);
    const others = snapshot().invoices.filter((known) => known.invoiceReference !== invoiceReference);
    const all = [...others, { invoiceReference, transactionReference }];
    const over = all.filter((known) => known.over).slice(-INVOICES_KEPT);
    const open = all.filter((known) => !known.over);
    const isTooMany = open.length > OPEN_INVOICES_KEPT;
    change({
      invoices: [...over, ...open.slice(-OPEN_INVOICES_KEPT)],
      ...(isTooMany && { invoicesDropped: true }),
    });
  }

  /** An event that reports more than the credit had is no credit of its own, and must not be dropped either. */
  function compareReported({ transactionReference, amountKobo }: CollectionEvent): void {
    const credit = snapshot().credits.find((each) => each.transactionReference === transactionReference);
    if (!credit || amountKobo <= credit.amountKobo) return;
    const [known, now] = [showNaira(credit.amountKobo), showNaira(amountKobo)];
    const reason = `an event reports ${now} on ${transactionReference}, which was reported with ${known}`;
    const atRiskKobo = subtract(amountKobo, credit.amountKobo);
    raise({ kind: 'unproven-event', subject: `${transactionReference}:${amountKobo}`, reason, atRiskKobo });
  }

  /** The invoice was created, and paid, before it could announce itself. */
  function raiseReportedTwice(invoiceReference: string, transactionReference: string): void {
    const credit = snapshot().credits.find((each) => each.transactionReference === transactionReference);
    raise({
      kind: 'conflicting-records',
      subject: transactionReference,
      reason: `${transactionReference} was reported as a credit, and pays invoice ${invoiceReference}: count it once`,
      atRiskKobo: credit?.amountKobo ?? ZERO,
    });
  }

  function changeInvoice(invoiceReference: string, part: Partial<AttachedInvoice>): void {
    const invoices = snapshot().invoices.map((known) =>
      known.invoiceReference === invoiceReference ? { ...known, ...part } : known,
    );
    change({ invoices });
  }

  return {
    ...record,
    /** Sets how many unreported credits the last sweep found. */
    setSweepResult: (count: number) => void (found = count),
    lastSweep: () => ({ found }),
    addCredit,
    reject,
    recordRefund,
    attach,
    compareReported,
    /** Stops waiting for this invoice. */
    detach: (invoiceReference: string) => changeInvoice(invoiceReference, { over: true }),
    /** Sets how much of its money was forwarded. */
    setForwarded: (invoiceReference: string, forwardedKobo: Kobo) =>
      changeInvoice(invoiceReference, { forwardedKobo }),
    /** How much money of this transaction was forwarded. */
    forwardedOn: (transactionReference: string) =>
      snapshot().invoices.find((known) => known.transactionReference === transactionReference)?.forwardedKobo,
    hasReported,
    markReported,
    draft: (): WebhookDraft => ({ type: `reserved-account.${inWords(snapshot().state)}` }),
    isOpen: () => isOpen(snapshot().state),
    isAnswerable: () => snapshot().state !== 'PENDING' || snapshot().review.length > 0,
  };
}
