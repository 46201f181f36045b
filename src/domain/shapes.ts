import type { Kobo } from './money.js';

/** Any Temporal client can send anything: no value from outside is assumed to have the shape that our types say. */
export const LONGEST_TEXT = 500;

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isText(value: unknown, longest = LONGEST_TEXT): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

export function isAmount(value: unknown): value is Kobo {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isInstant(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

export function isOptional(value: unknown, is: (given: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

export function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => isText(each));
}

/** Texts for people are shortened rather than refused. */
export const clip = (text: string) => text.slice(0, LONGEST_TEXT);
