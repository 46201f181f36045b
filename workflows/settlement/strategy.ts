import { subjectOf, totalIn } from '../../src/domain/settlement/total.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check, PROVEN, PROVEN_AGAIN, type SettlementVerdict } from './checks.js';
import type { SettlementLifecycle } from './lifecycle.js';

/** A total that is announced is a claim: the listing proves it, or it becomes a review item at the end of the schedule. */
export function settlementStrategy(lifecycle: SettlementLifecycle): OutcomeStrategy<SettlementVerdict> {
  const settlement = lifecycle.subject();
  const { snapshot } = settlement;
  return {
    window: 'Daily check of an unproven settlement',
    // only the listing decides
    overAt: () => Infinity,
    openSince: () => Date.parse(snapshot().epoch),
    check: (settings) => check(lifecycle, settings),
    recordEvent: (event) => {
      if (event.kind !== 'settlement') return undefined;
      settlement.announce(event);
      const { proven } = snapshot();
      const hasGrown =
        proven !== undefined && event.listedCount !== undefined && event.listedCount !== proven.count;
      return { subject: subjectOf(event.amountKobo), level: hasGrown ? PROVEN_AGAIN : PROVEN };
    },
    knownLevel: (subject) => {
      const { state, announced } = snapshot();
      const total = totalIn(subject).amountKobo;
      const isKnown = state === 'COMPLETED' && (total === undefined || total === announced?.amountKobo);
      return isKnown ? PROVEN : 0;
    },
    apply: (verdict) => {
      if (verdict.kind === 'proven') return settlement.prove(verdict.total, verdict.listed);
      // while it is pending, the schedule of the claim gives the listing its time
      const isContradicted = verdict.kind === 'contradicted' && snapshot().state !== 'PENDING';
      return isContradicted ? settlement.raiseUnproven(verdict.total) : [];
    },
    isOver: settlement.isOver,
    close: () => undefined,
    awaits: 'settlement',
    // a settlement that a payment led to has no event yet
    expectsEvent: () => snapshot().announced === undefined,
    onUnresolved: () => undefined,
    raiseUnproven: ({ subject }) =>
      settlement
        .raiseUnproven(totalIn(subject).amountKobo ?? snapshot().announced?.amountKobo)
        .forEach(lifecycle.notify),
  };
}
