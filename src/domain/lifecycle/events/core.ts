import { clip, type Fields, isText } from '../../shapes.js';

/** What every event of a lifecycle has. */
export interface EventCore {
  /** Identifies a repeated delivery. It saves work; the effect comes from the gateway's record. */
  readonly key: string;
  /** The gateway's name for the event. */
  readonly eventType: string;
  readonly transactionReference: string;
}

export function readCore({ key, transactionReference, eventType }: Fields): EventCore | undefined {
  if (typeof eventType !== 'string' || !isText(key) || !isText(transactionReference)) return undefined;
  return { key, transactionReference, eventType: clip(eventType) };
}
