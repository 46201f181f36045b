import { defineUpdate } from '@temporalio/workflow';
import {
  isPartEnded,
  LARGEST_PART,
  type PartSnapshot,
  type PartTerms,
} from '../../src/domain/batch/batch-part.js';
import { partHoldings } from '../../src/domain/batch/holdings.js';
import { isPartId } from '../../src/domain/batch/part.js';
import { isKnownRowEvent } from '../../src/domain/batch/row-events.js';
import { sumOf } from '../../src/domain/batch/totals.js';
import { toPart } from '../../src/domain/batch/view.js';
import { COMMON_WEBHOOKS } from '../../src/domain/lifecycle/webhook-types.js';
import { showNaira } from '../../src/domain/money.js';
import type { SecretPlace } from '../../src/domain/secret-place.js';
import { PART_STATES } from '../../src/domain/batch/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type PartInput = LifecycleInput<PartTerms, PartSnapshot>;

/** Submits the OTP from the e-mail, by its handle in the vault. */
export const submitPartOtp = defineUpdate<PartSnapshot, [SecretPlace]>('submitPartOtp');

/** Asks the gateway for another OTP. */
export const resendPartOtp = defineUpdate<PartSnapshot>('resendPartOtp');

const commands = {
  // each call has a handle of its own, and nothing tells two OTPs apart
  submitOtp: { update: submitPartOtp, takes: 1, fingerprintOf: () => null },
  resendOtp: { update: resendPartOtp, takes: 0 },
} as const;

export const BATCH_PART: LifecycleKind<PartTerms, PartSnapshot, typeof commands> = {
  noun: 'part of a batch',
  about: 'Parts of batches, each with 500 rows at most.',
  prefix: 'batch-part',
  type: 'payBatchPart',
  path: '/v1/batch-parts',
  firstState: 'PENDING',
  states: PART_STATES,
  isOver: ({ state }) => isPartEnded(state),
  freeText: ['accountName', 'narration', 'title', 'merchantReference'],
  summaryOf: ({ reference, rows }) => `Part ${reference}: ${rows.length} rows, ${showNaira(sumOf(rows))}`,
  amountOf: ({ rows }) => sumOf(rows),
  toView: toPart,
  viewName: 'batchPart',
  webhooks: COMMON_WEBHOOKS,
  takesEvents: true,
  holdingsOf: partHoldings,
  signedDecisions: true,
  isReference: isPartId,
  largestTerms: LARGEST_PART,
  isKnownEvent: isKnownRowEvent,
  cancelRequest: 'POST /v1/batches/{batch}/cancel',
  commands,
};
