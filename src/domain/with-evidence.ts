import { mandateWithEvidence } from './mandate/from-earlier-version.js';
import type { MandateSnapshot } from './mandate/mandate.js';
import { withOrderEvidence } from './order/from-earlier-version.js';
import { type EarlierPayout, fromEarlierVersion } from './payout/from-earlier-version.js';
import { subscriptionWithEvidence } from './subscription/from-earlier-version.js';
import type { SubscriptionSnapshot } from './subscription/subscription.js';

const KINDS = ['transfer', 'bill', 'paycode'];

/** A snapshot as it is kept today; one of an earlier version gets what was known as evidence. */
export function withEvidence<Snapshot extends { readonly lifecycle: string }>(snapshot: Snapshot): Snapshot {
  if (snapshot.lifecycle === 'mandate') {
    return mandateWithEvidence(snapshot as unknown as MandateSnapshot) as unknown as Snapshot;
  }
  if (snapshot.lifecycle === 'subscription') {
    return subscriptionWithEvidence(snapshot as unknown as SubscriptionSnapshot) as unknown as Snapshot;
  }
  if (!KINDS.includes(snapshot.lifecycle)) return withOrderEvidence(snapshot);
  if ('movement' in snapshot) return snapshot;
  return { ...snapshot, ...fromEarlierVersion(snapshot as unknown as EarlierPayout) };
}
