import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import { chargeReference } from '../../src/domain/reference.js';
import { type ReviewItem, reviewKey } from '../../src/domain/lifecycle/review.js';
import { decide, learnRefunds, refuseDecision, refuseLearned } from '../shared/collection/decide.js';
import { createOrderPlace, UNRESOLVED } from '../shared/collection/order-place.js';
import { openSend } from '../shared/gateway/open-send.js';
import { cancelOf, type ReviewResolution } from '../shared/messages.js';
import { decideOn, refuseDecisionOn } from '../shared/pull/decide.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import type { ChargeLifecycle } from './lifecycle.js';
import { CHARGE } from './messages.js';
import { chargePlace, isNamed, lastMoment } from './place.js';
import { CHARGE_RULES } from './rules.js';

export function registerHandlers(lifecycle: ChargeLifecycle): void {
  registerCommonHandlers(lifecycle, {
    ...CHARGE,
    // what it reports is read before anything more is sent
    onEvent: () => {
      if (lifecycle.isReady() && isNamed(lifecycle)) lifecycle.subject().withdraw();
    },
    openOperations: () => {
      const { attempt } = lifecycle.subject().snapshot();
      return attempt && lifecycle.given() ? openSend(attempt, lastMoment(lifecycle)) : [];
    },
    learn: (command) => learnRefunds(lifecycle, CHARGE_RULES, command),
    refuse: (command, item) => refuse(lifecycle, command, item),
    refuseLearned: (command, item) => refuseLearned(lifecycle, command, item),
    onResolved: (_charge, command, item) => {
      const { key, gatewayReference } = command;
      const isAboutRequest = isOfRequest(lifecycle, item);
      if (isAboutRequest && !saysCharged(command)) {
        decideOn(chargePlace(lifecycle), command, lifecycle.pace.now());
      } else if ((isAboutRequest || key === reviewKey(UNRESOLVED)) && gatewayReference !== undefined) {
        addTransaction(lifecycle, gatewayReference);
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

/** Whether an item is about the request whose transaction is not known. */
const isOfRequest = (lifecycle: ChargeLifecycle, { isOfEvidence }: ReviewItem): boolean =>
  isOfEvidence === true && lifecycle.subject().snapshot().attempt !== undefined;

function refuse(lifecycle: ChargeLifecycle, command: ReviewResolution, item: ReviewItem): void {
  if (!isOfRequest(lifecycle, item)) {
    refuseDecision(lifecycle, command, item);
    return;
  }
  refuseDecisionOn(chargePlace(lifecycle), command, item);
  if (saysCharged(command) && command.gatewayReference === undefined) {
    throw refusal('invalid', 'gatewayReference: required, so that the transaction can be followed');
  }
}

const saysCharged = ({ decision }: ReviewResolution) => decision === 'happened' || decision === 'accept';

/** The transaction that a person names: its record decides. */
function addTransaction(lifecycle: ChargeLifecycle, transactionReference: string): void {
  const charge = lifecycle.subject();
  if (charge.find(transactionReference)) return;
  const paymentReference = chargeReference(charge.snapshot().terms.reference);
  const added = charge.adopt({ transactionReference, paymentReference }, lifecycle.pace.now());
  const transactions = [...charge.snapshot().transactions, added];
  createOrderPlace(lifecycle, CHARGE_RULES).change({ transactions });
  lifecycle.checks.requestNow();
}

function refuseSent(lifecycle: ChargeLifecycle): void {
  const { state, attempt } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  if (state !== 'PENDING') throw refusal('not-open', `the charge is ${state}`);
  if (!attempt) throw refusal('not-open', 'the charge was already sent');
}

/**
 * Cancels what was not sent. What may have been sent is not sent again, and stays PENDING: a card that was charged is not
 * cancelled.
 */
async function cancelCharge(lifecycle: ChargeLifecycle): Promise<ChargeSnapshot> {
  const charge = await lifecycle.whenReady();
  charge.cancel();
  await lifecycle.pace.until(() => !charge.mayBeWithdrawn());
  const { state } = charge.snapshot();
  if (state !== 'CANCELLED') {
    throw refusal('not-open', `the charge was already sent, and is not sent again: it is ${state}`);
  }
  return charge.snapshot();
}
