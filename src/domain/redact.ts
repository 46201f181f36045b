import { holdsCardNumber } from './card-number.js';

const MAX_ITEMS = 3;
const MAX_FIELDS = 60;
const MAX_DEPTH = 6;

/** Fields that identify a record and its state; their values are not personal data. */
const SHOWN_TEXT = /reference$|status$|state$|type$|^(kind|method|currency(code)?|bankCode|responseCode)$/i;
const SHOWN_TIME = /(At|On)$|^(at|since|from|to|startDate|endDate|dueDate|expiryDate)$/;
const SHOWN_NUMBER = /amount|kobo|fee|^(count|page|size|sequence|attempts|attemptsLeft|total|statusCode)$/i;
const TOKEN = /^[\w|.:/+-]{1,80}$/;

/**
 * What people may see of a value that holds a customer's data: the names of its fields, and the values of references,
 * states, times and amounts. Everything else shows only what it is. The names of fields can come from outside too.
 */
export function redact(value: unknown): unknown {
  return shapeOf('', value, 0);
}

function shapeOf(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'string') return mayShow(name, value) ? value : `(text of ${value.length} characters)`;
  if (typeof value === 'number') return SHOWN_NUMBER.test(name) ? value : '(number)';
  if (typeof value !== 'object') return `(${typeof value})`;
  if (depth >= MAX_DEPTH) return '(more)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => shapeOf(name, item, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `(${value.length - MAX_ITEMS} more)`] : shown;
  }
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.fromEntries(
    fields.map(([key, inner]) => [safeFieldName(key), shapeOf(key, inner, depth + 1)]),
  );
}

function mayShow(name: string, value: string): boolean {
  const isNamedSo = SHOWN_TEXT.test(name) || SHOWN_TIME.test(name);
  return isNamedSo && TOKEN.test(value) && !/^\d{10,11}$/.test(value) && !holdsCardNumber(value);
}

/** One with unusual characters may contain anything. */
function safeFieldName(key: string): string {
  return /^[A-Za-z_][\w-]{0,59}$/.test(key) ? key : '(name)';
}
