import type { Settings } from '../../src/config/settings.js';
import { isOver, isUnsent } from '../../src/domain/pull/state.js';
import { awaitCard } from '../shared/charge/find-card.js';
import { type PullPlace, pull, readAttempt } from '../shared/pull/pull.js';
import { awaitEvent, type ChargeLifecycle } from './lifecycle.js';
import { chargePlace, lastMoment } from './place.js';

/**
 * Charges the card once, until the transaction is known or the charge has ended. A charge is a period with one attempt: whether
 * its request is sent, and sent again, the rules of all such money decide.
 */
export async function sendCharge(lifecycle: ChargeLifecycle): Promise<void> {
  const place = chargePlace(lifecycle);
  if (!isOpen(place)) return;
  const settings = await lifecycle.settings();
  lifecycle.spawn(answerChecks(lifecycle, place, settings));
  const prepared = prepareCard(lifecycle, place);
  const { attempt } = lifecycle.subject().snapshot();
  // what may have left is read meanwhile
  if (attempt && isUnsent(attempt)) await prepared;
  else lifecycle.spawn(prepared);
  await pull(lifecycle, place);
  await awaitEvent(lifecycle);
}

/** Whether something is still expected of the request itself. */
function isOpen(place: PullPlace): boolean {
  const attempt = place.read();
  return attempt !== undefined && !isOver(attempt);
}

/** Finds the card of the checkout; a charge without a card that fits must not be sent. */
async function prepareCard(lifecycle: ChargeLifecycle, place: PullPlace): Promise<void> {
  const charge = lifecycle.subject();
  const { card, terms } = charge.snapshot();
  const { checkout, customer } = terms;
  if (checkout === undefined || card) return;
  const found = await awaitCard(
    lifecycle,
    { checkout, customer },
    {
      until: lastMoment(lifecycle),
      isStopped: () => !isOpen(place) || charge.snapshot().unwanted !== undefined,
      setWaiting: (reason) => place.change({ stage: { to: 'PAUSED', reason } }),
    },
  );
  if (!found) return;
  if ('card' in found) charge.change({ card: found.card });
  else place.change({ unsent: { to: 'REFUSED', reason: found.refused }, stage: undefined });
}

/** People may ask for a check. Of what was never sent there is nothing to check. */
async function answerChecks(
  { checks, pace, ...lifecycle }: ChargeLifecycle,
  place: PullPlace,
  { checkGapMs }: Settings,
): Promise<void> {
  const dueAt = () => (place.read()?.movement.sending === undefined ? checks.dueAt(checkGapMs) : undefined);
  while (isOpen(place)) {
    await pace.until(() => dueAt() !== undefined || !isOpen(place));
    await pace.pause(dueAt(), 'Check with the gateway', () => !isOpen(place));
    const attempt = place.read();
    if (!attempt || !isOpen(place)) return;
    checks.started();
    const isRead = isUnsent(attempt) || (await readAttempt({ pace, ...lifecycle }, place));
    checks.ended(isRead || !isOpen(place));
  }
}
