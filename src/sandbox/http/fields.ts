import { type Kobo } from '../../domain/money.js';
import { readAmount } from '../wire/amounts.js';
import { badRequest, malformed } from './refusal.js';

/** The unvalidated values of a body, a query or a path. */
export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 1_000;

export function fieldsOf(value: unknown, what = 'the body'): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(`${what} must be an object`);
  }
  return value as Fields;
}

export function has(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name] != null;
}

export function text(fields: Fields, name: string): string {
  const found = required(optionalText(fields, name), name);
  if (found.trim() === '') throw badRequest(`Field ${name} cannot be blank`);
  return found;
}

export function optionalText(fields: Fields, name: string): string | undefined {
  if (!has(fields, name)) return undefined;
  const value = fields[name];
  if (typeof value !== 'string') throw malformed(`${name} must be text`);
  if (value.length > LONGEST_TEXT)
    throw badRequest(`Field ${name} is longer than ${LONGEST_TEXT} characters`);
  return value;
}

/** The form value as entered, valid or not, to show it again. */
export function typedText(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Fields)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export function amount(fields: Fields, name: string): Kobo {
  return required(optionalAmount(fields, name), name);
}

export function optionalAmount(fields: Fields, name: string): Kobo | undefined {
  return has(fields, name) ? readAmount(fields[name], name) : undefined;
}

/** Non-negative integers, also as text: query values are text. */
export function optionalInteger(fields: Fields, name: string): number | undefined {
  if (!has(fields, name)) return undefined;
  const value = fields[name];
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) {
    throw malformed(`${name} must be a whole number from 0`);
  }
  return number;
}

export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  if (!has(fields, name)) return undefined;
  const value = fields[name];
  if (typeof value !== 'boolean') throw malformed(`${name} must be true or false`);
  return value;
}

export function optionalList(fields: Fields, name: string): readonly unknown[] | undefined {
  if (!has(fields, name)) return undefined;
  const value = fields[name];
  if (!Array.isArray(value)) throw malformed(`${name} must be a list`);
  return value as readonly unknown[];
}

/** Decimal numbers other than amounts, such as percentages. */
export function optionalNumber(fields: Fields, name: string): number | undefined {
  if (!has(fields, name)) return undefined;
  const value = Number(fields[name]);
  if (!Number.isFinite(value) || value < 0 || value > 1e9) throw malformed(`${name} must be a number from 0`);
  return value;
}

export function integer(fields: Fields, name: string): number {
  return required(optionalInteger(fields, name), name);
}

export function flag(fields: Fields, name: string): boolean {
  return required(optionalFlag(fields, name), name);
}

export function list(fields: Fields, name: string): readonly unknown[] {
  return required(optionalList(fields, name), name);
}

export function object(fields: Fields, name: string): Fields {
  return required(optionalObject(fields, name), name);
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw badRequest(`Field ${name} cannot be null`);
  return value;
}

export function optionalObject(fields: Fields, name: string): Fields | undefined {
  return has(fields, name) ? fieldsOf(fields[name], name) : undefined;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function email(fields: Fields, name: string): string {
  const found = text(fields, name);
  if (!EMAIL.test(found)) throw badRequest(`Field ${name} must be an email address`);
  return found;
}
