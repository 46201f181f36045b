import { kobo } from '../../src/domain/money.js';
import { DEFAULT_POLICIES } from '../../src/domain/collection/policy.js';
import type { Settings } from '../../src/domain/settings.js';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The settings of a typical deployment. */
export const SETTINGS: Settings = {
  checkoutWindowMs: 40 * MINUTE,
  closingGraceMs: 5 * SECOND,
  recheckScheduleMs: [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE],
  retryScheduleMs: [SECOND, 5 * SECOND, 15 * SECOND, MINUTE],
  webhookRetryScheduleMs: [MINUTE],
  feeCeilingKobo: kobo(200_000),
  policies: DEFAULT_POLICIES,
  otpMaxAttempts: 3,
  cardAuthTimeoutMs: 10 * MINUTE,
  vaultTimeoutMs: 20 * SECOND,
  continueAsNewAfterHistoryEvents: 2_000,
  gatewayEventGraceMs: 2 * MINUTE,
  deliversWebhooks: true,
  propagationMs: 5 * SECOND,
  safetyChecksMs: [5 * MINUTE],
  dailyCheckMs: DAY,
  unresolvedAfterMs: DAY,
  checkGapMs: 5 * SECOND,
};
