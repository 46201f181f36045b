/**
 * Assumptions where the specification is silent, or public material contradicts it. The default is the
 * specification's word; a `switch` is set in the profile, and a `tolerated` one needs no setting, because
 * both forms are understood.
 */
export interface Assumption {
  readonly about: string;
  readonly default: string;
  readonly alternative: string;
  readonly source: string;
  /** The values that can be set, where they are not free text. */
  readonly choices?: readonly string[];
  readonly handling: 'switch' | 'tolerated';
}

const SPEC = 'specification';
const SILENT = 'public documentation; the specification is silent';

export const SWITCHES = {
  signatureHeader: {
    about: 'the header with the signature of an event',
    default: 'service-signature',
    alternative: 'the name that the live gateway uses',
    source: SPEC,
    handling: 'switch',
  },
  batchListPath: {
    about: 'where batches are listed',
    default: '/api/v2/disbursements/bulk/transactions',
    alternative: '/api/v2/disbursements/bulk',
    source: `${SPEC}; the public sandbox answers 404 there`,
    handling: 'switch',
  },
  debitAmountForm: {
    about: "the format of a debit's amount: text or number",
    default: 'text',
    alternative: 'number',
    choices: ['text', 'number'],
    source: `${SPEC}; the public interface description says number`,
    handling: 'switch',
  },
  mandateTimeSeparator: {
    about: 'the separator between date and time in the dates of a mandate',
    default: 'T',
    alternative: 'a space',
    choices: ['T', ' '],
    source: `${SPEC}: documented with a space, sampled with a T, which public libraries demand`,
    handling: 'switch',
  },
  walletBalanceField: {
    about: "the query field for the balance of a customer's wallet",
    default: 'walletReference',
    alternative: 'accountNumber',
    choices: ['walletReference', 'accountNumber'],
    source: 'public interface description; public libraries use accountNumber',
    handling: 'switch',
  },
  'events.collection': eventName('a successful collection, cash included', 'SUCCESSFUL_TRANSACTION'),
  'events.disbursement-succeeded': eventName('a successful disbursement', 'SUCCESSFUL_DISBURSEMENT'),
  'events.disbursement-failed': eventName('a failed disbursement', 'FAILED_DISBURSEMENT'),
  'events.disbursement-reversed': eventName('a reversed disbursement', 'REVERSED_DISBURSEMENT'),
  'events.refund-succeeded': eventName('a successful refund', 'SUCCESSFUL_REFUND'),
  'events.refund-failed': eventName('a failed refund', 'FAILED_REFUND'),
  'events.settlement': eventName('a completed settlement', 'SETTLEMENT'),
  'events.rejected-payment': eventName('a rejected payment', 'REJECTED_PAYMENT'),
  'events.mandate': eventName('a mandate update', 'MANDATE_UPDATE'),
  'events.wallet-activity': eventName('activity on a wallet', 'ACCOUNT_ACTIVITY'),
  'events.low-balance': eventName('a low wallet balance', 'LOW_BALANCE_ALERT'),
} as const satisfies Record<string, Assumption>;

function eventName<const Name extends string>(about: string, name: Name) {
  return {
    about: `eventType of ${about}`,
    default: name,
    alternative: 'another name',
    source: SILENT,
    handling: 'switch',
  } as const;
}

export const TOLERATED = {
  tokenLife: {
    about: 'expiresIn',
    default: 'seconds',
    alternative: 'digits in text; zero, absent or unreadable, which means 3600',
    source: SILENT,
  },
  localTime: {
    about: 'the time zone of a time without one',
    default: 'West Africa Time',
    alternative: 'an offset in the text',
    source: SILENT,
  },
  successMark: {
    about: 'what marks a reply as a success',
    default: 'requestSuccessful',
    alternative: 'where it is absent, responseCode 0, 00 or M00',
    source: `${SPEC}; paycodes leave it out`,
  },
  responseCodeType: { about: 'type of responseCode', default: 'text', alternative: 'number', source: SPEC },
  cardAuthorization: {
    about: 'reply of the OTP and 3-D Secure authorizations',
    default: 'card charge result',
    alternative: 'a record with paymentStatus SUCCESSFUL',
    source: SPEC,
  },
  otpStatusWord: {
    about: 'status of a charge that needs an OTP',
    default: 'OTP_AUTHORIZATION_REQUIRED',
    alternative: 'OTP_REQUIRED',
    source: SPEC,
  },
  mandateReferenceField: {
    about: "the merchant's reference in a mandate record or event",
    default: 'externalMandateReference',
    alternative: 'mandateReference',
    source: SPEC,
  },
  activeMandateWord: {
    about: 'status of a mandate that can be debited',
    default: 'ACTIVE',
    alternative: 'ACTIVATED',
    source: SPEC,
  },
  settlementDetail: {
    about: 'shape of a settlement detail',
    default: 'one settlement',
    alternative: 'one for each beneficiary',
    source: SILENT,
  },
  subAccounts: {
    about: 'body of sub-account creation, and its reply',
    default: 'JSON array',
    alternative: 'a single object in the reply',
    source: SILENT,
  },
  lists: {
    about: 'lists in replies',
    default: 'JSON array',
    alternative: 'null or {}, which are empty; a single object, which is a list of one',
    source: SPEC,
  },
  signatureForm: {
    about: 'the signature of an event',
    default: 'lowercase hexadecimal text',
    alternative: 'capitals, surrounding spaces',
    source: SPEC,
  },
  amounts: {
    about: 'amounts in replies',
    default: 'JSON number',
    alternative: 'text with two or four decimals or groups of digits, float noise, null, empty text',
    source: SPEC,
  },
} as const satisfies Record<string, Omit<Assumption, 'handling'>>;

/** All assumptions, for the documentation. */
export const ASSUMPTIONS: Readonly<Record<string, Assumption>> = {
  ...SWITCHES,
  ...Object.fromEntries(
    Object.entries(TOLERATED).map(([name, entry]) => [name, { ...entry, handling: 'tolerated' as const }]),
  ),
};

export type SwitchName = keyof typeof SWITCHES;
