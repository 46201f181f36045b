import type { UnsentEnd } from '../../batch/batch-part.js';
import { clip, isInstant } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** A batch orders one of its parts to report, to release rows, to send what it has, or to end what was not sent. */
export interface PartOrderEvent extends EventCore {
  readonly kind: 'part-order';
  readonly order: Order;
}

type Order =
  | { readonly kind: 'report' }
  | { readonly kind: 'send'; readonly notAfter: string }
  | { readonly kind: 'end'; readonly as: UnsentEnd; readonly reason: string }
  | { readonly kind: 'release'; readonly rows: readonly number[] | 'all'; readonly reason: string };

const ENDS: readonly unknown[] = ['CANCELLED', 'REFUSED', 'EXPIRED'] satisfies UnsentEnd[];

export const partOrder: EventKind<PartOrderEvent> = {
  kind: 'part-order',
  read: (fields) => {
    const core = readCore(fields);
    const order = readOrder((fields.order ?? {}) as Readonly<Record<string, unknown>>);
    return core && order && { ...core, order };
  },
  isFoundByCheck: () => false,
};

function readOrder({
  kind,
  notAfter,
  as,
  reason,
  rows,
}: Readonly<Record<string, unknown>>): Order | undefined {
  const why = typeof reason === 'string' ? clip(reason) : '';
  if (kind === 'report') return { kind };
  if (kind === 'send' && isInstant(notAfter)) return { kind, notAfter };
  if (kind === 'end' && ENDS.includes(as)) return { kind, as: as as UnsentEnd, reason: why };
  if (kind === 'release' && (rows === 'all' || isNumbers(rows))) return { kind, rows, reason: why };
  return undefined;
}

function isNumbers(given: unknown): given is readonly number[] {
  return Array.isArray(given) && given.every(Number.isSafeInteger);
}
