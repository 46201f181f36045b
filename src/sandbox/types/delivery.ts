export interface SandboxEvent {
  readonly eventType: string;
  readonly eventData: Readonly<Record<string, unknown>>;
  readonly metaData?: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly at: number;
  /** The HTTP status, or the error. */
  readonly outcome: string;
}

export interface Delivery {
  readonly id: string;
  readonly merchantId: string;
  readonly eventType: string;
  readonly url: string | null;
  /** The exact bytes that are signed and sent; the same at every attempt. */
  readonly body: string;
  readonly signing: Signing;
  readonly createdAt: number;
  readonly state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'no-address' | 'dropped';
  readonly attempts: readonly Attempt[];
}

export const isPending = (state: Delivery['state']): boolean => state === 'waiting' || state === 'held';

/** The value of all other deliveries in their index. */
export const FINISHED = 'finished';

/** The secret that signs the event. */
export type Signing = 'secret' | 'old-secret' | 'forged' | 'none';
