import { type TransferStatus } from '../types/transfer.js';

/** How a transfer ends after the wallet is debited. Times are of the sandbox's clock. */
export interface PayoutCourse {
  readonly end: 'SUCCESS' | 'FAILED' | 'REVERSED';
  /** How long it is pending; 0: decided at once. */
  readonly afterMs: number;
  readonly message: string;
  /** Whether its status is FAILED, and not PENDING, until the end. */
  readonly seemsFailed?: boolean;
  /** Whether a reversal returns the amount only, and the fee stays with the gateway. */
  readonly keepsFee?: boolean;
  /** Other words that replies show for a status. */
  readonly words?: Partial<Readonly<Record<TransferStatus, string>>>;
}

export interface ScenarioAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly course: PayoutCourse;
  /** The name that the beneficiary gives, where it differs from the one that the bank holds. */
  readonly givenName?: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const APPROVED = 'Approved or completed successfully';

/** Far enough away that the transfer stays pending. */
const NEVER = 365 * DAY;

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
  scenario('0199900009', 'REVERSAL AFTER DAYS', { end: 'REVERSED', afterMs: 3 * DAY, message: APPROVED }),
  scenario('0199900010', 'REVERSAL WITHOUT FEE', {
    end: 'REVERSED',
    afterMs: 3 * DAY,
    message: APPROVED,
    keepsFee: true,
  }),
  scenario('0199900011', 'DOUBTFUL FAILURE', {
    end: 'FAILED',
    afterMs: 0,
    message: 'Destination system malfunction',
  }),
  scenario('0199900012', 'COMPLETED WORD', { ...USUAL_COURSE, words: { SUCCESS: 'COMPLETED' } }),
  scenario('0199900013', 'UNKNOWN WORD', slowSuccess(5 * MINUTE, 'UNDER_INVESTIGATION')),
  scenario('0199900014', 'AWAITING PROCESSING', slowSuccess(2 * MINUTE, 'AWAITING_PROCESSING')),
  scenario('0199900015', 'IN PROGRESS', slowSuccess(2 * MINUTE, 'IN_PROGRESS')),
  { ...scenario('0199900016', 'HALIMA DANJUMA', USUAL_COURSE), givenName: 'Halima Amara Danjuma' },
  { ...scenario('0199900017', 'KOLA LOGISTICS LIMITED', USUAL_COURSE), givenName: 'Chidi Bolaji Okafor' },
  scenario('0199900018', 'ENQUIRY DOWN', USUAL_COURSE),
  // in plain words, and for longer than two readings need to confirm each other
  scenario('0199900019', 'CORRECTED FAILURE', {
    end: 'SUCCESS',
    afterMs: DAY / 2,
    message: 'Insufficient funds',
    seemsFailed: true,
  }),
];

/** The first OTP for a transfer to this account cannot be sent. */
export const LOST_OTP_ACCOUNT = '0199900008';

/** A name enquiry for this account fails; transfers to it are sent. */
export const ENQUIRY_DOWN_ACCOUNT = '0199900018';

const byNumber = new Map(SCENARIO_ACCOUNTS.map((account) => [account.accountNumber, account]));

export function scenarioAccount(accountNumber: string): ScenarioAccount | undefined {
  return byNumber.get(accountNumber);
}

export function courseOf(accountNumber: string): PayoutCourse {
  return scenarioAccount(accountNumber)?.course ?? USUAL_COURSE;
}

/** How long a refund to the account, or a debit of it, is pending; undefined: as long as usual. */
export function pendingMs(accountNumber: string): number | undefined {
  const { end, afterMs } = courseOf(accountNumber);
  return end === 'REVERSED' || afterMs === 0 ? undefined : afterMs;
}

/** The word that replies show for the status of a transfer to this account. */
export function statusWord(accountNumber: string, status: TransferStatus): string {
  return courseOf(accountNumber).words?.[status] ?? status;
}

function slowSuccess(afterMs: number, word: string): PayoutCourse {
  return { end: 'SUCCESS', afterMs, message: APPROVED, words: { PENDING: word } };
}

function scenario(accountNumber: string, accountName: string, course: PayoutCourse): ScenarioAccount {
  return { accountNumber, accountName, course };
}
