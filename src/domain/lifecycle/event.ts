import type { Fields } from '../shapes.js';
import * as kinds from './events/kinds.js';

type Kinds = typeof kinds;

/** What a lifecycle receives, from the gateway or from another lifecycle: that something happened. */
export type LifecycleEvent = NonNullable<ReturnType<Kinds[keyof Kinds]>>;

const READERS: readonly ((value: Fields) => LifecycleEvent | undefined)[] = Object.values(kinds);

/** Reads what a signal carries, field by field; whatever else it carries is dropped. */
export function readLifecycleEvent(value: Fields): LifecycleEvent | undefined {
  for (const read of READERS) {
    const event = read(value);
    if (event) return event;
  }
  return undefined;
}
