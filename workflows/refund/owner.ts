import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Address } from '../../src/domain/lifecycle/address.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { sumsOf } from '../../src/domain/refund/bounds.js';
import { isToBeReported, type Refund } from '../../src/domain/refund/refund.js';
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
    const { terms, state } = refund;
    refunds.change({ reports: (refunds.snapshot().reports ?? 0) + 1 });
    if (owner) await forward(lifecycle, owner, toEvent(lifecycle, refund));
    refunds.update(terms.refundReference, { reported: state });
  }
}

/** With both bounds of all refunds of the payment. What a rebuilt run reports comes after all that a lost one has reported. */
function toEvent(lifecycle: RefundsLifecycle, refund: Refund): RefundEndedEvent {
  const snapshot = lifecycle.subject().snapshot();
  const { terms, state, reason, reported } = refund;
  const { refundReference, amountKobo } = terms;
  const { least, most, order } = sumsOf(snapshot);
  // the owner takes each key once, and a state may return
  const again = reported === undefined ? '' : `:${order.join('.')}`;
  return {
    kind: 'refund-ended',
    key: `refund-ended:${refundReference}:${state}${again}`,
    eventType: 'refund-ended',
    transactionReference: snapshot.terms.reference,
    refundReference,
    amountKobo,
    state,
    reason,
    refundedKobo: least,
    mostKobo: most,
    order,
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
