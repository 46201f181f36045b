/** How a bank's or an identity register's data compare with what was given, in the gateway's words. */
interface Matched {
  readonly matchStatus?: string | null | undefined;
  readonly matchPercentage?: unknown;
}

export interface PersonToMatch {
  readonly bvn: string;
  readonly name: string;
  readonly dateOfBirth: string;
  readonly phone: string;
}

export interface MatchedPerson {
  readonly name: Matched | null | undefined;
  readonly dateOfBirth: string | null | undefined;
  readonly phone: string | null | undefined;
}

export interface AccountToMatch {
  readonly bvn: string;
  readonly bankCode: string;
  readonly accountNumber: string;
}

export interface MatchedAccount extends Matched {
  readonly accountName: string | null | undefined;
}

/** What became of one read. */
export type PrivateAnswer<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer that can be read came within its time. */
  | { readonly kind: 'unanswered' };

/**
 * Reads whose question or answer may not enter Temporal: clear paycodes, which are cash, and look-ups of people. Each
 * is one attempt, from the gateway to the caller; nothing on the way stores or logs it.
 */
export interface PrivateReads {
  /** The clear code of a paycode; undefined when the gateway has none. */
  readonly revealPaycode: (reference: string) => Promise<string | undefined>;
  readonly matchPerson: (person: PersonToMatch) => Promise<PrivateAnswer<MatchedPerson>>;
  readonly matchAccount: (account: AccountToMatch) => Promise<PrivateAnswer<MatchedAccount>>;
  /** Who has a NIN: the fields of the gateway. */
  readonly findByNin: (nin: string) => Promise<PrivateAnswer<Readonly<Record<string, unknown>>>>;
}
