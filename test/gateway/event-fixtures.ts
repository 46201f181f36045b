import { readFileSync } from 'node:fs';

export const bytes = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** A sample of an event on the wire. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/gateway/events/${name}.json`, import.meta.url));
}

interface Body {
  eventType: string;
  eventData: Record<string, unknown>;
}

/** The sample with other values in some fields of its data. */
export function changed(name: string, eventData: Record<string, unknown>): Buffer {
  const body = JSON.parse(fixture(name).toString()) as Body;
  return bytes({ ...body, eventData: { ...body.eventData, ...eventData } });
}
