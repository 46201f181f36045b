import { holdsCardNumber, NO_CARD_NUMBER } from './card-number.js';

/**
 * The merchant's reference is the key of a lifecycle: it names the workflow, it is sent to the gateway, and
 * repeats are recognised by it. Two hyphens in a row are reserved for derived references, so the owner of any
 * reference can be computed without a lookup.
 */
export const OWN_REFERENCE = /^[A-Za-z0-9._-]{1,52}$/;
export const LONGEST_REFERENCE = 52;
export const NOT_A_REFERENCE = 'must be 1 to 52 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';

/** Any reference that the gateway can look up, such as its own with their bars. */
// eslint-disable-next-line no-control-regex -- control characters are what it keeps out
export const GATEWAY_REFERENCE = /^[^\u0000-\u001f\u007f]{1,255}$/;
export const LONGEST_GATEWAY_REFERENCE = 255;

export const ELEVEN_DIGITS = 'must not be 11 digits only, like a BVN, a NIN or a phone number';

/** Why this text is not a valid reference; undefined when it is. */
export function refuseReference(text: string): string | undefined {
  if (!OWN_REFERENCE.test(text)) return NOT_A_REFERENCE;
  if (text.includes('--')) return 'must not contain two hyphens in a row';
  // these have a special meaning in a URL path
  if (text === '.' || text === '..') return 'must not be dots only';
  // references appear in logs and lists, and these would identify a person
  if (/^\d{11}$/.test(text)) return ELEVEN_DIGITS;
  if (holdsCardNumber(text)) return NO_CARD_NUMBER;
  return undefined;
}

export function isReference(text: string): boolean {
  return refuseReference(text) === undefined;
}

/** References derived from an owner: further inits, gateway batches and rows, debits, charges, refunds. */
export const DERIVED = {
  i: 'init',
  p: 'batch-part',
  b: 'batch-row',
  d: 'debit',
  c: 'charge',
  s: 'subscription-charge',
  r: 'refund',
} as const;

export type DerivedKind = (typeof DERIVED)[keyof typeof DERIVED];

const DERIVATION = /^(?<owner>.+)--(?<kind>[ipbdcsr])(?<ordinal>\d+(?:\.\d+)?)$/;

export interface Origin {
  readonly owner: string;
  readonly kind?: DerivedKind;
  readonly ordinal?: string;
}

/** Init number n of a checkout; the first one has the merchant's reference itself. */
export function initReference(owner: string, n: number): string {
  return n === 1 ? owner : `${owner}--i${n}`;
}

/** Row n of a batch, counted from 1 over all parts: its transfer at the gateway. */
export function rowReference(owner: string, n: number): string {
  return `${owner}--b${n}`;
}

/** Part n of a batch, counted from 1: its batch at the gateway. */
export function partReference(owner: string, n: number): string {
  return `${owner}--p${n}`;
}

/** The token charge of a charge: the merchant's own reference stays free for a checkout. */
export function chargeReference(owner: string): string {
  return `${owner}--c1`;
}

/** Refund number n that a policy asked for. */
export function refundReference(owner: string, n: number): string {
  return `${owner}--r${n}`;
}

/** Reverses a derivation. A foreign reference is its own owner. */
export function originOf(reference: string): Origin {
  const match = DERIVATION.exec(reference)?.groups;
  if (!match?.owner || !isReference(match.owner)) return { owner: reference };
  const kind = DERIVED[match.kind as keyof typeof DERIVED];
  return { owner: match.owner, kind, ordinal: match.ordinal ?? '' };
}

export function ownerOf(reference: string): string {
  return originOf(reference).owner;
}
