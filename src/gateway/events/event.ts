import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { LifecycleEvent } from '../../domain/lifecycle/event.js';
import { isText } from '../../domain/shapes.js';
import type { Profile } from '../spec/profile.js';
import type { Address } from './address.js';

export interface EventCore {
  /** The gateway's name for it. */
  readonly eventType: string;
  /** The lifecycle that it belongs to. */
  readonly address: Address;
  /** Identifies a repeated delivery, since events have no id. It saves work; effects come from the gateway's record. */
  readonly deliveryKey: string;
  /** What the lifecycle needs of it; absent while no lifecycle takes this kind. */
  readonly forLifecycle?: LifecycleEvent;
}

/** A type of event, as `assumptions.ts` in `src/gateway/spec` names it. */
export type EventName = Extract<keyof Profile, `events.${string}`>;

interface EventDefinition<Data extends z.ZodType, Event extends EventCore> {
  /** The gateway's types of this kind, by the assumption that names each. */
  readonly names: readonly EventName[];
  /** What must be readable; it may depend on what the event is about. */
  readonly schema: Data | ((eventData: unknown) => Data);
  readonly toEvent: (eventType: string, data: z.output<Data>) => Event;
}

/** One kind of event: its names, its schema, and how it is read and routed. */
export function eventKind<Data extends z.ZodType, Event extends EventCore>({
  names,
  schema,
  toEvent,
}: EventDefinition<Data, Event>) {
  const schemaOf = typeof schema === 'function' ? schema : () => schema;
  return {
    names,
    schemaOf,
    /** Never throws: an unreadable event names the fields that could not be read. */
    read: (eventType: string, eventData: unknown): Event | { readonly unreadable: readonly string[] } => {
      const parsed = schemaOf(eventData).safeParse(eventData);
      if (parsed.success) return toEvent(eventType, parsed.data);
      return { unreadable: parsed.error.issues.map((issue) => issue.path.join('.') || 'eventData') };
    },
  };
}

/** Joins what identifies a delivery; absent parts keep their place. Lifecycles take keys of a bounded length. */
export function deliveryKey(...parts: readonly (string | number | null | undefined)[]): string {
  const key = parts.map((part) => part ?? '').join(':');
  return isText(key) ? key : createHash('sha256').update(key).digest('hex');
}
