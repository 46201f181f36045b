import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { sourceFiles } from './imports.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = sourceFiles(ROOT).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The files in which a pattern occurs. */
const filesWith = (pattern: RegExp, folder = '') =>
  SOURCES.filter(({ file, text }) => file.startsWith(folder) && pattern.test(text))
    .map(({ file }) => file)
    .sort();

it('one function says whether a request may move money: the next step of each family asks it, and the OTP of a payout', () => {
  expect(filesWith(/\bwhyNotSend\(/)).toEqual([
    'src/domain/movement/may-send.ts',
    'src/domain/order/may-charge.ts',
    'src/domain/payout/next-step.ts',
    'src/domain/pull/next-step.ts',
    'workflows/shared/payout/authorise.ts',
  ]);
});

/** Who makes each request that moves money: the kind, which its family calls once it may be sent. */
const SENDERS: Readonly<Record<string, readonly string[]>> = {
  authorizeOtp: ['workflows/checkout/card.ts'],
  authorizeThreeDs: ['workflows/checkout/card.ts'],
  chargeCard: ['workflows/checkout/card.ts'],
  chargeCardToken: ['workflows/shared/charge/charge-token.ts'],
  createPaycode: ['workflows/paycode/kind.ts'],
  debitMandate: ['workflows/mandate/debit-places.ts'],
  initiateBatch: ['workflows/batch-part/kind.ts'],
  initiateRefund: ['workflows/refund/kind.ts'],
  initiateTransfer: ['workflows/transfer/kind.ts'],
  validateBatchOtp: ['workflows/batch-part/otp.ts'],
  validateTransferOtp: ['workflows/transfer/otp.ts'],
  vendBill: ['workflows/bill/kind.ts'],
};

it('each request that moves money is made in one file', () => {
  const moneyMoving = (Object.values(ENDPOINTS) as Endpoint[]).filter(
    ({ effect }) => effect === 'moves-money',
  );
  const senders = moneyMoving.map(({ name }): [string, readonly string[]] => [
    name,
    filesWith(new RegExp(`\\.${name}(\\.executeWithOptions)?\\(`), 'workflows/').filter(
      // a command of the same name that only calls it
      (file) => file !== 'workflows/checkout/handlers.ts',
    ),
  ]);
  expect(Object.fromEntries(senders)).toEqual(SENDERS);
});

/**
 * Files outside of the rules that ask them what is proven or possible. The rules are pure, and tested for all that can happen: here
 * the answer is shown, forwarded, or chosen from.
 */
const ASKS_WHAT_MOVED = [
  'workflows/batch-part/decide.ts',
  'workflows/batch-part/pay.ts',
  'workflows/batch-part/place.ts',
  'workflows/batch-part/rows.ts',
  'workflows/batch-part/state.ts',
  'workflows/checkout/kind.ts',
  'workflows/paycode/cancel.ts',
  'workflows/paycode/kind.ts',
  'workflows/refund/handlers.ts',
  'workflows/refund/run.ts',
  'workflows/shared/gateway/open-send.ts',
  'workflows/shared/payout/cancel-payout.ts',
  'workflows/shared/payout/pay-out.ts',
  'workflows/shared/payout/single-run.ts',
  'workflows/shared/pull/pull.ts',
];

it('outside of src/domain no other file than these asks what has moved', () => {
  const asking = filesWith(/\bstandingOf\(/).filter((file) => !file.startsWith('src/domain/'));
  expect(asking).toEqual(ASKS_WHAT_MOVED);
});

/** The families: how what is known becomes a state, a webhook, a review item, a next step. */
const FAMILIES = [
  'batch',
  'invoice',
  'mandate',
  'movement',
  'order',
  'payout',
  'pull',
  'refund',
  'reserved-account',
  'subscription',
];

it('only the rules of movements and the families above them read evidence', () => {
  const readers = filesWith(/from '\.\.?\/(movement\/)?(evidence|standing|may-send)\.js'/, 'src/domain/');
  const folders = new Set(readers.map((file) => file.split('/')[2]));
  expect([...folders].sort()).toEqual(FAMILIES);
});
