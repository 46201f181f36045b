import { createHash } from 'node:crypto';
import { lifecycleId } from '../../workflows/shared/messages.js';
import { isReference } from '../domain/reference.js';
import { type AnyKind, KINDS } from './kinds.js';

/**
 * The workflow id of a lifecycle. Every start, signal and read uses this function, so that all of them address the same
 * workflow. Workflow ids are visible in plain text: a reference that our API would refuse does not enter them, its hash
 * does. Such a hash maps to itself, also where its digits look like a card number.
 */
export function idOf(kind: Pick<AnyKind, 'prefix' | 'isReference'>, reference: string): string {
  const isLegal = kind.isReference ?? isReference;
  const isShown = isLegal(reference) || HASHED.test(reference);
  return lifecycleId(kind, isShown ? reference : hashed(reference));
}

const HASHED = /^x-[0-9a-f]{40}$/;

function hashed(reference: string): string {
  return `x-${createHash('sha256').update(reference).digest('hex').slice(0, 40)}`;
}

/** The same, for callers that only have the prefix of a lifecycle's ids. */
export function workflowIdOf(prefix: string, reference: string): string {
  return idOf(KINDS.find((kind) => kind.prefix === prefix) ?? { prefix }, reference);
}
