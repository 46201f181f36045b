import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import { chargeReference } from '../../src/domain/reference.js';
import { reviewKey } from '../../src/domain/lifecycle/review.js';
import { decide, refuseDecision } from '../shared/collection/decide.js';
import { UNRESOLVED } from '../shared/collection/order-place.js';
import { cancelOf } from '../shared/messages.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import type { ChargeLifecycle } from './lifecycle.js';
import { CHARGE } from './messages.js';
import { CHARGE_RULES } from './rules.js';

export function registerHandlers(lifecycle: ChargeLifecycle): void {
  registerCommonHandlers(lifecycle, {
    ...CHARGE,
    refuse: (command, item) => refuseDecision(lifecycle, command, item),
    onResolved: (charge, command, item) => {
      const { gatewayReference, key } = command;
      const { reference } = charge.snapshot().terms;
      if (key === reviewKey(UNRESOLVED) && gatewayReference !== undefined) {
        charge.addTransaction(chargeReference(reference), gatewayReference);
      }
      return decide(lifecycle, CHARGE_RULES, command, item);
    },
  });

  registerCommand(lifecycle, cancelOf<ChargeSnapshot>(), {
    refuse: () => refuseSent(lifecycle),
    execute: () => cancelCharge(lifecycle),
    answer: () => lifecycle.subject().snapshot(),
    description: 'Cancel the charge, if it was not sent.',
  });
}

function refuseSent(lifecycle: ChargeLifecycle): void {
  const { state, sentAt } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  if (state !== 'PENDING') throw refusal('not-open', `the charge is ${state}`);
  if (sentAt !== undefined) throw refusal('not-open', 'the charge was already sent');
}

/** Cancels what was not sent. A charge in flight is resolved first: a card that was charged is not cancelled. */
async function cancelCharge(lifecycle: ChargeLifecycle): Promise<ChargeSnapshot> {
  const charge = await lifecycle.whenReady();
  if (charge.isUnsent()) charge.cancel();
  await lifecycle.pace.until(() => !charge.isUnsent());
  const { state } = charge.snapshot();
  if (state !== 'CANCELLED') throw refusal('not-open', `the charge was already sent: it is ${state}`);
  return charge.snapshot();
}
