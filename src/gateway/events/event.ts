import type { Address } from './address.js';

export interface EventCore {
  /** The gateway's own name for it. */
  readonly eventType: string;
  readonly address: Address;
  /** Tells a repeated delivery, since events have no id. It saves work; effects are decided by asking. */
  readonly deliveryKey: string;
}

/** Joins what identifies a delivery; absent parts keep their place. */
export function deliveryKey(...parts: readonly (string | number | null | undefined)[]): string {
  return parts.map((part) => part ?? '').join(':');
}
