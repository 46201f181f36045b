import { createHash } from 'node:crypto';
import { readLifecycleEvent } from '../domain/lifecycle/event.js';
import type { EventCore } from './events/event.js';
import * as kinds from './events/kinds.js';
import { type Profile, SPECIFICATION } from './spec/profile.js';

export type { Address, LifecycleName } from './events/address.js';
export { SPECIFICATION as SPECIFIED_EVENTS, type Profile as EventProfile } from './spec/profile.js';

/** A signed body that belongs to no lifecycle; operators see it. */
export interface UnmatchedEventDetails extends EventCore {
  readonly kind: 'unmatched-event';
  readonly reason: string;
}

type Kinds = typeof kinds;
type Readable = Exclude<ReturnType<Kinds[keyof Kinds]['read']>, { readonly unreadable: unknown }>;

export type GatewayEvent = Readable | UnmatchedEventDetails;

export const EVENT_KINDS: readonly Kinds[keyof Kinds][] = Object.values(kinds);

/**
 * Reads the body of an event whose signature has been verified. Never throws: an unreadable event becomes an
 * unmatched one, because an error reply would only make the gateway send it again.
 */
export function readEvent(rawBody: Uint8Array, profile: Profile = SPECIFICATION): GatewayEvent {
  const envelope = parse(rawBody);
  if (!envelope) return unmatchedEvent(rawBody, '', 'the body is not a JSON object');
  const { eventType, eventData } = envelope;
  if (typeof eventType !== 'string') return unmatchedEvent(rawBody, '', 'eventType is missing');
  const kind = EVENT_KINDS.find(({ names }) => names.some((name) => profile[name] === eventType));
  if (!kind) return unmatchedEvent(rawBody, eventType, 'unknown event type');
  const reading = kind.read(eventType, eventData);
  if ('unreadable' in reading) {
    return unmatchedEvent(rawBody, eventType, `cannot be read: ${reading.unreadable.slice(0, 5).join(', ')}`);
  }
  // its lifecycle would drop what it cannot read; here operators see it
  const { forLifecycle } = reading;
  const isTaken = forLifecycle === undefined || readLifecycleEvent({ ...forLifecycle }) !== undefined;
  return isTaken ? reading : unmatchedEvent(rawBody, eventType, 'has fields that are too long');
}

function parse(rawBody: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(rawBody).toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unmatchedEvent(rawBody: Uint8Array, eventType: string, reason: string): UnmatchedEventDetails {
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return {
    kind: 'unmatched-event',
    eventType: eventType.slice(0, 64),
    address: { lifecycle: 'unmatched-event', reference: hash },
    deliveryKey: hash,
    reason,
  };
}
