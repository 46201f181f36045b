import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { ZERO } from '../../src/domain/money.js';
import {
  type Attention,
  type CheckoutTerms,
  type GatewayTransaction,
  type PaymentSnapshot,
  type PaymentState,
  type TransferAccount,
  isOpen,
  mayMove,
} from '../../src/domain/payment.js';
import type { Verdict } from '../../src/domain/verdict.js';
import { describePayment } from './details.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const ATTENTION = defineSearchAttributeKey('OwareAttention', 'KEYWORD');
const AT_RISK = defineSearchAttributeKey('OwareAtRiskKobo', 'INT');

/** Keys of news are kept for the last of them only: the gateway repeats within hours, not for ever. */
const KEYS_KEPT = 100;

export type Payment = ReturnType<typeof createPayment>;

export function newSnapshot(terms: CheckoutTerms, at: string): PaymentSnapshot {
  const because = 'the merchant asked for it';
  return {
    story: 'checkout',
    terms,
    state: 'PENDING',
    because,
    transactions: [],
    moves: [{ to: 'PENDING', at, because }],
    seen: [],
    epoch: at,
    sequence: 0,
  };
}

/** Holds a payment's snapshot and is the only one to change it; each change shows in the Web UI. */
export function createPayment(initial: PaymentSnapshot) {
  let now = initial;
  const change = (part: Partial<PaymentSnapshot>) => {
    now = { ...now, ...part };
    setCurrentDetails(describePayment(now));
  };

  function move(to: PaymentState, because: string): void {
    const at = timestamp();
    change({ state: to, because, moves: [...now.moves, { to, at, because }] });
    // CLOSING lasts a second; nobody would filter by it
    if (to !== 'CLOSING') {
      upsertSearchAttributes([
        { key: STATE, value: to },
        { key: SINCE, value: new Date(at) },
      ]);
    }
  }

  function raise(attention: Attention): void {
    if (now.attention?.kind === attention.kind && now.attention.reason === attention.reason) return;
    change({ attention });
    upsertSearchAttributes([
      { key: ATTENTION, value: attention.kind },
      { key: AT_RISK, value: attention.atRiskKobo },
    ]);
  }

  return {
    snapshot: () => now,
    isOpen: () => isOpen(now.state),
    /** True once there is something to show to the payer, or nothing more to wait for. */
    isAnswerable: () => now.transactions.length > 0 || !isOpen(now.state),
    newest: () => now.transactions.at(-1),
    move,
    raise,
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...now.transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
    hasSeen: (key: string) => now.seen.includes(key),
    noteSeen: (keys: readonly string[]) =>
      change({ seen: [...new Set([...now.seen, ...keys])].slice(-KEYS_KEPT) }),
    nextSequence: () => {
      change({ sequence: now.sequence + 1 });
      return now.sequence;
    },
    /** True when the verdict changed something that the merchant must hear. */
    apply(verdict: Verdict): boolean {
      if (verdict.kind === 'wait') return false;
      if (verdict.kind === 'doubt') {
        raise(verdict.attention);
        return false;
      }
      if (verdict.to === now.state) return false;
      if (!mayMove(now.state, verdict.to)) {
        const reason = `the gateway says ${verdict.to} after ${now.state}`;
        raise({ kind: 'contradicted', reason, atRiskKobo: now.terms.amountKobo });
        return false;
      }
      if (verdict.paid) change({ paid: verdict.paid });
      move(verdict.to, verdict.because);
      if (verdict.to === 'PARTIALLY_PAID') {
        const atRiskKobo = verdict.paid?.amountKobo ?? ZERO;
        raise({ kind: 'held-short', reason: 'less than asked was paid', atRiskKobo });
      }
      return true;
    },
  };
}

export function timestamp(): string {
  return new Date().toISOString();
}
