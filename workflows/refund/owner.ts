import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Address } from '../../src/domain/lifecycle/address.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { isToBeReported, type Refund, refundedKobo } from '../../src/domain/refund/refund.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import { forward } from '../shared/run/owner.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { readPayment } from './payment.js';

const { findOwner } = proxyActivities<Activities>(INTERNAL);

/** Reports how refunds ended to the lifecycle that collected the payment: a checkout, an invoice, a reserved account. */
export async function reportEnds(lifecycle: RefundsLifecycle): Promise<void> {
  const refunds = lifecycle.subject();
  const next = () => refunds.snapshot().refunds.find(isToBeReported);
  for (let refund = next(); refund; refund = next()) {
    const owner = await ownerOf(lifecycle);
    if (owner) await forward(lifecycle, owner, toEvent(lifecycle, refund));
    refunds.update(refund.terms.refundReference, { reported: refund.state });
  }
}

function toEvent(lifecycle: RefundsLifecycle, { terms, state, reason }: Refund): RefundEndedEvent {
  const { refunds, terms: transaction } = lifecycle.subject().snapshot();
  const { refundReference, amountKobo } = terms;
  return {
    kind: 'refund-ended',
    key: `refund-ended:${refundReference}:${state}`,
    eventType: 'refund-ended',
    transactionReference: transaction.reference,
    refundReference,
    amountKobo,
    state,
    reason,
    refundedKobo: refundedKobo(refunds),
  };
}

/** Given with a request, or found by the transaction; undefined for a payment that Oware did not collect. */
async function ownerOf(lifecycle: RefundsLifecycle): Promise<Address | undefined> {
  const refunds = lifecycle.subject();
  const { owner, payment, terms } = refunds.snapshot();
  if (owner) return owner;
  const known = payment ?? (await readPayment(lifecycle));
  const named = typeof known === 'object' ? known.named : undefined;
  const summary = { summary: 'Find the owner of the transaction' };
  const found = await lifecycle.pace.call(() =>
    findOwner.executeWithOptions(summary, named ? [terms.reference, named] : [terms.reference]),
  );
  if (found) refunds.change({ owner: found });
  return found ?? undefined;
}
