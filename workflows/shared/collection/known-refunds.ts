import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type Kobo, ZERO } from '../../../src/domain/money.js';
import type { Refunds } from '../../../src/domain/movement/pieces.js';
import type { RefundSums } from '../../../src/domain/refund/bounds.js';
import type { KnownByPolicy } from '../../../src/domain/refund/by-policy.js';
import { INTERNAL_ONCE } from '../gateway/activity-options.js';
import { answerOf } from '../gateway/answer-of.js';
import type { Pace } from '../run/pace.js';

const { readRefunds } = proxyActivities<Activities>(INTERNAL_ONCE);

/** What the lifecycle of its refunds knows of a payment now, also of those that are under way, by a policy or a request. */
export interface KnownRefunds extends KnownByPolicy {
  readonly sums: Omit<Refunds, 'kind'>;
  /** What they may have returned by now. */
  readonly sent: Kobo;
}

const NONE: KnownRefunds = {
  sums: { least: ZERO, most: ZERO, order: [0, 0, 0] },
  sent: ZERO,
  byPolicy: [],
  isWhole: true,
};

/** Undefined while it cannot say: it may be restored first. */
export async function readRefundsOf(
  lifecycle: { readonly pace: Pace },
  transactionReference: string,
): Promise<KnownRefunds | undefined> {
  const summary = { summary: `Read the refunds of ${transactionReference}` };
  const read = await answerOf(lifecycle, () =>
    readRefunds.executeWithOptions(summary, [transactionReference]),
  );
  return read === undefined ? undefined : knownIn(read);
}

/** `read`: null where the payment has no refunds. */
export function knownIn(read: RefundSums | null): KnownRefunds {
  if (!read) return NONE;
  const { least, most, sent, order, byPolicy } = read;
  const sums = { least, most, order: [0, ...order] as const };
  return { sums, sent, byPolicy: byPolicy ?? [], isWhole: byPolicy !== undefined };
}
