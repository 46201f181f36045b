import type { Settings } from '../../src/config/settings.js';
import { cardIn, isTokenRefused, refuseCustomer } from '../../src/domain/charge/card.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import { chargeReference } from '../../src/domain/reference.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { chargeOperation, type Charged } from '../shared/charge/charge-operation.js';
import { findCard } from '../shared/charge/find-card.js';
import { withReading } from '../../src/domain/order/reading.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import type { Operation, Outcome, Wait } from '../shared/gateway/operation.js';
import { createGate } from '../shared/payout/gate.js';
import { awaitEvent, type ChargeLifecycle } from './lifecycle.js';
import { CHARGE_RULES } from './rules.js';

/** Key of the operation that moves the money. */
export const SEND_KEY = 'send';

/** How soon the card is looked for again, when the gateway did not answer. */
const FIND_AGAIN_MS = 60_000;

/** Charges the card once, or ends the charge: what was never sent moved no money. */
export async function sendCharge(lifecycle: ChargeLifecycle): Promise<void> {
  if (!lifecycle.subject().isUnsent()) return;
  const settings = await lifecycle.settings();
  const outcome = await lifecycle.run(sendOperation(lifecycle, settings));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'charged')
    await applyCharged(lifecycle, outcome.answer, settings);
  else endUnsent(lifecycle, outcome);
}

/** The last moment to send it. */
export function lastMoment(lifecycle: ChargeLifecycle, { chargeValidityMs }: Settings): number {
  return Date.parse(lifecycle.subject().snapshot().epoch) + chargeValidityMs;
}

function sendOperation(lifecycle: ChargeLifecycle, settings: Settings): Operation<Charged> {
  const charge = lifecycle.subject();
  const { terms } = charge.snapshot();
  const gate = createGate(lifecycle, {
    queue: 'charges',
    onPaused: ({ reason }) => charge.setWaiting(`an operator has paused charges: ${reason}`),
    onWaitingForFunds: () => undefined,
    onReady: () => charge.stopWaiting(),
  });
  return chargeOperation({
    ...terms,
    key: SEND_KEY,
    paymentReference: chargeReference(terms.reference),
    description: terms.description ?? `Charge ${terms.reference}`,
    notAfter: lastMoment(lifecycle, settings),
    card: () => charge.snapshot().card ?? cardIn(terms, terms.customer),
    isWanted: charge.isWanted,
    ready: async () => (await prepareCard(lifecycle)) ?? (charge.isWanted() ? gate.ready() : undefined),
  });
}

/** Finds the card of the checkout; a charge without a card that fits must not be sent. */
async function prepareCard(lifecycle: ChargeLifecycle): Promise<Wait | undefined> {
  const charge = lifecycle.subject();
  const { terms, card } = charge.snapshot();
  const { checkout, customer } = terms;
  if (checkout === undefined || card) return undefined;
  const found = await findCard(lifecycle, checkout);
  if (found.kind === 'unanswered') {
    charge.setWaiting('the card could not be read yet');
    return { until: Date.now() + FIND_AGAIN_MS, summary: 'Retry: read the card' };
  }
  if (found.kind === 'none') {
    charge.refuse(`checkout ${checkout} has no card payment whose card can be charged again`);
    return undefined;
  }
  const refused = refuseCustomer(found.card, customer);
  if (refused === undefined) charge.setCard(found.card);
  else charge.refuse(refused);
  return undefined;
}

async function applyCharged(
  lifecycle: ChargeLifecycle,
  { record, transactionReference }: Extract<Charged, { kind: 'charged' }>,
  settings: Settings,
): Promise<void> {
  const charge = lifecycle.subject();
  const { terms } = charge.snapshot();
  const now = lifecycle.pace.now();
  charge.setSent(chargeReference(terms.reference), transactionReference, now);
  const reading = record && judgeCharge(terms, record);
  if (reading?.kind === 'money') {
    const about = { span: { askedAt: now, answeredAt: now }, terms, tolerance: settings };
    const place = createOrderPlace(lifecycle, CHARGE_RULES);
    // no payer pays the rest: what is missing is weighed at once
    place.changeTransaction(transactionReference, (each) => withReading(each, reading, about), {
      windowOverAt: now,
    });
  } else if (reading?.kind !== 'pending') {
    // the reply to a write proves no failure, and an event may report money: the next check decides
    lifecycle.checks.requestNow();
  }
  await awaitEvent(lifecycle);
}

function endUnsent(lifecycle: ChargeLifecycle, outcome: Outcome<Charged>): void {
  const charge = lifecycle.subject();
  const { unwanted } = charge.snapshot();
  const { end } = createOrderPlace(lifecycle, CHARGE_RULES);
  charge.stopWaiting();
  if (outcome.kind === 'answered') {
    const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
    end('REFUSED', usedElsewhere(observed));
    return;
  }
  const { kind, reason } = outcome;
  if (kind === 'refused') {
    if (isTokenRefused(reason)) charge.change({ tokenRefused: true });
    end('REFUSED', reason);
  } else if (kind === 'absent') {
    charge.change({ mayHaveLeft: true });
    end('FAILED', reason);
  } else if (unwanted) end(unwanted.end, unwanted.reason);
  else end('EXPIRED', `not sent in time: ${reason}`);
}
