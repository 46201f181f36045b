import { holdsCardNumber } from '../domain/card-number.js';

const LONGEST = 2_000;
const MOST_ITEMS = 3;
const MOST_FIELDS = 60;
const DEEPEST = 6;

/** Fields that say what an event is and which money it is about; what they hold belongs to no person. */
const TELLING = /reference$|status$|type$|^currency(code)?$/i;
const TOKEN = /^[\w|.:/-]{1,80}$/;

/**
 * What an operator sees of an event that nobody could place: the names and types of its fields. Of its values only
 * those of references, states and types are shown: the others may be a customer's.
 */
export function redactedExcerpt(body: Buffer): string {
  try {
    return JSON.stringify(shapeOf('', JSON.parse(body.toString('utf8')), 0)).slice(0, LONGEST);
  } catch {
    return `(${body.length} bytes that are not JSON)`;
  }
}

function shapeOf(name: string, value: unknown, depth: number): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return mayShow(name, value) ? value : `(text of ${value.length} characters)`;
  if (typeof value !== 'object') return `(${typeof value})`;
  if (depth >= DEEPEST) return '(more)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map((item) => shapeOf(name, item, depth + 1));
    return value.length > MOST_ITEMS ? [...shown, `(${value.length - MOST_ITEMS} more)`] : shown;
  }
  const fields = Object.entries(value).slice(0, MOST_FIELDS);
  return Object.fromEntries(fields.map(([key, inner]) => [nameOf(key), shapeOf(key, inner, depth + 1)]));
}

function mayShow(name: string, value: string): boolean {
  return TELLING.test(name) && TOKEN.test(value) && !/^\d{10,11}$/.test(value) && !holdsCardNumber(value);
}

/** Names come from the gateway, and one that is no name may hold anything. */
function nameOf(key: string): string {
  return /^[A-Za-z_][\w-]{0,59}$/.test(key) ? key : '(name)';
}
