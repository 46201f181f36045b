/** Enough to recognise a card, nothing to pay with. */
export interface CardFace {
  readonly bin: string;
  readonly last4: string;
}

/**
 * Where the card of a payment stands. UNKNOWN is a charge or a code whose answer was lost: nothing more is
 * tried on that transaction until the gateway has told. NOT_CHARGED is one that surely never left.
 */
export type CardState =
  'CHARGING' | 'OTP_REQUIRED' | 'THREE_DS_REQUIRED' | 'CHARGED' | 'DECLINED' | 'NOT_CHARGED' | 'UNKNOWN';

export interface CardStep {
  readonly state: CardState;
  readonly reason: string;
  readonly card: CardFace;
  readonly transactionReference?: string;
  /** Where the desk keeps the card, for the steps that need it again. */
  readonly at: CardPlace;
  /** The gateway's name for the code that it sent to the customer. */
  readonly otpId?: string;
  readonly attemptsLeft?: number;
  /** When the code, or the visit to the issuer, is given up. */
  readonly expiresAt?: string;
  /** Where the payer must go. */
  readonly redirectUrl?: string;
}

export interface CardPlace {
  readonly handle: string;
  /** The queue of the one process that can open the handle. */
  readonly taskQueue: string;
}

/** While it is so, another charge, code or channel could make the payer pay twice. */
export function isUnresolved({ state }: CardStep): boolean {
  return state === 'CHARGING' || state === 'UNKNOWN' || state === 'CHARGED';
}

/** A card that was paid with and can be charged again. */
export interface CardToken {
  readonly token: string;
  /** The gateway wants the e-mail of the first charge with every later one. */
  readonly email: string;
  readonly last4?: string;
  readonly cardType?: string;
  readonly bank?: string;
}

/** What a browser tells of itself, in the gateway's spelling; an issuer decides by it whether to ask for more. */
export interface DeviceInformation {
  readonly httpBrowserLanguage?: string;
  readonly httpBrowserJavaEnabled?: boolean;
  readonly httpBrowserJavaScriptEnabled?: boolean;
  readonly httpBrowserColorDepth?: number;
  readonly httpBrowserScreenHeight?: number;
  readonly httpBrowserScreenWidth?: number;
  readonly httpBrowserTimeDifference?: string;
  readonly userAgentBrowserValue?: string;
}
