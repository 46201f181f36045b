import { defineUpdate } from '@temporalio/workflow';

export const CLAIM_ROWS = 'claimRows';

export interface RowsClaimInput {
  /** The batch whose claim starts the workflow. */
  readonly owner: string;
}

/** Returns the batch that owns the payments. */
export const claim = defineUpdate<string>('claim');

export function rowsClaimId(fingerprint: string): string {
  return `rows:${fingerprint}`;
}
