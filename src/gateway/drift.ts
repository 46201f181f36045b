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
  const found = new Set<string>();
  compare(known, wire, { path: '', found });
  return [...found];
}

interface Walk {
  readonly path: string;
  readonly found: Set<string>;
}

function compare(known: Known, wire: unknown, { path, found }: Walk): void {
  if (typeof wire === 'string') {
    if (known.words?.has(wire) === false) found.add(`${path}=${asWord(wire)}`);
    if (known.isTime && wire !== '' && readTime(wire) === undefined) found.add(`${path}=[time format]`);
  } else if (Array.isArray(wire)) {
    const { item } = known;
    if (item) wire.slice(0, ITEMS_LOOKED_AT).forEach((each) => compare(item, each, { path, found }));
  } else if (typeof wire === 'object' && wire !== null && known.fields) {
    for (const [name, value] of Object.entries(wire)) {
      const member = known.fields.get(name);
      const inner = path === '' ? asName(name) : `${path}.${asName(name)}`;
      if (member) compare(member, value, { path: inner, found });
      else found.add(inner);
    }
  }
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
