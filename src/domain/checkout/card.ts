import type { SecretPlace } from '../secret-place.js';
/** Enough to recognise a card, not enough to charge it. */
export interface CardFace {
  readonly bin: string;
  readonly last4: string;
}

/**
 * State of the checkout's card step. UNKNOWN is a charge or an OTP whose outcome is unknown: Oware tries
 * nothing more on that transaction until the gateway reports it. NOT_CHARGED means that it was surely never
 * sent.
 */
export type CardState =
  'CHARGING' | 'OTP_REQUIRED' | 'THREE_DS_REQUIRED' | 'CHARGED' | 'DECLINED' | 'NOT_CHARGED' | 'UNKNOWN';

export interface CardStep {
  readonly state: CardState;
  readonly reason: string;
  readonly card: CardFace;
  readonly transactionReference?: string;
  /** Where the vault keeps the card, for the steps that need it again. */
  readonly at: SecretPlace;
  /** The gateway's id of the OTP that it sent to the customer. */
  readonly otpId?: string;
  readonly attemptsLeft?: number;
  /** When the OTP or the visit to the issuer expires. */
  readonly expiresAt?: string;
  /** The issuer's address for the payer. */
  readonly redirectUrl?: string;
}

/** While true, another charge, OTP or channel could make the payer pay twice. */
export function isUnresolved({ state }: CardStep): boolean {
  return state === 'CHARGING' || state === 'UNKNOWN' || state === 'CHARGED';
}

/** A token of a card that paid, for later charges. */
export interface CardToken {
  readonly token: string;
  /** The gateway requires the e-mail address of the first charge with every later one. */
  readonly email: string;
  readonly last4?: string;
  readonly cardType?: string;
  readonly bank?: string;
}

/**
 * What the payer's browser reports, in the gateway's spelling; the issuer decides by it whether to require
 * 3-D Secure.
 */
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
