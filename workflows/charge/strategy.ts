import type { Settings } from '../../src/config/settings.js';
import { levelOf, type Verdict } from '../../src/domain/collection/verdict.js';
import { closing } from '../shared/collection/closing.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import type { CheckContext, OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check } from './checks.js';
import type { ChargeLifecycle } from './lifecycle.js';

/** How a charge finds its outcome: by checking its transaction, from the moment the gateway has it. */
export function chargeStrategy(lifecycle: ChargeLifecycle): OutcomeStrategy<Verdict> {
  const charge = lifecycle.subject();
  const { snapshot } = charge;
  return {
    ...closing(charge),
    window: 'Wait for the outcome',
    overAt: () => Date.parse(snapshot().sentAt ?? snapshot().epoch),
    openSince: () => {
      const { sentAt } = snapshot();
      return sentAt === undefined ? undefined : Date.parse(sentAt);
    },
    check: (settings) => check(lifecycle, settings),
    recordEvent: (event) => {
      if (event.kind === 'refund-ended') {
        charge.recordRefund(event).forEach(lifecycle.notify);
        // what is left of its money is weighed again
        return event.state === 'COMPLETED' ? 'known' : undefined;
      }
      return event.kind === 'collection' ? charge.recordEvent(event) : undefined;
    },
    knownLevel: (transactionReference) => levelOf(charge.find(transactionReference)?.known),
    apply: (verdict, context, settings) => applyVerdict(lifecycle, verdict, { context, settings }),
    // only the gateway ends it
    close: () => undefined,
    onUnresolved: () => {
      const reason = 'the gateway has not reported an outcome';
      const { amountKobo: atRiskKobo } = snapshot().terms;
      charge.raise({ kind: 'unresolved', subject: 'closing', reason, atRiskKobo });
    },
    awaits: 'collection',
    expectsEvent: () => charge.hasMoney() && snapshot().seen.length === 0,
  };
}

/** Applies a verdict. No payer can try again, so nothing waits for a window to end. */
export function applyVerdict(
  lifecycle: ChargeLifecycle,
  verdict: Verdict,
  {
    context,
    settings,
  }: { readonly context: Omit<CheckContext, 'isWindowOver'>; readonly settings: Settings },
): WebhookDraft[] {
  const { policies, refundMinKobo } = settings;
  const drafts = lifecycle
    .subject()
    .apply(verdict, { ...context, isWindowOver: true, policies, refundMinKobo });
  requestPolicyRefunds(lifecycle);
  return drafts;
}
