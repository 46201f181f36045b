/** How a transfer ends after the wallet is debited. Times are of the sandbox's clock. */
export interface PayoutCourse {
  readonly end: 'SUCCESS' | 'FAILED' | 'REVERSED';
  /** How long it is pending; 0: decided at once. */
  readonly afterMs: number;
  readonly message: string;
  /** Whether its status is FAILED, and not PENDING, until the end. */
  readonly seemsFailed?: boolean;
}

export interface ScenarioAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly course: PayoutCourse;
}

const MINUTE = 60_000;
export const APPROVED = 'Approved or completed successfully';

/** Far enough away that the transfer stays pending. */
const NEVER = 365 * 24 * 60 * MINUTE;

export const USUAL_COURSE: PayoutCourse = { end: 'SUCCESS', afterMs: 0, message: APPROVED };

/** Accounts at every bank whose number decides how transfers, refunds and debits end. */
export const SCENARIO_ACCOUNTS: readonly ScenarioAccount[] = [
  scenario('0199900001', 'DORMANT ACCOUNT', { end: 'FAILED', afterMs: 0, message: 'Dormant account' }),
  scenario('0199900002', 'SLOW SUCCESS', { end: 'SUCCESS', afterMs: 2 * MINUTE, message: APPROVED }),
  scenario('0199900003', 'SLOW FAILURE', {
    end: 'FAILED',
    afterMs: 2 * MINUTE,
    message: 'Transaction rejected by destination',
  }),
  scenario('0199900004', 'LATE REVERSAL', { end: 'REVERSED', afterMs: 10 * MINUTE, message: APPROVED }),
  scenario('0199900005', 'FALSE FAILURE', {
    end: 'SUCCESS',
    afterMs: 5 * MINUTE,
    message: 'Timed out at destination bank',
    seemsFailed: true,
  }),
  scenario('0199900006', 'NEVER DECIDED', {
    end: 'SUCCESS',
    afterMs: NEVER,
    message: 'Processing in progress',
  }),
  scenario('0199900007', 'EMPTY ACCOUNT', { end: 'FAILED', afterMs: 0, message: 'Insufficient funds' }),
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
