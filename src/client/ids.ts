import { createHash } from 'node:crypto';
import { lifecycleId } from '../../workflows/shared/messages.js';
import { isReference } from '../domain/reference.js';
import type { AnyKind } from './kinds.js';

/**
 * The workflow id of a lifecycle. Everything that starts, signals or reads one computes it here, so that all of
 * them mean the same run. Workflow ids are shown in plain text everywhere: a reference that we did not allow does
 * not enter them, its hash does. Such an id, `x-` and 40 hex digits, is itself a legal reference and names itself.
 */
export function idOf(kind: Pick<AnyKind, 'prefix'>, reference: string): string {
  return lifecycleId(kind, isReference(reference) ? reference : hashed(reference));
}

function hashed(reference: string): string {
  return `x-${createHash('sha256').update(reference).digest('hex').slice(0, 40)}`;
}

/** The same for a lifecycle that is known by the prefix of its ids only. */
export function workflowIdOf(prefix: string, reference: string): string {
  return idOf({ prefix }, reference);
}
