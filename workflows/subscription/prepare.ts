import { refuseCustomer } from '../../src/domain/charge/card.js';
import { dayOf, startOfDay } from '../../src/domain/calendar.js';
import { isPaused } from '../../src/domain/subscription/subscription.js';
import { nextDue } from '../../src/domain/plan.js';
import { findCard } from '../shared/charge/find-card.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

const FIND_AGAIN_MS = 60_000;

/** Finds the card before the first charge: a merchant learns at once that there is none. */
export async function prepareSubscription(lifecycle: SubscriptionLifecycle): Promise<void> {
  const subscription = lifecycle.subject();
  const isPending = () => subscription.snapshot().state === 'PENDING';
  while (isPending()) {
    const { terms } = subscription.snapshot();
    const { checkout, customer } = terms;
    if (checkout === undefined) break;
    const found = await findCard(lifecycle, checkout);
    if (found.kind === 'unanswered') {
      subscription.setWaiting('the card could not be read yet');
      await lifecycle.pace.pause(Date.now() + FIND_AGAIN_MS, 'Retry: read the card', () => !isPending());
      continue;
    }
    subscription.setWaiting(undefined);
    const reason =
      found.kind === 'none'
        ? `checkout ${checkout} has no card payment whose card can be charged again`
        : refuseCustomer(found.card, customer);
    if (!isPending()) return;
    if (reason !== undefined || found.kind === 'none') {
      subscription.transitionTo('REFUSED', reason ?? '');
      lifecycle.notify(subscription.draft());
      return;
    }
    subscription.setCard(found.card);
    break;
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
