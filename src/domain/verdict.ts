import type { CardToken } from './card.js';
import { type Asked, type CollectionState, isMoney, type Paid } from './collection.js';
import { type Kobo, showNaira, sum, ZERO } from './money.js';
import type { Attention } from './story.js';

type Maybe<Value> = Value | null | undefined;

/** The gateway's own record of a transaction, as far as it decides anything. */
export interface TransactionRecord {
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly paymentStatus: string;
  readonly amountPaid: Kobo;
  readonly totalPayable: Kobo;
  readonly currency: string;
  readonly paymentMethod?: string | null | undefined;
  readonly paidOn?: string | null | undefined;
  readonly customer?: { readonly email?: Maybe<string> } | null | undefined;
  readonly cardDetails?:
    | {
        readonly cardToken?: Maybe<string>;
        readonly supportsTokenization?: Maybe<boolean>;
        readonly last4?: Maybe<string>;
        readonly cardType?: Maybe<string>;
        readonly bankName?: Maybe<string>;
      }
    | null
    | undefined;
}

/** What a record proves. `wait` means that it proves nothing yet. */
export type Verdict =
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'move';
      readonly to: CollectionState;
      readonly because: string;
      readonly paid?: Paid;
      /** What came in on other transactions of the same payment: nobody asked for it a second time. */
      readonly second?: Kobo;
    }
  | { readonly kind: 'doubt'; readonly attention: Attention };

/** The most that a surplus may be and still pass as the fee that the customer bears. */
export interface Tolerance {
  readonly feeCeilingKobo: Kobo;
}

const WITHOUT_MONEY = ['EXPIRED', 'FAILED', 'CANCELLED'] as const;

/**
 * Reads a record against what was asked. The paid amount decides, never the gateway's word alone: PAID
 * without enough money is short, and a surplus is over unless it is just the fee that the customer bears.
 */
export function judge(terms: Asked, record: TransactionRecord, tolerance: Tolerance): Verdict {
  const status = record.paymentStatus;
  if (isMoney(status)) return judgeMoney(terms, record, tolerance);
  const end = WITHOUT_MONEY.find((name) => name === status);
  if (end && record.amountPaid > ZERO) {
    return doubt(
      `the gateway says ${end}, and that ${showNaira(record.amountPaid)} was paid`,
      record.amountPaid,
    );
  }
  if (end) return { kind: 'move', to: end, because: `the gateway says ${end}` };
  if (status === 'PENDING') return { kind: 'wait' };
  return doubt(`the gateway says ${status}, a word that is not known here`, terms.amountKobo);
}

function judgeMoney(terms: Asked, record: TransactionRecord, tolerance: Tolerance): Verdict {
  if (record.currency !== terms.currency) {
    return doubt(`paid in ${record.currency}, asked in ${terms.currency}`, terms.amountKobo);
  }
  const asked = terms.amountKobo;
  const because = `${showNaira(record.amountPaid)} of ${showNaira(asked)} paid`;
  return { kind: 'move', to: stateOf(asked, record, tolerance), because, paid: paidIn(record) };
}

function stateOf(asked: Kobo, record: TransactionRecord, { feeCeilingKobo }: Tolerance): CollectionState {
  const withFee = Math.min(record.totalPayable, asked + feeCeilingKobo);
  if (record.amountPaid < asked) return 'PARTIALLY_PAID';
  return record.amountPaid > Math.max(asked, withFee) ? 'OVERPAID' : 'PAID';
}

function paidIn(record: TransactionRecord): Paid {
  const cardToken = tokenIn(record);
  return {
    amountKobo: record.amountPaid,
    ...(record.paymentMethod != null && { method: record.paymentMethod }),
    ...(record.paidOn != null && { at: record.paidOn }),
    ...(cardToken && { cardToken }),
  };
}

/** Only the status record of a paid card has the token, and only where the card allows it. */
function tokenIn({ cardDetails, customer }: TransactionRecord): CardToken | undefined {
  const { cardToken, supportsTokenization, last4, cardType, bankName } = cardDetails ?? {};
  if (!cardToken || supportsTokenization !== true || !customer?.email) return undefined;
  return {
    token: cardToken,
    email: customer.email,
    ...(last4 != null && { last4 }),
    ...(cardType != null && { cardType }),
    ...(bankName != null && { bank: bankName }),
  };
}

export function isProofOfMoney(verdict: Verdict): boolean {
  return verdict.kind === 'move' && verdict.paid !== undefined;
}

export function doubt(reason: string, atRiskKobo: Kobo): Verdict {
  return { kind: 'doubt', attention: { kind: 'needs-review', reason, atRiskKobo, passes: true } };
}

/**
 * What the transactions of one payment prove together. Money on one of them is money; without any, a doubt or
 * a transaction that may still be paid keeps the payment open, and only when all have ended has it.
 */
export function weigh(verdicts: readonly Verdict[]): Verdict {
  const [first, ...others] = verdicts.filter(isProofOfMoney);
  if (first?.kind === 'move') {
    const amounts = others.map((other) => (other.kind === 'move' && other.paid?.amountKobo) || ZERO);
    return others.length === 0 ? first : { ...first, second: sum(...amounts) };
  }
  const undecided =
    verdicts.find(({ kind }) => kind === 'doubt') ?? verdicts.find(({ kind }) => kind === 'wait');
  return undecided ?? verdicts[0] ?? { kind: 'wait' };
}
