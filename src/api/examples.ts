import { dayOf } from '../domain/calendar.js';

const DAY_MS = 86_400_000;

const CUSTOMER = { email: 'ada@example.com', name: 'Ada Obi' };
const ACCOUNT = { bankCode: '058', accountNumber: '0100090002' };
/** An account of the sandbox, with the name that its bank holds. */
const DESTINATION = { ...ACCOUNT, accountName: 'Chidi Amara Gwarzo' };
const CARD = {
  number: '5060995994247093',
  expiryMonth: '12',
  expiryYear: '2049',
  cvv: '123',
  pin: '1234',
};
const PLAN = (now: number) => ({
  every: { unit: 'MONTH', count: 1 },
  firstDay: dayOf(now + DAY_MS),
});
const RESOLVE = { decision: 'dismiss', reason: 'Agreed with the customer on the phone' };
const DECIDE = { reason: 'Compared with the order' };
const OTP = { otp: '123456' };
const REFUND = { reference: 'order-1-refund', amount: '500.00', refundReason: 'One item was damaged' };

/**
 * A body for every route that takes one, which works with the sandbox of `npm start`. Dates are relative to today, so
 * that they stay in the future. Tests send them.
 */
export function examplesAt(now: number): Readonly<Record<string, object>> {
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
  return {
    'POST /v1/checkouts': { reference: 'order-1', amount: '2500.00', customer: CUSTOMER },
    'POST /v1/checkouts/{reference}/virtual-account': { bankCode: '058' },
    'POST /v1/checkouts/{reference}/card': CARD,
    'POST /v1/checkouts/{reference}/otp': OTP,
    'POST /v1/checkouts/{reference}/refunds': REFUND,
    'POST /v1/charges': {
      reference: 'order-2',
      amount: '2500.00',
      checkout: 'order-1',
      description: 'The second delivery',
    },
    'POST /v1/charges/{reference}/refunds': REFUND,
    'POST /v1/invoices': {
      reference: 'invoice-7',
      amount: '12000.00',
      customer: CUSTOMER,
      description: 'Consulting in March',
      expiresAt: inDays(14),
    },
    'POST /v1/invoices/{reference}/refunds': REFUND,
    'POST /v1/reserved-accounts': {
      reference: 'customer-12',
      accountName: 'Ada Obi',
      customer: CUSTOMER,
      bvn: '22222222222',
    },
    'POST /v1/reserved-accounts/{reference}/linked-accounts': { all: true },
    'PUT /v1/reserved-accounts/{reference}/bvn': { bvn: '22222222222' },
    'PUT /v1/reserved-accounts/{reference}/kyc': { bvn: '22222222222' },
    'PUT /v1/reserved-accounts/{reference}/payment-sources': {
      restricted: true,
      allowed: { accountNames: ['ADA OBI'] },
    },
    'PUT /v1/reserved-accounts/{reference}/income-split': { items: [] },
    'POST /v1/subscriptions': {
      reference: 'membership-12',
      amount: '5000.00',
      plan: PLAN(now),
      checkout: 'order-1',
    },
    'POST /v1/subscriptions/{reference}/amend': { amount: '6000.00' },
    'POST /v1/subscriptions/{reference}/card': { checkout: 'order-9' },
    'POST /v1/mandates': {
      reference: 'rent-12',
      amount: '100000.00',
      customer: { ...CUSTOMER, phone: '08030000000', address: '1 Broad Street, Lagos' },
      account: ACCOUNT,
      description: 'Rent',
      startAt: inDays(1),
      endAt: inDays(365),
    },
    'POST /v1/mandates/{reference}/debits': { reference: 'rent-12-april', amount: '9000.00' },
    'POST /v1/transfers': {
      reference: 'salary-march-12',
      amount: '5000.00',
      destination: DESTINATION,
      narration: 'Salary March',
    },
    'POST /v1/transfers/{reference}/otp': OTP,
    'POST /v1/batches': {
      reference: 'payroll-march',
      title: 'Payroll of March',
      narration: 'Salary March',
      onValidationFailure: 'CONTINUE',
      rows: [{ amount: '5000.00', ...DESTINATION }],
    },
    'POST /v1/batches/{reference}/rows/release': {
      rows: [1],
      reason: 'The employee changed her name',
    },
    'POST /v1/batches/{reference}/parts/{part}/otp': OTP,
    'POST /v1/bills': {
      reference: 'airtime-12',
      amount: '500.00',
      productCode: 'PRD-AIRTIME',
      customerId: '08030001234',
    },
    'POST /v1/paycodes': {
      reference: 'cash-12',
      amount: '5000.00',
      beneficiaryName: 'Chidi Gwarzo',
      expiresAt: inDays(2),
    },
    'POST /v1/refunds': { ...REFUND, transactionReference: 'MNFY|20|20260131120000|000001' },
    'POST /v1/sweeps': { day: dayOf(now - DAY_MS) },
    'POST /v1/customer-hashes': { email: CUSTOMER.email },
    'POST /v1/pauses': { queue: 'payouts', bank: '058', reason: 'The bank does not answer' },
    'POST /v1/name-enquiries': ACCOUNT,
    'POST /v1/verifications/bvn': {
      bvn: '22222222222',
      name: 'Ada Obi',
      dateOfBirth: '1990-01-31',
      phone: '08030001234',
    },
    'POST /v1/verifications/bvn-account': { bvn: '22200090002', ...ACCOUNT },
    'POST /v1/verifications/nin': { nin: '70000090002' },
    'POST /v1/sub-accounts': {
      reference: 'partner-1',
      ...ACCOUNT,
      email: 'partner@example.com',
      splitPercentage: '20',
    },
    'POST /v1/limit-profiles': {
      reference: 'starter',
      name: 'Starter',
      singleTransaction: '5000.00',
      dailyTransaction: '50000.00',
      dailyTransactions: 20,
    },
    'POST /v1/wallets': {
      reference: 'wallet-12',
      name: 'Ada savings',
      customer: CUSTOMER,
      bvn: '22222222222',
      bvnDateOfBirth: '1990-01-31',
    },
    ...resolutions(),
  };
}

const DECIDED = ['batches', 'bills', 'paycodes', 'refunds', 'transfers'];
const REVIEWED = [
  ...DECIDED,
  'batch-parts',
  'charges',
  'checkouts',
  'invoices',
  'mandates',
  'reserved-accounts',
  'settlements',
  'subscriptions',
  'sweeps',
  'unmatched-events',
  'wallet-days',
];

function resolutions(): Record<string, object> {
  return Object.fromEntries([
    ...REVIEWED.map((kind) => [`POST /v1/${kind}/{reference}/review-items/{key}/resolve`, RESOLVE]),
    ...DECIDED.flatMap((kind) =>
      ['approve', 'decline'].map((action) => [`POST /v1/${kind}/{reference}/${action}`, DECIDE]),
    ),
  ]) as Record<string, object>;
}
