import type { Sign, Wording } from '../spec/endpoint.js';

/**
 * The gateway refuses most things with code 99 and a message, and words the same refusal in several ways.
 * Each family has the messages of the specification and of public material for one meaning; an endpoint names
 * the families that it expects. A specific code always takes precedence over a message.
 */
function wording(meaning: string, ...patterns: readonly string[]): Wording {
  return { meaning, pattern: new RegExp(patterns.join('|'), 'i') };
}

const ABSENT = wording(
  'not found',
  String.raw`(?:\b|can)not (?:be )?found\b`,
  String.raw`\b(?:can ?not|can.t|could not|couldn.t|unable to|failed to) find\b`,
  String.raw`\b(?:does|do|did) ?n[o']?t exist\b`,
  String.raw`\bno (?:\w+ ){1,3}(?:found|matching|matches|exists?|with)\b`,
  String.raw`\bunknown (?:\w+ )?(?:reference|transaction|invoice|mandate|refund|transfer|batch|wallet|paycode|customer)\b`,
);

/** A message about a sub-account or a bank in the request does not mean that the account is absent. */
const ACCOUNT_ABSENT = wording(
  ABSENT.meaning,
  String.raw`^(?!.*\b(?:sub[ -]?account|bank|limit profile)\b).*(?:${ABSENT.pattern.source})`,
);

const EXISTS = wording(
  'already exists',
  String.raw`\balready (?:exists?|in use|been used|used|reserved|taken)\b`,
  String.raw`\bduplicate\b`,
  String.raw`\btwo accounts\b.*\bsame reference\b`,
  String.raw`\breference\b.*\b(?:has been|was) used\b`,
);

const DECLINED_WORDS = wording(
  'declined',
  'transaction failed',
  'auth data error',
  'invalid card',
  'not been configured for bin',
  'declined',
  'do not honou?r',
  String.raw`card (?:has )?expired|expired card`,
);

const IDENTITY = wording('incorrect BVN or NIN', String.raw`\b(?:bvn|nin)\b`);
const FUNDS = wording('insufficient funds', String.raw`\binsufficient\b`, String.raw`\bbalance is too low\b`);
const CARD_TOKEN = wording('invalid card token', 'card token', 'invalid token');
const CHARGED = wording(
  'already charged',
  String.raw`\bpayment already exists?\b`,
  'already (?:been )?(?:paid|charged)',
);
const UNCHARGED = wording('no charge started', 'no card payment found');
const OTP = wording(
  'incorrect OTP',
  String.raw`\b(?:invalid|incorrect|wrong|expired) (?:otp|authori[sz]ation code)\b`,
  String.raw`\botp\b.*\b(?:invalid|incorrect|wrong|expired|not match)`,
);

/** The gateway has nothing under this reference. */
export const NOT_FOUND: readonly Sign[] = [{ status: 404 }, { message: ABSENT }];

export const NO_RESERVED_ACCOUNT: readonly Sign[] = [{ status: 404 }, { message: ACCOUNT_ABSENT }];

/** The reference, or the name, is taken. */
export const ALREADY_EXISTS: readonly Sign[] = [{ message: EXISTS }];

export const DECLINED: readonly Sign[] = [{ message: DECLINED_WORDS }];
export const INVALID_IDENTITY: readonly Sign[] = [{ message: IDENTITY }];
export const INSUFFICIENT_FUNDS: readonly Sign[] = [{ message: FUNDS }];
export const INVALID_CARD_TOKEN: readonly Sign[] = [{ message: CARD_TOKEN }];
export const ALREADY_CHARGED: readonly Sign[] = [{ message: CHARGED }];
export const NOT_CHARGED: readonly Sign[] = [{ message: UNCHARGED }];
export const WRONG_OTP: readonly Sign[] = [{ message: OTP }];

/** The same signs, where the gateway also gives this code, which means little by itself. */
export function under(code: string, signs: readonly Sign[]): readonly Sign[] {
  return signs.filter(({ message }) => message).map((sign) => ({ ...sign, code }));
}
