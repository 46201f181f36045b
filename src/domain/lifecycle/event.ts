import type { Fields } from '../shapes.js';
import type { EventKind } from './events/core.js';
import * as kinds from './events/kinds.js';

type Kinds = typeof kinds;
type EventOf<Kind> = Kind extends EventKind<infer Event> ? Event : never;

/** What a lifecycle receives, from the gateway or from another lifecycle: that something happened. */
export type LifecycleEvent = EventOf<Kinds[keyof Kinds]>;

/** The name of the signal that brings an event. */
export const GATEWAY_EVENT = 'gatewayEvent';

interface AnyKind {
  readonly kind: string;
  readonly read: (fields: Fields) => object | undefined;
  readonly isFoundByCheck: (event: never) => boolean;
}

const KINDS: readonly AnyKind[] = Object.values(kinds);

const kindOf = (wanted: unknown) => KINDS.find(({ kind }) => kind === wanted);

/** Reads what a signal carries, field by field; whatever else it carries is dropped. */
export function readLifecycleEvent(fields: Fields): LifecycleEvent | undefined {
  const kind = kindOf(fields.kind);
  const event = kind?.read(fields);
  return event && ({ ...event, kind: kind?.kind } as LifecycleEvent);
}

/** The gateway's transaction that it is about; empty when it is about none. */
export function transactionOf(event: LifecycleEvent | undefined): string {
  return event && 'transactionReference' in event ? event.transactionReference : '';
}

/** Whether a check with the gateway shows what the event reports. */
export function isFoundByCheck(event: LifecycleEvent): boolean {
  return kindOf(event.kind)?.isFoundByCheck(event as never) ?? false;
}

/** What other lifecycles send: a restored one asks them again. What they ask for is not done again: a cancel of it may be lost. */
const OF_LIFECYCLES: readonly LifecycleEvent['kind'][] = [
  'batch-retried',
  'invoice-attached',
  'orders-changed',
  'part-changed',
  'refund-ended',
  'refund-requested',
];

/** Whether the signal is all that is left of what the event reports, once the run that received it is lost. */
export const isOnlyProof = (event: LifecycleEvent) =>
  !isFoundByCheck(event) && !OF_LIFECYCLES.includes(event.kind);
