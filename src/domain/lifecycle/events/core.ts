import { clip, type Fields, isText } from '../../shapes.js';

/** What every event of a lifecycle has. */
export interface EventCore {
  readonly kind: string;
  /** Identifies a repeated delivery. It saves work; the effect comes from the gateway's record. */
  readonly key: string;
  /** The gateway's name for the event. */
  readonly eventType: string;
}

/** An event about a transaction of the gateway. */
export interface TransactionEvent extends EventCore {
  readonly transactionReference: string;
}

/** One kind of event that lifecycles take. */
export interface EventKind<Event extends EventCore> {
  readonly kind: Event['kind'];
  /** Reads what a signal carries, field by field; undefined when it does not have the right shape. */
  readonly read: (fields: Fields) => Omit<Event, 'kind'> | undefined;
  /**
   * Whether a check with the gateway shows what the event reports. Where none does, the event is the only proof: it is
   * carried from run to run however many wait.
   */
  readonly isFoundByCheck: (event: Event) => boolean;
}

export function readCore({ key, eventType }: Fields): Omit<EventCore, 'kind'> | undefined {
  return typeof eventType === 'string' && isText(key) ? { key, eventType: clip(eventType) } : undefined;
}

export function readTransaction(fields: Fields): Omit<TransactionEvent, 'kind'> | undefined {
  const core = readCore(fields);
  const { transactionReference } = fields;
  return core && isText(transactionReference) ? { ...core, transactionReference } : undefined;
}
