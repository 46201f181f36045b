import { holdsCardNumber, NO_CARD_NUMBER } from './card-number.js';

/**
 * The merchant's reference is the key of a payment: it names the workflow, it is sent to the gateway, and a
 * repeat is recognised by it. Two hyphens in a row are ours: they set off derived references, so the owner
 * of any reference can be computed without a lookup.
 */
const OWN = /^[A-Za-z0-9._-]{1,52}$/;

export const ELEVEN_DIGITS = 'must not be 11 digits alone, as a BVN, a NIN and a phone number are';

/** Why this text cannot be a reference, in words for the merchant; undefined when it can. */
export function refuseReference(text: string): string | undefined {
  if (!OWN.test(text)) return 'must be 1 to 52 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';
  if (text.includes('--')) return 'must not contain two hyphens in a row';
  // in a path these two mean another place
  if (text === '.' || text === '..') return 'must not be dots alone';
  // references are shown everywhere, and these would be a person's
  if (/^\d{11}$/.test(text)) return ELEVEN_DIGITS;
  if (holdsCardNumber(text)) return NO_CARD_NUMBER;
  return undefined;
}

export function isReference(text: string): boolean {
  return refuseReference(text) === undefined;
}

/** What was derived from an owner: further inits, gateway batches and rows, debits, charges, refunds. */
export const DERIVED = {
  i: 'init',
  p: 'batch-part',
  b: 'batch-row',
  d: 'debit',
  s: 'subscription-charge',
  r: 'refund',
} as const;

export type DerivedKind = (typeof DERIVED)[keyof typeof DERIVED];

const DERIVATION = /^(?<owner>.+)--(?<kind>[ipbdsr])(?<ordinal>\d+(?:\.\d+)?)$/;

export interface Origin {
  readonly owner: string;
  readonly kind?: DerivedKind;
  readonly ordinal?: string;
}

/** The init of a payment numbered n; the first one carries the merchant's reference itself. */
export function initReference(owner: string, n: number): string {
  return n === 1 ? owner : `${owner}--i${n}`;
}

/** Undoes every derivation. A reference that is not ours is its own owner. */
export function originOf(reference: string): Origin {
  const match = DERIVATION.exec(reference)?.groups;
  if (!match?.owner || !isReference(match.owner)) return { owner: reference };
  const kind = DERIVED[match.kind as keyof typeof DERIVED];
  return { owner: match.owner, kind, ordinal: match.ordinal ?? '' };
}

export function ownerOf(reference: string): string {
  return originOf(reference).owner;
}
