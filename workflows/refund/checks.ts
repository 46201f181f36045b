import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isOver, type Refund } from '../../src/domain/refund/refund.js';
import { judge, levelShown, type RefundReading, type RefundRecord } from '../../src/domain/refund/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { RefundsLifecycle } from './lifecycle.js';

const { getRefund } = proxyActivities<Activities>(GATEWAY_READ);

export interface CheckedRefund {
  readonly refundReference: string;
  readonly reading: RefundReading;
}

/** Checks every refund that awaits an outcome, and every one that an event names, by its reference. */
export async function check(
  lifecycle: RefundsLifecycle,
  settings: Settings,
): Promise<Checked<readonly CheckedRefund[]>> {
  const refunds = lifecycle.subject();
  const awaited = refunds.snapshot().refunds.filter(isAwaited);
  const references = new Set([
    ...awaited.map(({ terms }) => terms.refundReference),
    ...lifecycle.claims().map(({ subject }) => subject),
  ]);
  const drafts: WebhookDraft[] = [];
  const verdict = await Promise.all(
    [...references].map(async (refundReference): Promise<CheckedRefund> => {
      const learn = (record: RefundRecord) => void drafts.push(...refunds.addForeign(record, settings));
      const reading = await readTwice(lifecycle, refundReference, learn);
      return { refundReference, reading };
    }),
  );
  const levels = verdict.flatMap(({ refundReference, reading }) => {
    const level = levelShown(reading);
    return level === undefined ? [] : [[refundReference, level] as const];
  });
  return {
    verdict,
    shown: new Map(levels),
    isComplete: verdict.every(({ reading }) => reading.kind === 'end' || reading.kind === 'pending'),
    drafts,
  };
}

/** It was sent, or may have been, and its outcome is not certain. */
export function isAwaited(refund: Refund): boolean {
  return !isOver(refund) && (refund.sentAt !== undefined || refund.failedAt !== undefined);
}

type Learn = (record: RefundRecord) => void;

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
async function readTwice(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  learn: Learn,
): Promise<RefundReading> {
  const first = await read(lifecycle, refundReference, learn);
  const known = lifecycle.subject().find(refundReference);
  const contradicts = known?.state === 'COMPLETED' && first.kind === 'end' && first.to === 'FAILED';
  return contradicts ? read(lifecycle, refundReference, learn) : first;
}

/** Reads one refund; one that is unknown here is learned from its record, if it is a refund of this transaction. */
function read(lifecycle: RefundsLifecycle, refundReference: string, learn: Learn): Promise<RefundReading> {
  const refunds = lifecycle.subject();
  const { reference: transactionReference } = refunds.snapshot().terms;
  return readRecord(lifecycle, {
    atRiskKobo: refunds.find(refundReference)?.terms.amountKobo ?? ZERO,
    read: () => getRefund.executeWithOptions({ summary: `Check ${refundReference}` }, [{ refundReference }]),
    // crossed replies happen; the record of another refund proves nothing about this one
    isOurs: (record) => record.refundReference === refundReference,
    judge: (record): RefundReading => {
      const isOfThis = record.transactionReference === transactionReference;
      if (!refunds.find(refundReference) && isOfThis) learn(record);
      const known = refunds.find(refundReference);
      return known ? judge(known.terms, transactionReference, record) : { kind: 'absent' };
    },
  });
}
