import { createHash, createHmac, randomUUID } from 'node:crypto';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

/** How a caller identifies a command, so that a repeat is recognised. */
export interface CommandOptions {
  /**
   * The same key with the same command gets the same answer, in any run; the same key with another command is
   * refused. Without a key each call is a new command.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface CommandIdentity {
  readonly update: string;
  readonly reference: string;
  /** What distinguishes two commands under one key; card handles differ from call to call and do not count. */
  readonly fingerprint: unknown;
}

const ID_DIGITS = 40;

/**
 * Update ids are visible in plain text, and an argument may be a customer's BVN, which a full hash would reveal. Four
 * digits keyed with the caller's own key reveal nothing, and miss one mistake in 65,536.
 */
const FINGERPRINT_DIGITS = 4;

/**
 * The update id of a command: a hash of its key, and after a dot a fingerprint of its arguments. Temporal answers a
 * known update id from its record and does not compare arguments. So other arguments give another update id, which
 * reaches the workflow; the workflow refuses it, because it knows the part before the dot with other arguments.
 */
export function updateIdOf(
  { update, reference, fingerprint }: CommandIdentity,
  { idempotencyKey }: CommandOptions,
): string {
  // a new id each time: a refused command may be sent again, and Temporal remembers failures under their id
  if (idempotencyKey === undefined) return `c-${randomUUID()}`;
  const name = createHash('sha256').update(JSON.stringify([idempotencyKey, update, reference]));
  const content = createHmac('sha256', idempotencyKey).update(canonicalTerms({ fingerprint }));
  return `c-${name.digest('hex').slice(0, ID_DIGITS)}.${content.digest('hex').slice(0, FINGERPRINT_DIGITS)}`;
}
