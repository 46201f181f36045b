import type { Kobo } from '../money.js';
import type { PackedEvidence } from '../movement/packed.js';
import type { Payout } from '../payout/payout.js';
import type { Versioned } from '../rules-version.js';
import type { Shown } from '../payout/state.js';

export type RowState =
  /** Being checked, ready to be sent or, in a part that was sent, under way. */
  | 'PENDING'
  /** Excluded: the bank holds another name, does not know the account, or did not answer. */
  | 'HELD'
  | 'SUCCESS'
  | 'FAILED'
  | 'EXPIRED'
  | 'REVERSED'
  | 'CANCELLED'
  | 'REFUSED';

/**
 * What is known of a row; the terms have the rest, at the same place. Until its own record is seen or claimed, what is known
 * of the request of the part is known of the row.
 */
export interface PartRow extends Versioned {
  readonly state: RowState;
  readonly reason?: string;
  /** Why it is excluded, until a person releases it. */
  readonly hold?: string;
  /** It is not in the request of the part, for this reason. */
  readonly unsent?: Payout['unsent'];
  /** What was seen of it. */
  readonly seen?: PackedEvidence;
  readonly record?: Payout['record'];
  readonly doubt?: Payout['doubt'];
  readonly foreign?: string | undefined;
  readonly concluded?: string;
  /** How often its money came back, and how often the gateway contradicted what the merchant was sent of it. */
  readonly returned?: number;
  readonly contradicted?: number;
  /** A person released it although its name was not confirmed. */
  readonly wasReleased?: true;
  /** Readings since something was claimed that no record shows. */
  readonly claimReads?: number;
  /** The gateway's last word for it. */
  readonly status?: string;
  readonly transactionReference?: string;
  readonly sessionId?: string;
  /** As the record of the row says; whether it was taken, its state says. */
  readonly feeKobo?: Kobo;
  readonly nameAtBank?: string;
  readonly nameMatches?: boolean;
}

/** The request that sends the rows of a part, once: as a payout. Its record is the batch that the gateway has. */
export type PartRequest = Payout & Shown;
