import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { judgeCharge, type ChargeSnapshot } from '../../src/domain/charge/charge.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { ownerOf } from '../../src/domain/reference.js';
import type { OrderKind } from '../shared/collection/follow.js';
import type { ChargeLifecycle } from './lifecycle.js';
import { CHARGE_RULES } from './rules.js';
import type { ChargeState } from './state.js';

/** One reference has one transaction; events for more than these become review items. */
const TRANSACTIONS_KEPT = 10;

/** How a charge finds its outcome: by checking its transaction, from the moment the gateway has it. */
export function chargeKind(lifecycle: ChargeLifecycle): OrderKind<ChargeSnapshot> {
  const charge = lifecycle.subject();
  const { snapshot } = charge;
  return {
    ...CHARGE_RULES,
    window: 'Wait for the outcome',
    unresolved: 'the gateway has not reported an outcome',
    overAt: () => Date.parse(snapshot().sentAt ?? snapshot().epoch),
    openSince: () => {
      const { sentAt } = snapshot();
      return sentAt === undefined ? undefined : Date.parse(sentAt);
    },
    nameOf: ({ paymentReference }) => paymentReference,
    isOurs: ({ paymentReference }, record) => ownerOf(record.paymentReference) === ownerOf(paymentReference),
    judge: judgeCharge,
    adopt: (event) => adopt(charge, event, lifecycle.pace.now()),
  };
}

/** The transaction that an event names under our reference: its reply was lost. */
function adopt(charge: ChargeState, event: CollectionEvent, at: number): GatewayTransaction | undefined {
  const { transactionReference, paymentReference, amountKobo, cash } = event;
  const { transactions, terms } = charge.snapshot();
  if (ownerOf(paymentReference) !== terms.reference) return undefined;
  if (!cash && transactions.length < TRANSACTIONS_KEPT)
    return charge.adopt({ transactionReference, paymentReference }, at);
  const reason = cash
    ? `an event reports cash on ${transactionReference}, but only a card is charged`
    : `an event names ${transactionReference}, which exceeds the maximum number of transactions`;
  charge.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
  return undefined;
}
