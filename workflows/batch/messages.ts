import { defineUpdate } from '@temporalio/workflow';
import type { SignedGrant } from '../../src/domain/approval/grant.js';
import {
  approvedTerms,
  type BatchSnapshot,
  type BatchTerms,
  isBatchEnded,
} from '../../src/domain/batch/batch.js';
import { toBatch } from '../../src/domain/batch/view.js';
import { BATCH_WEBHOOKS } from '../../src/domain/batch/webhook-types.js';
import { type Kobo, showNaira } from '../../src/domain/money.js';
import { BATCH_STATES } from '../../src/domain/batch/states.js';
import { approvalCommands, type LifecycleInput, type LifecycleKind } from '../shared/messages.js';

export type BatchInput = LifecycleInput<BatchTerms, BatchSnapshot>;

/** What the caller has stored, for comparison. */
export interface Seal {
  readonly count: number;
  readonly sumKobo: Kobo;
  readonly fingerprint: string;
}

/** All parts are stored: the batch may be checked, approved and sent. */
export const sealBatch = defineUpdate<BatchSnapshot, [Seal]>('sealBatch');

export interface ReleaseRequest {
  /** Rows that are excluded, by their number. */
  readonly rows: readonly number[] | 'all';
  readonly reason: string;
  /** Says who releases them; signed by the api. */
  readonly grant: SignedGrant;
}

/** A repeat has a new signature. */
export function releaseOf({ rows, reason }: ReleaseRequest): Omit<ReleaseRequest, 'grant'> {
  return { rows, reason };
}

/** Includes rows that were excluded because of their name; voids approvals. */
export const releaseRows = defineUpdate<BatchSnapshot, [ReleaseRequest]>('releaseRows');

const commands = {
  seal: { update: sealBatch, takes: 1 },
  releaseRows: { update: releaseRows, takes: 1, fingerprintOf: releaseOf },
  ...approvalCommands<BatchSnapshot>(),
} as const;

export const BATCH: LifecycleKind<BatchTerms, BatchSnapshot, typeof commands> = {
  noun: 'batch',
  about: 'Many transfers in one request, as JSON or CSV.',
  created: { scope: 'pay', command: 'Send many transfers' },
  prefix: 'batch',
  type: 'payBatch',
  path: '/v1/batches',
  firstState: 'PENDING',
  states: BATCH_STATES,
  isOver: ({ state }) => isBatchEnded(state),
  freeText: ['title', 'narration'],
  summaryOf: ({ reference, count, sumKobo }) => `Batch ${reference}: ${count} rows, ${showNaira(sumKobo)}`,
  amountOf: ({ sumKobo }) => sumKobo,
  toView: toBatch,
  viewName: 'batch',
  webhooks: BATCH_WEBHOOKS,
  takesEvents: true,
  signedDecisions: true,
  cancelRequest: 'POST /v1/batches/{reference}/cancel',
  commands,
  approvedTerms,
};
