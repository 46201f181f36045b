import type { RefundRequestedEvent } from '../../../src/domain/lifecycle/events/refund-requested.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { PolicyRefund } from '../../../src/domain/refund/by-policy.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { forward } from '../run/owner.js';

type WithRefunds = LifecycleSnapshot & { readonly policyRefunds?: readonly PolicyRefund[] };

/**
 * Hands the refunds that policies asked for over to the refunds of their transactions. What was handed over twice is
 * granted once: the reference is the same.
 */
export function requestPolicyRefunds<Snapshot extends WithRefunds, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): void {
  const { policyRefunds = [] } = lifecycle.subject().snapshot();
  for (const refund of policyRefunds) {
    if (!refund.requested) lifecycle.spawn(request(lifecycle, refund));
  }
}

async function request<Snapshot extends WithRefunds, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { refundReference, transactionReference, amountKobo, cause }: PolicyRefund,
): Promise<void> {
  const subject = lifecycle.subject();
  const { lifecycle: prefix, terms } = subject.snapshot();
  const event: RefundRequestedEvent = {
    kind: 'refund-requested',
    key: `refund-requested:${refundReference}`,
    eventType: 'refund-requested',
    transactionReference,
    refundReference,
    amountKobo,
    refundReason: `${cause} ${terms.reference}`,
    owner: { lifecycle: prefix, reference: terms.reference },
  };
  await forward(lifecycle, { lifecycle: 'refunds-of', reference: transactionReference }, event);
  const policyRefunds = (subject.snapshot().policyRefunds ?? []).map((each) =>
    each.refundReference === refundReference ? { ...each, requested: true as const } : each,
  );
  // every snapshot of this kind has the field; the compiler cannot see that it may be set
  subject.change({ policyRefunds } as unknown as Partial<Snapshot>);
}
