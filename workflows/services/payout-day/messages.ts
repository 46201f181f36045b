import { defineUpdate } from '@temporalio/workflow';
import type { CarriedTally, Payout, PayoutSums } from '../../../src/domain/approval/tally.js';

export const COUNT_PAYOUTS = 'countPayouts';

export interface PayoutDayInput {
  /** A calendar day in West Africa: 2026-01-31. */
  readonly day: string;
  /** From the run before, which continued as new. */
  readonly carried?: CarriedTally;
  /** A run that has ended: what it has counted counts. */
  readonly recoverFrom?: string;
}

/** How the day ended. */
export interface PayoutDayResult {
  readonly payouts: number;
  readonly sumKobo: number;
}

/** Adds a payout to the sums of the day and returns them. */
export const count = defineUpdate<PayoutSums, [Payout]>('count');

export function payoutDayId(day: string): string {
  return `payout-day:${day}`;
}
