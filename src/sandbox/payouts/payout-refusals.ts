import { Refusal } from '../http/refusal.js';

/** Disbursement error codes. Their HTTP statuses are not published; 400 is in the gateway's list. */
const REASONS = {
  D01: 'Something went wrong',
  D02: 'Could not find disbursement transaction for given reference',
  D03: 'Invalid account details',
  D04: 'Insufficient balance in wallet',
  D05: 'Supplied reference already exists!',
  D06: 'Merchant is not authorised to make transfers',
  D07: 'Duplicate request: same destination and amount within two minutes',
} as const;

export function refusePayout(code: keyof typeof REASONS, reason?: string): Refusal {
  return new Refusal(code === 'D02' ? 404 : 400, reason ?? REASONS[code], code);
}
