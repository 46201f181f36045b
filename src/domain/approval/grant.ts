import { isInstant, isObject, isOptional, isText } from '../shapes.js';

export const GRANT_ACTIONS = ['create', 'approve', 'decline', 'decide'] as const;

export type GrantAction = (typeof GRANT_ACTIONS)[number];

/** That a person or service, known by an API key, may do one thing to one lifecycle, with just these terms. */
export interface Grant {
  readonly action: GrantAction;
  /** Workflow id of the lifecycle. */
  readonly target: string;
  /** SHA-256 of the terms, in hex: other terms need another grant. */
  readonly termsHash: string;
  /** Name of the API key. */
  readonly key: string;
  /** The person or service that the key belongs to. */
  readonly subject: string;
  readonly at: string;
  /** The grant is of no use after this time. */
  readonly notAfter: string;
  readonly reason?: string;
}

export interface SignedGrant {
  readonly grant: Grant;
  /** The signing key, by its name in the key file. */
  readonly keyId: string;
  /** HMAC-SHA-256, in hex. */
  readonly mac: string;
}

/** What a grant is checked against. */
export interface GrantPurpose {
  readonly action: GrantAction;
  /** Workflow id of the lifecycle. */
  readonly target: string;
  readonly terms: object;
}

/** What a decision on a review item is about: the lifecycle's terms, the item, and what was decided. */
export function decisionTerms(
  terms: object,
  decision: {
    readonly key: string;
    readonly decision: string;
    readonly gatewayReference?: string;
    readonly amountKobo?: number;
    readonly version?: string;
  },
): object {
  const { key, decision: taken, gatewayReference, amountKobo, version } = decision;
  return { terms, key, decision: taken, gatewayReference, amountKobo, version };
}

export type GrantCheck = { readonly valid: true } | { readonly valid: false; readonly reason: string };

export const LONGEST_KEY_NAME = 64;
export const LONGEST_SUBJECT = 200;
export const LONGEST_REASON = 200;
const LONGEST_TARGET = 200;
const LONGEST_INSTANT = 40;

const HEX_32_BYTES = /^[0-9a-f]{64}$/;

/** Checks the shape of what any Temporal client may send; says nothing about the signature. */
export function readSignedGrant(value: unknown): SignedGrant | undefined {
  if (!isObject(value)) return undefined;
  const { keyId, mac } = value;
  const grant = readGrant(value.grant);
  if (!grant || !isText(keyId, LONGEST_KEY_NAME) || !isHash(mac)) return undefined;
  return { grant, keyId, mac };
}

export const isSignedGrant = (value: unknown) => readSignedGrant(value) !== undefined;

function readGrant(value: unknown): Grant | undefined {
  if (!isObject(value)) return undefined;
  const { action, target, termsHash, key, subject, at, notAfter, reason } = value;
  if (!isAction(action) || !isText(target, LONGEST_TARGET) || !isHash(termsHash)) return undefined;
  if (!isText(key, LONGEST_KEY_NAME) || !isText(subject, LONGEST_SUBJECT)) return undefined;
  if (!isMoment(at) || !isMoment(notAfter)) return undefined;
  if (!isOptional(reason, (given) => isText(given, LONGEST_REASON))) return undefined;
  const grant = { action, target, termsHash, key, subject, at, notAfter };
  return reason === undefined ? grant : { ...grant, reason: reason as string };
}

function isAction(value: unknown): value is GrantAction {
  return GRANT_ACTIONS.some((action) => action === value);
}

function isHash(value: unknown): value is string {
  return isText(value) && HEX_32_BYTES.test(value);
}

function isMoment(value: unknown): value is string {
  return isText(value, LONGEST_INSTANT) && isInstant(value);
}
