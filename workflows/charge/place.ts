import { cardOf } from '../../src/domain/charge/card.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';
import type { Against } from '../../src/domain/pull/next-step.js';
import { isAnswer, withReading } from '../../src/domain/order/reading.js';
import { chargeReference, ownerOf } from '../../src/domain/reference.js';
import { chargeToken, findByReference } from '../shared/charge/charge-token.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import { inScope, type Withdrawable } from '../shared/gateway/money-request.js';
import { lookAtPauses } from '../shared/pull/pauses.js';
import type { Found, PullPlace, PullReply } from '../shared/pull/pull.js';
import type { ChargeLifecycle } from './lifecycle.js';
import { CHARGE_RULES } from './rules.js';

/** Where the request that charges the card is kept, how it is sent, and how its record is found. */
export function chargePlace(lifecycle: ChargeLifecycle): PullPlace {
  const charge = lifecycle.subject();
  const { snapshot } = charge;
  const order = createOrderPlace(lifecycle, CHARGE_RULES);
  return {
    // the transaction that an event names is followed instead, once the request is answered
    read: () => {
      const { attempt } = snapshot();
      return attempt?.movement.sending === undefined && isNamed(lifecycle) ? undefined : attempt;
    },
    change: (part) => {
      const { attempt } = snapshot();
      if (attempt) order.change({ attempt: { ...attempt, ...part } });
    },
    version: () => charge.version() + lifecycle.inbox.size(),
    terms: ({ absenceHorizonMs, propagationMs }) => ({
      asked: snapshot().terms.amountKobo,
      horizonMs: absenceHorizonMs,
      repeatAfterMs: propagationMs,
    }),
    surroundings: () => ({
      startAt: 0,
      notAfter: lastMoment(lifecycle),
      against: reasonsAgainst(lifecycle),
      others: [],
      limits: [],
    }),
    checksMs: () => [],
    look: () => lookAtPauses(),
    find: () => find(lifecycle),
    send: (notAfter, withdrawable) => send(lifecycle, { notAfter, withdrawable }),
    readOther: () => Promise.resolve(),
    inTurn: charge.inTurn,
    cancellable: inScope,
    setWithdrawal: charge.setWithdrawal,
  };
}

/** The last moment to send it; nothing is sent before the settings are known. */
export function lastMoment(lifecycle: ChargeLifecycle): number {
  const validityMs = lifecycle.given()?.chargeValidityMs ?? 0;
  return Date.parse(lifecycle.subject().snapshot().epoch) + validityMs;
}

/** Whether an event that was not taken yet names its transaction; cash is none of it. */
export function isNamed(lifecycle: ChargeLifecycle): boolean {
  const { reference } = lifecycle.subject().snapshot().terms;
  return lifecycle.inbox
    .waiting()
    .some(
      (event) => event.kind === 'collection' && !event.cash && ownerOf(event.paymentReference) === reference,
    );
}

function reasonsAgainst(lifecycle: ChargeLifecycle): readonly Against[] {
  const { unwanted } = lifecycle.subject().snapshot();
  if (unwanted !== undefined) return [{ reason: unwanted, isLasting: true }];
  return cardOf(lifecycle.subject().snapshot()) ? [] : [{ reason: 'the card could not be read yet' }];
}

async function send(
  lifecycle: ChargeLifecycle,
  how: { readonly notAfter: number; readonly withdrawable: Withdrawable },
): Promise<PullReply> {
  const { pace, subject } = lifecycle;
  const { terms } = subject().snapshot();
  const card = cardOf(subject().snapshot());
  if (!card) return { answer: 'not-left', observed: 'it has no card' };
  const paymentReference = chargeReference(terms.reference);
  const description = terms.description ?? `Charge ${terms.reference}`;
  return chargeToken({ ...terms, paymentReference, description }, card, {
    ...how,
    adopt: (record) => follow(lifecycle, record, { askedAt: pace.now(), isReply: true }),
  });
}

function find(lifecycle: ChargeLifecycle): Promise<Found> {
  const { terms, attempt, epoch, ...charge } = lifecycle.subject().snapshot();
  if (!attempt) return Promise.resolve(undefined);
  const { paymentReference, movement, since = Date.parse(epoch) } = attempt;
  const { currency, customer } = terms;
  const email = cardOf({ ...charge, terms })?.email ?? customer.email;
  const askedAt = lifecycle.pace.now();
  return findByReference({ paymentReference, currency, email, since, movement }, (record) =>
    follow(lifecycle, record, { askedAt }),
  );
}

/** Its transaction is known: that is followed from now on, with all that is known of the request. */
function follow(
  lifecycle: ChargeLifecycle,
  record: TransactionRecord,
  { askedAt, isReply = false }: { readonly askedAt: number; readonly isReply?: boolean },
): undefined {
  const charge = lifecycle.subject();
  const { terms, attempt, transactions, rebuiltAt } = charge.snapshot();
  // an event may have named it during the read
  if (!attempt) return;
  const { transactionReference, paymentReference } = record;
  const transaction = charge.adopt({ transactionReference, paymentReference }, askedAt);
  const reading = judgeCharge(terms, record);
  const answeredAt = lifecycle.pace.now();
  // the reply to a write proves no failure, an event may report money, and a lost run may have known of refunds: the next
  // check decides
  const tolerance = lifecycle.given();
  const isBelieved = reading.kind === 'money' ? rebuiltAt === undefined : !isReply;
  const isProof = tolerance && isAnswer(reading) && isBelieved;
  if (!isProof && reading.kind !== 'pending') lifecycle.checks.requestNow();
  const read = isProof
    ? withReading(transaction, reading, { span: { askedAt, answeredAt }, terms, tolerance })
    : transaction;
  createOrderPlace(lifecycle, CHARGE_RULES).change({
    transactions: [read, ...transactions],
    // no payer pays the rest: what is missing is weighed at once
    ...(reading.kind === 'money' && { windowOverAt: answeredAt }),
  });
}
