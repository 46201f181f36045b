import type { CreatedRecord, RecordKind, RecordTerms } from '../../../src/domain/gateway-record.js';

export const WRITE_ONCE = 'writeOnce';

export interface WriteOnceInput<Kind extends RecordKind = RecordKind> {
  readonly kind: Kind;
  readonly terms: RecordTerms[Kind];
}

/** The result names the terms: a repeat with other terms is refused. */
export interface WriteOnceResult<Kind extends RecordKind = RecordKind> extends WriteOnceInput<Kind> {
  readonly record: CreatedRecord;
}

export function recordId(kind: RecordKind, reference: string): string {
  return `${kind}:${reference}`;
}

/** Failure of a run that created nothing: its reference is free. */
export const NOT_CREATED = 'not-created';
