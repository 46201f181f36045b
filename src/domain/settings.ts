import type { Kobo } from './money.js';
import type { Policies } from './collection/policy.js';

/**
 * Settings of the deployment, which no request may set: windows, schedules, tolerances. The worker passes
 * them to each run once, through history, so that a run keeps the values it started with.
 */
export interface Settings {
  /** How long the gateway accepts money for a checkout. */
  readonly checkoutWindowMs: number;
  /** How long after the window the worker first checks whether the gateway closed it too. */
  readonly closingGraceMs: number;
  /** Pauses between checks that prove nothing, and after a lost reply; then they grow. */
  readonly recheckScheduleMs: readonly number[];
  /** Pauses between attempts of a write that surely had no effect or is idempotent; then they grow. */
  readonly retryScheduleMs: readonly number[];
  /** When to retry a webhook after the quick attempts failed; at its end a review item is raised. */
  readonly webhookRetryScheduleMs: readonly number[];
  readonly feeCeilingKobo: Kobo;
  /** What to do with underpayments, overpayments, late and duplicate payments. */
  readonly policies: Policies;
  /** How many incorrect OTPs a payer may submit for one charge. */
  readonly otpMaxAttempts: number;
  /** How long to wait for an OTP, and for a payer at the card's issuer. */
  readonly cardAuthTimeoutMs: number;
  /** A vault that has not picked up its call after this time is gone. */
  readonly vaultTimeoutMs: number;
  /** Length of the history at which a lifecycle continues as new. */
  readonly continueAsNewAfterHistoryEvents: number;
  /** How long a run stays open for the event of what it already learned by a check. */
  readonly gatewayEventGraceMs: number;
  /** Where payers return to, so that a check starts at once; without it they go straight to the merchant. */
  readonly returnUrl?: string;
  /** False where the deployment has no webhook URL. */
  readonly deliversWebhooks: boolean;
  /** After this time a gateway read surely shows what was written before. */
  readonly propagationMs: number;
  /** When safety checks run after the payer got a page or an account, although no event arrived. */
  readonly safetyChecksMs: readonly number[];
  /** How often a lifecycle with a window longer than an hour is checked although no event arrived. */
  readonly dailyCheckMs: number;
  /** How long the gateway may leave something unanswered before a review item is raised. */
  readonly unresolvedAfterMs: number;
  /** Check requests closer together than this share one check. */
  readonly checkGapMs: number;
}
