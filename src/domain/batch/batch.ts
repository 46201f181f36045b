import type { Currency, Kobo } from '../money.js';

/** With a bad row the gateway refuses the whole batch (BREAK), or fails only that row (CONTINUE). */
export const ON_VALIDATION_FAILURE = ['CONTINUE', 'BREAK'] as const;

/**
 * What the merchant asks for, without the rows, which the parts hold. Count, sum and fingerprint are of all rows: the
 * same reference with other rows is a conflict.
 */
export interface BatchTerms {
  readonly reference: string;
  readonly title: string;
  /** For rows without one of their own, and for the gateway's record of the batch. */
  readonly narration?: string;
  readonly onValidationFailure: (typeof ON_VALIDATION_FAILURE)[number];
  readonly currency: Currency;
  readonly count: number;
  readonly sumKobo: Kobo;
  readonly fingerprint: string;
  /** The batch whose failed rows are sent again. */
  readonly retryOf?: string;
  /** Nothing is sent before this time. */
  readonly startAt?: string;
  /** Nothing is sent after this time. */
  readonly notAfter?: string;
}
