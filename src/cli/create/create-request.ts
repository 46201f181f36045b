import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CommandError } from '../explain-error.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What the caller has written: the whole request as JSON, @file or @-, and single fields, which win. */
export interface Given {
  readonly data: string | undefined;
  readonly fields: Fields;
}

export interface CreateRequest {
  readonly reference: string;
  readonly body: Fields;
  /** The arguments that, added to the given ones, make this very request again. */
  readonly pinned: readonly string[];
  /** What they need beside them, in words; empty if nothing. */
  readonly input: string;
}

/** The request as it is written. `makeUp` returns a reference where none is given, or refuses to. */
export function readRequest({ data, fields }: Given, makeUp: () => string): CreateRequest {
  const given = data === undefined ? fields : merge(readData(data), fields);
  const reference = readReference(given) ?? makeUp();
  return {
    reference,
    body: { ...given, reference },
    pinned: fields.reference === undefined ? ['--reference', reference] : [],
    input: data === STANDARD_INPUT ? ', with the same standard input' : '',
  };
}

/** The request with the fields of the example where none are given. */
export function fillIn(request: CreateRequest, example: Fields): CreateRequest {
  const { reference, body, pinned } = request;
  return {
    ...request,
    body: merge(example, body),
    // examples have dates that are relative to now: a later run would ask for something else
    pinned: [...pinned, '--data', JSON.stringify({ ...example, reference })],
  };
}

export const randomReference = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

const STANDARD_INPUT = '@-';

function readReference({ reference }: Fields): string | undefined {
  if (reference === undefined || (typeof reference === 'string' && reference !== '')) return reference;
  throw new CommandError('--reference: expected one reference that is not empty.');
}

function readData(data: string): Fields {
  const text = data.startsWith('@')
    ? readFileSync(data === STANDARD_INPUT ? 0 : data.slice(1), 'utf8')
    : data;
  try {
    const read: unknown = JSON.parse(text);
    if (isObject(read)) return read;
  } catch {
    // refused below
  }
  throw new CommandError('--data: expected a JSON object, @file or @-.');
}

/** Deep, so that one field of a customer can be given alone. */
function merge(base: Fields, given: Fields): Fields {
  const merged: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(given)) {
    const before = merged[field];
    merged[field] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
