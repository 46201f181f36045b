import { z } from 'zod';
import { type Shape, shapeOf } from './reply-shape.js';
import { readTime } from '../formats/times.js';

/**
 * Where a reply exceeds its schema: unknown fields, words and time formats, and unreadable values, in fields
 * that decide nothing or in rows that were left out. Only names and types, never values, except words, which
 * are the gateway's own.
 */
export function findDrift(schema: z.ZodType, wire: unknown): string[] {
  const shape = shapeOf(schema);
  return isFamiliar(shape, wire) ? [] : [...new Set(unknownIn(shape, wire, ''))];
}

type Fields = Readonly<Record<string, unknown>>;

/** The usual case, decided without building a single name. */
function isFamiliar(shape: Shape, wire: unknown): boolean {
  if (wire === null || wire === undefined) return !shape.decides || shape.kind === 'list';
  switch (shape.kind) {
    case 'anything':
      return true;
    case 'text':
      return typeof wire === 'string' && (wire !== '' || !shape.decides);
    case 'flag':
      return typeof wire === 'boolean';
    case 'word':
      return typeof wire === 'string' && shape.words?.has(wire) === true;
    case 'time':
      return typeof wire === 'string' && (wire === '' || readTime(wire) !== undefined);
    case 'value':
      return z.safeParse(shape.schema, wire).success;
    case 'either':
      return shape.forms?.some((form) => isFamiliar(form, wire)) === true;
    case 'list': {
      const { item } = shape;
      return Array.isArray(wire) && (!item || wire.every((each) => isFamiliar(item, each)));
    }
    case 'record':
      return isRecord(wire) && isFamiliarRecord(shape, wire);
  }
}

function isFamiliarRecord({ fields = NONE }: Shape, wire: Fields): boolean {
  for (const name in wire) if (!fields.has(name)) return false;
  for (const [name, field] of fields) if (!isFamiliar(field, wire[name])) return false;
  return true;
}

const NONE: ReadonlyMap<string, Shape> = new Map();

function unknownIn(shape: Shape, wire: unknown, path: string): string[] {
  if (isFamiliar(shape, wire)) return [];
  if (shape.kind === 'either' && shape.forms) return closest(shape.forms, wire, path);
  if (shape.kind === 'list' && Array.isArray(wire)) {
    const { item } = shape;
    return item ? wire.flatMap((each) => unknownIn(item, each, path)) : [];
  }
  if (shape.kind === 'record' && isRecord(wire)) return unknownInRecord(shape, wire, path);
  return [`${path || 'responseBody'}=${found(shape, wire)}`];
}

function unknownInRecord({ fields = NONE }: Shape, wire: Fields, path: string): string[] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const odd = [...fields].flatMap(([name, field]) => unknownIn(field, wire[name], below(name)));
  const unknown = Object.keys(wire).filter((name) => !fields.has(name));
  return [...odd, ...unknown.map((name) => below(asName(name)))];
}

/** A value in several forms is compared with those of its own type, and of them with the closest. */
function closest(forms: readonly Shape[], wire: unknown, path: string): string[] {
  const fitting = forms.filter(({ kind }) => (kind === 'list') === Array.isArray(wire));
  const [least = []] = (fitting.length > 0 ? fitting : forms)
    .map((form) => unknownIn(form, wire, path))
    .sort((one, other) => one.length - other.length);
  return least;
}

function found({ kind }: Shape, wire: unknown): string {
  if (typeof wire === 'string' && kind === 'word') return asWord(wire);
  if (typeof wire === 'string' && kind === 'time') return '[time format]';
  return `[${typeOf(wire)}]`;
}

function typeOf(wire: unknown): string {
  if (wire === undefined) return 'missing';
  if (wire === null) return 'null';
  if (Array.isArray(wire)) return 'list';
  return { string: 'text', boolean: 'flag' }[typeof wire as string] ?? typeof wire;
}

function isRecord(wire: unknown): wire is Fields {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire);
}

const asWord = (text: string) => (/^[A-Z][A-Z0-9_]{0,39}$/.test(text) ? text : '[another word]');
const asName = (text: string) => (/^\w{1,64}$/.test(text) ? text : '[odd name]');
