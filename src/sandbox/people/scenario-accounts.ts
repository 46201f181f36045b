/** What happens to a transfer after the wallet was debited. Times are those of the sandbox's clock. */
export interface PayoutCourse {
  readonly end: 'SUCCESS' | 'FAILED' | 'REVERSED';
  /** Pending until then; 0: decided at once. */
  readonly afterMs: number;
  readonly says: string;
  /** What status says before the end is reached, where that is not PENDING. */
  readonly seemsFailed?: boolean;
}

export interface ScenarioAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly course: PayoutCourse;
}

const MINUTE = 60_000;
export const APPROVED = 'Approved or completed successfully';

/** Never reached: a transfer that stays pending. */
const NEVER = 365 * 24 * 60 * MINUTE;

export const USUAL_COURSE: PayoutCourse = { end: 'SUCCESS', afterMs: 0, says: APPROVED };

/** Accounts at every bank whose last digits decide how transfers, refunds and debits end. */
export const SCENARIO_ACCOUNTS: readonly ScenarioAccount[] = [
  scenario('0199900001', 'DORMANT ACCOUNT', { end: 'FAILED', afterMs: 0, says: 'Dormant account' }),
  scenario('0199900002', 'SLOW SUCCESS', { end: 'SUCCESS', afterMs: 2 * MINUTE, says: APPROVED }),
  scenario('0199900003', 'SLOW FAILURE', {
    end: 'FAILED',
    afterMs: 2 * MINUTE,
    says: 'Transaction rejected by destination',
  }),
  scenario('0199900004', 'LATE REVERSAL', { end: 'REVERSED', afterMs: 10 * MINUTE, says: APPROVED }),
  scenario('0199900005', 'FALSE FAILURE', {
    end: 'SUCCESS',
    afterMs: 5 * MINUTE,
    says: 'Timed out at destination bank',
    seemsFailed: true,
  }),
  scenario('0199900006', 'NEVER DECIDED', { end: 'SUCCESS', afterMs: NEVER, says: 'Processing in progress' }),
  scenario('0199900007', 'EMPTY ACCOUNT', { end: 'FAILED', afterMs: 0, says: 'Insufficient funds' }),
  scenario('0199900008', 'LOST OTP', USUAL_COURSE),
];

/** The first OTP for a transfer to this account cannot be sent. */
export const LOST_OTP_ACCOUNT = '0199900008';

const byNumber = new Map(SCENARIO_ACCOUNTS.map((account) => [account.accountNumber, account]));

export function scenarioAccount(accountNumber: string): ScenarioAccount | undefined {
  return byNumber.get(accountNumber);
}

export function courseOf(accountNumber: string): PayoutCourse {
  return scenarioAccount(accountNumber)?.course ?? USUAL_COURSE;
}

function scenario(accountNumber: string, accountName: string, course: PayoutCourse): ScenarioAccount {
  return { accountNumber, accountName, course };
}
