import type { z } from 'zod';
import { KNOWN_WORDS, TIMES } from './reply-fields.js';
import { readTime } from './times.js';

/** What a schema knows of the names and words in a reply. */
interface Known {
  readonly fields?: ReadonlyMap<string, Known>;
  readonly item?: Known;
  readonly words?: ReadonlySet<string>;
  readonly isTime?: boolean;
}

const ANYTHING: Known = {};
const compiled = new WeakMap<z.ZodType, Known>();
const ITEMS_LOOKED_AT = 20;

/**
 * Where a reply has gone beyond what its schema was written for: fields, words and time formats that we have
 * never met. Only names, never values, except words, which are the gateway's own.
 */
export function findDrift(schema: z.ZodType, wire: unknown): string[] {
  let known = compiled.get(schema);
  if (!known) compiled.set(schema, (known = learn(schema)));
  return isFamiliar(known, wire) ? [] : [...new Set(strangersIn(known, wire, ''))];
}

/** The usual case, decided without writing a single name down. */
function isFamiliar(known: Known, wire: unknown): boolean {
  if (typeof wire === 'string') return isFamiliarText(known, wire);
  if (typeof wire !== 'object' || wire === null) return true;
  if (Array.isArray(wire)) {
    const { item } = known;
    return !item || wire.slice(0, ITEMS_LOOKED_AT).every((each) => isFamiliar(item, each));
  }
  const { fields } = known;
  if (!fields) return true;
  for (const name in wire) {
    const member = fields.get(name);
    if (!member || !isFamiliar(member, (wire as Record<string, unknown>)[name])) return false;
  }
  return true;
}

function isFamiliarText({ words, isTime }: Known, text: string): boolean {
  if (words) return words.has(text);
  return !isTime || text === '' || readTime(text) !== undefined;
}

function strangersIn(known: Known, wire: unknown, path: string): string[] {
  if (isFamiliar(known, wire)) return [];
  if (typeof wire === 'string') return [`${path}=${known.isTime ? '[time format]' : asWord(wire)}`];
  if (Array.isArray(wire)) {
    return wire.slice(0, ITEMS_LOOKED_AT).flatMap((each) => strangersIn(known.item ?? ANYTHING, each, path));
  }
  return Object.entries(wire as object).flatMap(([name, value]) => {
    const inner = path === '' ? asName(name) : `${path}.${asName(name)}`;
    const member = known.fields?.get(name);
    return member ? strangersIn(member, value, inner) : [inner];
  });
}

const asWord = (text: string) => (/^[A-Z][A-Z0-9_]{0,39}$/.test(text) ? text : '[another word]');
const asName = (text: string) => (/^\w{1,64}$/.test(text) ? text : '[odd name]');

function learn(schema: z.core.$ZodType): Known {
  const words = KNOWN_WORDS.get(schema);
  if (words) return { words: new Set(words) };
  if (TIMES.has(schema)) return { isTime: true };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return { fields: new Map(Object.entries(def.shape).map(([name, field]) => [name, learn(field)])) };
    case 'array':
      return { item: learn(def.element) };
    case 'optional':
    case 'nullable':
      return learn(def.innerType);
    case 'pipe':
      return learn(def.in);
    case 'union':
      return def.options.map(learn).reduce((all, option) => ({ ...all, ...option }), ANYTHING);
    default:
      return ANYTHING;
  }
}
