import type { Settings } from '../../src/config/settings.js';
import { isAwaited, isOver } from '../../src/domain/mandate/debit.js';
import { endOf, isWaiting } from '../../src/domain/mandate/mandate.js';
import { levelOf, PAID_LEVEL, stateOf, UNPAID_LEVEL } from '../../src/domain/mandate/verdict.js';
import { originOf } from '../../src/domain/reference.js';
import { ZERO } from '../../src/domain/money.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { timestamp } from '../shared/run/state.js';
import { applyDebitReading, check, MANDATE_SUBJECT, type MandateVerdict } from './checks.js';
import type { MandateLifecycle } from './lifecycle.js';

/** How a mandate finds its state: by its record, whenever an event, a person or the clock says so. */
export function mandateStrategy(lifecycle: MandateLifecycle): OutcomeStrategy<MandateVerdict> {
  const mandate = lifecycle.subject();
  const { snapshot } = mandate;

  /** From when on the gateway is asked until it reports the end. */
  function overAt({ mandateAuthorizationMs }: Settings): number {
    const { state, cancel, createdAt, epoch, terms } = snapshot();
    if (!mandate.isOpen()) return Infinity;
    if (cancel?.acceptedAt !== undefined) return Date.parse(cancel.acceptedAt);
    return isWaiting(state) ? Date.parse(createdAt ?? epoch) + mandateAuthorizationMs : endOf(terms);
  }

  return {
    window: 'Wait for the next check',
    overAt,
    openSince: () => {
      const { createdAt } = snapshot();
      return createdAt === undefined || !mandate.isOpen() ? undefined : Date.parse(createdAt);
    },
    check: () => check(lifecycle),
    recordEvent: (event) => {
      if (event.kind === 'mandate') {
        return { subject: MANDATE_SUBJECT, level: levelOf(stateOf(event.status ?? '')) };
      }
      if (event.kind !== 'collection') return undefined;
      const { paymentReference: reference } = event;
      if (originOf(reference).owner !== snapshot().terms.reference) return undefined;
      const debit = mandate.findDebit(reference);
      mandate.setClaimed(reference);
      // a debit that awaits its outcome is read by its own schedule, from now on
      if (debit && isAwaited(debit)) {
        mandate.updateDebit(reference, { nextCheckAt: timestamp() });
        return undefined;
      }
      return { subject: reference, level: PAID_LEVEL };
    },
    knownLevel: (subject) => {
      if (subject === MANDATE_SUBJECT) return levelOf(snapshot().state);
      const debit = mandate.findDebit(subject);
      const wasPaid = mandate.wasListed(subject) && !mandate.wasListedUnpaid(subject);
      // a record that shows no money does not answer an event that reports some, also about a debit that is not listed
      return (debit ? debit.state === 'PAID' : wasPaid) ? PAID_LEVEL : UNPAID_LEVEL;
    },
    apply: ({ mandate: reading, debits }, _context, settings) => {
      const wasOpen = mandate.isOpen();
      const drafts = [
        ...mandate.apply(reading),
        ...debits.flatMap(({ reference, reading: shown }) => [
          ...applyDebitReading(lifecycle, { reference, reading: shown, settings }),
        ]),
      ];
      // a cancel under way has its answer now
      if (wasOpen && !mandate.isOpen()) lifecycle.operations.wake();
      return drafts;
    },
    isOver: () => {
      const { unexpected, debits } = snapshot();
      // a mandate that was not created here is reported, and not followed
      return (
        (unexpected === true || !mandate.isOpen()) && debits.every((debit) => isOver(debit) && !debit.unread)
      );
    },
    // only the gateway ends it
    close: () => undefined,
    awaits: 'mandate',
    expectsEvent: () => {
      const { seen, gatewayStatus = '' } = snapshot();
      return !seen.some((key) => key.includes(`:${gatewayStatus}:`));
    },
    // the link is read after the create, and a cancel that was accepted takes effect later
    isUnresolved: () => {
      const { state, createdAt, cancel } = snapshot();
      if (!mandate.isOpen()) return false;
      return (state === 'PENDING' && createdAt !== undefined) || cancel?.acceptedAt !== undefined;
    },
    onUnresolved: () => {
      const { state, terms } = snapshot();
      const reason = `the gateway has not reported the end of the mandate, which is ${state}`;
      mandate.raise({ kind: 'unresolved', subject: 'status', reason, atRiskKobo: terms.amountKobo ?? ZERO });
    },
    raiseUnproven: ({ subject }) => {
      mandate.raiseUnproven(subject);
    },
  };
}
