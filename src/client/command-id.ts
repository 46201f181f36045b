import { createHash, createHmac, randomUUID } from 'node:crypto';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

/** How the caller names a command, so that its repeat is recognised. */
export interface CommandOptions {
  /**
   * The same key for the same command gets the same answer, in whatever run; the same key for another command is
   * refused. Without one each call is a command of its own.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Named {
  readonly update: string;
  readonly reference: string;
  /** What makes it another command under the same key; card handles differ from call to call and do not count. */
  readonly fingerprint: unknown;
}

const ID_DIGITS = 40;

/**
 * Ids are shown in plain text, and arguments may be a customer's BVN, which a whole hash would give away. Four digits
 * under the caller's own key tell nothing, and miss one mistake in 65,536.
 */
const FINGERPRINT_DIGITS = 4;

/**
 * The update id of a command: what it is called by, and after a dot what it says. Temporal answers a known update id
 * from its record without looking at the arguments. So other arguments make another update id, which reaches the
 * workflow, and that refuses it: the part before the dot is known to it with other arguments.
 */
export function updateIdOf(
  { update, reference, fingerprint }: Named,
  { idempotencyKey }: CommandOptions,
): string {
  // an id of its own: a refused command may be sent again, and Temporal remembers failures under their id
  if (idempotencyKey === undefined) return `c-${randomUUID()}`;
  const name = createHash('sha256').update(JSON.stringify([idempotencyKey, update, reference]));
  const says = createHmac('sha256', idempotencyKey).update(canonicalTerms({ fingerprint }));
  return `c-${name.digest('hex').slice(0, ID_DIGITS)}.${says.digest('hex').slice(0, FINGERPRINT_DIGITS)}`;
}
