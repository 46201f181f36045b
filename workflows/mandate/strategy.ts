import type { Settings } from '../../src/config/settings.js';
import { isOver } from '../../src/domain/mandate/debit.js';
import { endOf, isWaiting } from '../../src/domain/mandate/mandate.js';
import { levelOf, type MandateReading, stateOf } from '../../src/domain/mandate/verdict.js';
import { originOf } from '../../src/domain/reference.js';
import { ZERO } from '../../src/domain/money.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check, MANDATE_SUBJECT } from './checks.js';
import { takeDebitEvent } from './debit-places.js';
import type { MandateLifecycle } from './lifecycle.js';

/** How a mandate finds its state: by its record, whenever an event, a person or the clock says so. */
export function mandateStrategy(lifecycle: MandateLifecycle): OutcomeStrategy<MandateReading> {
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
      if (originOf(event.paymentReference).owner === snapshot().terms.reference) {
        takeDebitEvent(lifecycle, event);
      }
      // the debit is read by its own schedule, until a record shows what the event reports
      return undefined;
    },
    knownLevel: () => levelOf(snapshot().state),
    apply: (reading) => {
      const wasOpen = mandate.isOpen();
      const drafts = mandate.apply(reading);
      // a cancel under way has its answer now
      if (wasOpen && !mandate.isOpen()) lifecycle.operations.wake();
      return drafts;
    },
    isOver: () => {
      const { unexpected, debits } = snapshot();
      // a mandate that was not created here is reported, and not followed
      return (unexpected === true || !mandate.isOpen()) && debits.every(isOver);
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
      const reason = `the gateway's record does not show what an event reported about the ${subject}`;
      const { amountKobo: atRiskKobo = ZERO } = snapshot().terms;
      mandate.raise({ kind: 'unproven-event', subject, reason, atRiskKobo });
    },
  };
}
