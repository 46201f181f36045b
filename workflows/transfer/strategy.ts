import type { Settings } from '../../src/config/settings.js';
import { isAuthorising, isOver } from '../../src/domain/transfer/transfer.js';
import { levelClaimed, levelKnown, type TransferReading } from '../../src/domain/transfer/verdict.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check } from './checks.js';
import type { TransferLifecycle } from './lifecycle.js';

/** How a transfer finds its outcome: by the status under its reference. */
export function transferStrategy(lifecycle: TransferLifecycle): OutcomeStrategy<TransferReading> {
  const transfer = lifecycle.subject();
  const { snapshot } = transfer;

  /** From when on the gateway is asked until it reports an outcome. */
  function overAt({ transferOtpWindowMs, failureConfirmMs, closingGraceMs }: Settings): number {
    const { state, failedAt, authorization, pendingSince, epoch } = snapshot();
    // a failure counts once a second read confirms it
    if (state === 'FAILED' && failedAt !== undefined) {
      return Date.parse(failedAt) + failureConfirmMs - closingGraceMs;
    }
    if (isAuthorising(state) && authorization) {
      return Date.parse(authorization.resentAt ?? authorization.since) + transferOtpWindowMs;
    }
    return Date.parse(pendingSince ?? epoch);
  }

  return {
    window: 'Wait for the outcome',
    overAt,
    openSince: () => {
      const { sentAt } = snapshot();
      return sentAt === undefined ? undefined : Date.parse(sentAt);
    },
    check: () => check(lifecycle),
    recordEvent: (event) => {
      const { reference } = snapshot().terms;
      if (event.kind !== 'disbursement' || event.reference !== reference) return undefined;
      transfer.learnSession(event);
      return { subject: reference, level: levelClaimed(event.status) };
    },
    knownLevel: () => levelKnown(snapshot().state, snapshot().sentAt !== undefined),
    apply: (reading, _context, settings) => {
      transfer.weighOtp(reading, settings);
      return [...transfer.apply(reading), ...transfer.weighFailure(reading, settings)];
    },
    isOver: () => isOver(snapshot()),
    // only the gateway ends it
    close: () => undefined,
    awaits: 'disbursement',
    expectsEvent: () => snapshot().sentAt !== undefined && snapshot().seen.length === 0,
    isUnresolved: () => snapshot().authorization?.waitingSeen !== undefined,
    onUnresolved: () => {
      const reason = 'the gateway has not reported an outcome';
      transfer.raise({
        kind: 'unresolved',
        subject: 'status',
        reason,
        atRiskKobo: snapshot().terms.amountKobo,
      });
    },
    raiseUnproven: ({ subject }) => {
      const reason = "the gateway's record does not show what a gateway event reported";
      transfer.raise({
        kind: 'unproven-event',
        subject,
        reason,
        atRiskKobo: snapshot().terms.amountKobo,
      });
    },
  };
}
