import type { RequestHandler } from 'express';
import type { z } from 'zod';
import type { CardFace } from '../domain/checkout/card.js';
import type { PrivateReads } from '../domain/private-reads.js';
import type { SecretPlace } from '../domain/secret-place.js';
import type { cardFields } from '../requests/card.js';

/** Holds cards; the API itself only passes them on. */
export interface CardVault {
  keep(
    card: z.output<typeof cardFields>,
  ): SecretPlace & { readonly card: CardFace; readonly formUrl: string };
  /** The pages that payers' browsers are redirected to. */
  readonly pages: RequestHandler;
}

/** The part of a deployment that takes and shows what may not enter Temporal. It holds the gateway's keys. */
export interface ApiVault {
  /** Undefined where the deployment takes no cards. */
  readonly cards: CardVault | undefined;
  keepOtp(otp: string): SecretPlace;
  /** Erases the secret fields of a handle. */
  forget(handle: string): void;
  readonly reads: PrivateReads;
}
