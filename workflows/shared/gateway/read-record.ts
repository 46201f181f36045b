import type { Kobo } from '../../../src/domain/money.js';
import { doubt, type Unread } from '../../../src/domain/lifecycle/reading.js';
import { failureKind, failureReason } from './failures.js';
import { isContinuing, type Pace } from '../run/pace.js';

export interface RecordRead<Record, Reading> {
  readonly read: () => Promise<{ readonly kind: 'ok'; readonly body: Record } | { readonly kind: string }>;
  readonly isOurs: (record: Record) => boolean;
  readonly judge: (record: Record) => Reading;
  /** Amount at risk while the record is unreadable. */
  readonly atRiskKobo: Kobo;
}

/**
 * Reads one gateway record. A read without an answer proves nothing, and neither does a record of another
 * transaction; an unreadable record becomes a review item.
 */
export async function readRecord<Record, Reading>(
  { pace }: { readonly pace: Pace },
  { read, isOurs, judge, atRiskKobo }: RecordRead<Record, Reading>,
): Promise<Reading | Unread> {
  try {
    const answer = await pace.call(read);
    if (answer.kind !== 'ok' || !('body' in answer)) return { kind: 'absent' };
    return isOurs(answer.body) ? judge(answer.body) : { kind: 'none' };
  } catch (error) {
    if (isContinuing(error)) throw error;
    const kind = failureKind(error);
    const isAnswered = kind === 'contract-violated' || kind === 'rejected-request';
    if (!isAnswered) return { kind: 'none' };
    const reason = `the gateway's reply could not be read: ${failureReason(error)}`;
    return doubt('unreadable-record', reason, atRiskKobo);
  }
}
