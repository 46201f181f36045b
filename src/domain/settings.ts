import type { Kobo } from './money.js';
import type { Policies } from './collection/policy.js';

/**
 * What the deployment decides and no request may: windows, plans, tolerances. The worker hands it to each
 * story once, after recall, so that a story keeps the values it began with.
 */
export interface Settings {
  /** How long the gateway takes money for a checkout. */
  readonly checkoutWindowMs: number;
  /** How long after the window the gateway is first asked whether it is over on its side too. */
  readonly closingGraceMs: number;
  /** How a question is repeated while it proves nothing, and after a lost answer; the last one goes on. */
  readonly recheckScheduleMs: readonly number[];
  /** How a change that surely had no effect, or may be repeated, is tried again; the last one goes on. */
  readonly retryScheduleMs: readonly number[];
  /** When to tell the merchant again after the quick attempts failed; at the end of it a person is told. */
  readonly webhookRetryScheduleMs: readonly number[];
  readonly feeCeilingKobo: Kobo;
  /** What is done about money that is not what was asked. */
  readonly policies: Policies;
  /** How often a payer may mistake the code of a card. */
  readonly otpMaxAttempts: number;
  /** How long a code is waited for, and a payer who went to the card's issuer. */
  readonly cardAuthTimeoutMs: number;
  /** After this a desk that has not taken up its call is gone. */
  readonly vaultTimeoutMs: number;
  /** How long the history of a story without an end may grow before it goes on in a new run. */
  readonly continueAsNewAfterHistoryEvents: number;
  /** How long a run stays after it learned by asking what an event will tell it as well. */
  readonly gatewayEventGraceMs: number;
  /** Where payers come back to, so that the gateway is asked at once; without it they go straight to the merchant. */
  readonly returnUrl?: string;
  /** False where the deployment has no address to tell. */
  readonly deliversWebhooks: boolean;
  /** Until a read of the gateway surely shows what was written before it. */
  readonly propagationMs: number;
  /** How long after a page or an account was handed out it is checked although no event came; one check each. */
  readonly safetyChecksMs: readonly number[];
  /** How often what waits longer than an hour is checked although no event came. */
  readonly dailyCheckMs: number;
  /** How long the gateway may leave something unanswered before a person is told. */
  readonly unresolvedAfterMs: number;
  /** Check requests that come closer together share one check. */
  readonly checkGapMs: number;
}
