import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import type { CollectionState, Paid } from '../../src/domain/collection/collection.js';
import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { beginning, type LifecycleSnapshot } from '../../src/domain/lifecycle/lifecycle.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { type Kobo, kobo } from '../../src/domain/money.js';
import type {
  ReservedAccountSnapshot,
  ReservedAccountState,
} from '../../src/domain/reserved-account/reserved-account.js';

interface Sample {
  readonly snapshot: LifecycleSnapshot;
  readonly about?: object;
}

const START = '2026-01-15T09:00:00.000Z';
const CAME = '2026-01-15T09:29:58.000Z';
const ASKED = kobo(2_500_00);
const TRANSACTION = 'MNFY|20260115093000|000123';
const ADA = { email: 'ada@example.com', name: 'Ada Obi' };

const STATES: readonly CollectionState[] = [
  'REVERSED',
  'REFUNDED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
  'REFUSED',
];

const MONEY: Readonly<Record<string, { readonly state: CollectionState; readonly amount: Kobo }>> = {
  paid: { state: 'PAID', amount: ASKED },
  'partially-paid': { state: 'PARTIALLY_PAID', amount: kobo(1_000_00) },
  overpaid: { state: 'OVERPAID', amount: kobo(3_000_00) },
  underpaid: { state: 'PARTIALLY_PAID', amount: kobo(1_000_00) },
  'topped-up': { state: 'PAID', amount: ASKED },
  'on-hold': { state: 'PAID', amount: ASKED },
  'duplicate-payment': { state: 'PAID', amount: ASKED },
  unexpected: { state: 'PAID', amount: ASKED },
  'conflicting-records': { state: 'PAID', amount: ASKED },
};

const FLAGS: Readonly<Record<string, object>> = {
  underpaid: { underpaid: true },
  'on-hold': { late: true },
  'duplicate-payment': { secondKobo: ASKED },
  unexpected: { unexpected: true },
  'attempt-failed': {
    lastAttempt: { channel: 'card', outcome: 'declined', reason: 'the gateway says FAILED', at: CAME },
  },
};

const ABOUT: Readonly<Record<string, object>> = {
  'review-resolved': { reviewItem: 'overpaid' },
  missed: { missed: { count: 12, amountKobo: 3_000_000, from: START, to: CAME } },
  'payment-rejected': {
    rejection: {
      transactionReference: TRANSACTION,
      reason: 'UNDER_PAYMENT',
      at: CAME,
      amount: '1000.00',
      amountKobo: 1_000_00,
      expected: '2500.00',
      expectedKobo: ASKED,
    },
  },
};

/** What a collection looks like when it sends this type. */
function collectionPart(name: string) {
  const { state = named(STATES, name) ?? 'PENDING', amount } = MONEY[name] ?? {};
  const paid: Paid | undefined =
    amount === undefined ? undefined : { amountKobo: amount, method: 'ACCOUNT_TRANSFER', at: CAME };
  const start = beginning<CollectionState>('PENDING', 'created by the merchant', START);
  const reason = paid ? 'the gateway has the money' : `the gateway says ${state}`;
  const isFirst = state === 'PENDING';
  return {
    ...start,
    ...(!isFirst && {
      state,
      reason,
      transitions: [...start.transitions, { to: state, at: CAME, reason }],
    }),
    sequence: 1,
    expiresAt: '2026-01-15T09:40:00.000Z',
    ...(paid && { paid }),
    ...FLAGS[name],
  };
}

function checkout(name: string): Sample {
  const snapshot: CheckoutSnapshot = {
    ...collectionPart(name),
    lifecycle: 'checkout',
    terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN', customer: ADA },
    transactions: [{ paymentReference: 'order-1', transactionReference: TRANSACTION }],
  };
  return { snapshot, ...withAbout(name) };
}

function invoice(name: string): Sample {
  const expiresAt = '2026-02-15T09:00:00.000Z';
  const snapshot: InvoiceSnapshot = {
    ...collectionPart(name),
    lifecycle: 'invoice',
    terms: {
      reference: 'invoice-1',
      amountKobo: ASKED,
      currency: 'NGN',
      customer: ADA,
      description: 'School fees',
      expiresAt,
    },
    transactionReference: TRANSACTION,
    expiresAt,
  };
  return { snapshot, ...withAbout(name) };
}

const ENDS: readonly ReservedAccountState[] = ['DEALLOCATED', 'REFUSED', 'FAILED'];

function reservedAccount(name: string): Sample {
  const isCredit = name.startsWith('credited');
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
    credited: { count: isCredit ? 1 : 0, sumKobo: isCredit ? ASKED : kobo(0) },
    reported: [],
    invoices: [],
  };
  const credit = { transactionReference: TRANSACTION, at: CAME, amount: '2500.00', amountKobo: ASKED };
  return isCredit ? { snapshot, about: { credit } } : { snapshot, ...withAbout(name) };
}

function withAbout(name: string): { readonly about?: object } {
  const about = ABOUT[name];
  return about ? { about } : {};
}

function named<State extends string>(states: readonly State[], name: string): State | undefined {
  return states.find((state) => inWords(state) === name);
}

/** A lifecycle as it is when it sends a webhook of this type. */
export const SAMPLES: Readonly<Record<string, (name: string) => Sample>> = {
  checkout,
  invoice,
  'reserved-account': reservedAccount,
};
