import { holdsCardNumber } from '../domain/card-number.js';

const MAX_LENGTH = 2_000;
const MAX_ITEMS = 3;
const MAX_FIELDS = 60;
const MAX_DEPTH = 6;

/** Fields that identify an event and its transaction; their values are not personal data. */
const SHOWN_FIELDS = /reference$|status$|type$|^currency(code)?$/i;
const TOKEN = /^[\w|.:/-]{1,80}$/;

/**
 * What an operator sees of an unmatched event: the names and types of its fields. It shows only the values of
 * references, statuses and types: the others may be a customer's data.
 */
export function redactedExcerpt(body: Buffer): string {
  try {
    return JSON.stringify(shapeOf('', JSON.parse(body.toString('utf8')), 0)).slice(0, MAX_LENGTH);
  } catch {
    return `(${body.length} bytes that are not JSON)`;
  }
}

function shapeOf(name: string, value: unknown, depth: number): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return mayShow(name, value) ? value : `(text of ${value.length} characters)`;
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
  return (
    SHOWN_FIELDS.test(name) && TOKEN.test(value) && !/^\d{10,11}$/.test(value) && !holdsCardNumber(value)
  );
}

/** Field names come from the sender; one with unusual characters may contain anything. */
function safeFieldName(key: string): string {
  return /^[A-Za-z_][\w-]{0,59}$/.test(key) ? key : '(name)';
}
