import { defineUpdate } from '@temporalio/workflow';
import { transferHoldings } from '../../src/domain/transfer/holdings.js';
import type { SecretPlace } from '../../src/domain/secret-place.js';
import { showNaira } from '../../src/domain/money.js';
import { isOver } from '../../src/domain/payout/single-payout.js';
import type { TransferSnapshot, TransferTerms } from '../../src/domain/transfer/transfer.js';
import { toTransfer } from '../../src/domain/transfer/view.js';
import { TRANSFER_WEBHOOKS } from '../../src/domain/transfer/webhook-types.js';
import { TRANSFER_STATES } from '../../src/domain/transfer/states.js';
import { approvalCommands, type LifecycleInput, type LifecycleKind } from '../shared/messages.js';

export type TransferInput = LifecycleInput<TransferTerms, TransferSnapshot>;

/** Submits the OTP from the e-mail, by its handle in the vault. */
export const submitTransferOtp = defineUpdate<TransferSnapshot, [SecretPlace]>('submitTransferOtp');

/** Asks the gateway for another OTP. */
export const resendTransferOtp = defineUpdate<TransferSnapshot>('resendTransferOtp');

const commands = {
  ...approvalCommands<TransferSnapshot>(),
  // each call has a handle of its own, and nothing tells two OTPs apart
  submitOtp: { update: submitTransferOtp, takes: 1, fingerprintOf: () => null },
  resendOtp: { update: resendTransferOtp, takes: 0 },
} as const;

export const TRANSFER: LifecycleKind<TransferTerms, TransferSnapshot, typeof commands> = {
  noun: 'transfer',
  about: 'Money out to one bank account, once.',
  created: { scope: 'pay', command: 'Send money to a bank account' },
  prefix: 'transfer',
  type: 'payTransfer',
  path: '/v1/transfers',
  firstState: 'PENDING',
  states: TRANSFER_STATES,
  isOver,
  freeText: ['accountName', 'narration'],
  summaryOf: ({ reference, amountKobo }) => `Transfer ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toTransfer,
  viewName: 'transfer',
  webhooks: TRANSFER_WEBHOOKS,
  takesEvents: true,
  holdingsOf: transferHoldings,
  signedDecisions: true,
  cancelRequest: 'POST /v1/transfers/{reference}/cancel',
  commands,
};
