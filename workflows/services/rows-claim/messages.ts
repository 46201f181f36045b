import { defineUpdate } from '@temporalio/workflow';

export const CLAIM_ROWS = 'claimRows';

export interface RowsClaimInput {
  /** The batch whose claim starts the workflow. */
  readonly owner: string;
}

/** Returns the batches that have claimed the payments before this one; a worker of an earlier version names the first one. */
export const claim = defineUpdate<
  readonly string[] | string,
  [batch: string, startAt?: string, notAfter?: string]
>('claim');

export function rowsClaimId(fingerprint: string): string {
  return `rows:${fingerprint}`;
}
