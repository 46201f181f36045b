import { dayOf, startOfDay } from '../../src/domain/calendar.js';
import { isPaused } from '../../src/domain/subscription/subscription.js';
import { nextDue } from '../../src/domain/plan.js';
import { awaitCard } from '../shared/charge/find-card.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

/** Finds the card before the first charge: a merchant learns at once that there is none. */
export async function prepareSubscription(lifecycle: SubscriptionLifecycle): Promise<void> {
  const subscription = lifecycle.subject();
  const isPending = () => subscription.snapshot().state === 'PENDING';
  const { checkout, customer } = subscription.snapshot().terms;
  if (isPending() && checkout !== undefined) {
    const found = await awaitCard(
      lifecycle,
      { checkout, customer },
      { isStopped: () => !isPending(), setWaiting: subscription.setWaiting },
    );
    subscription.setWaiting(undefined);
    if (!isPending() || !found) return;
    if ('refused' in found) {
      // the lost run may have charged it for years: only another card is missing
      if (subscription.snapshot().recovered) {
        lifecycle.notify(subscription.hold(found.refused));
        return;
      }
      subscription.transitionTo('REFUSED', found.refused);
      lifecycle.notify(subscription.draft());
      return;
    }
    subscription.setCard(found.card);
  }
  if (isPending()) await activate(lifecycle);
}

/** A plan that began before the subscription has its first period on the day of the subscription at the earliest. */
async function activate(lifecycle: SubscriptionLifecycle): Promise<void> {
  const { holidays } = await lifecycle.settings();
  const subscription = lifecycle.subject();
  const { terms, epoch, recovered } = subscription.snapshot();
  const paused = isPaused(subscription.snapshot());
  const since = startOfDay(dayOf(Date.parse(epoch)));
  // a recovered one has read the charges of its due dates already
  if (!recovered) subscription.setNext(nextDue(terms.plan, since, new Set(holidays)));
  subscription.settleState(paused ? 'it was recovered, and not resumed yet' : 'the card can be charged');
  if (!paused) lifecycle.notify({ type: 'subscription.active', effect: 'active' });
}
