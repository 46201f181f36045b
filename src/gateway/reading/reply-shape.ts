import type { z } from 'zod';
import { DECIDING, KNOWN_WORDS, ROWS, TIMES } from './reply-fields.js';

/** What a schema of `reply-fields.ts` says about one place of a reply. */
export interface Shape {
  readonly kind: 'record' | 'list' | 'either' | 'text' | 'flag' | 'word' | 'time' | 'value' | 'anything';
  /** Without it the reply is unreadable. False also where the place may be null or absent. */
  readonly decides: boolean;
  readonly schema: z.core.$ZodType;
  readonly fields?: ReadonlyMap<string, Shape>;
  readonly item?: Shape;
  readonly words?: ReadonlySet<string>;
  /** Alternative forms of one reply. */
  readonly forms?: readonly Shape[];
}

const known = new WeakMap<z.core.$ZodType, Shape>();

export function shapeOf(schema: z.core.$ZodType): Shape {
  let shape = known.get(schema);
  if (!shape) known.set(schema, (shape = read(schema)));
  return shape;
}

function read(schema: z.core.$ZodType): Shape {
  const decides = DECIDING.has(schema);
  const words = KNOWN_WORDS.get(schema);
  if (words) return { kind: 'word', decides, schema, words: new Set(words) };
  if (TIMES.has(schema)) return { kind: 'time', decides, schema };
  const row = ROWS.get(schema);
  if (row) return { kind: 'list', decides, schema, item: shapeOf(row) };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)] as const);
      return { kind: 'record', decides: true, schema, fields: new Map(fields) };
    }
    case 'array':
      return { kind: 'list', decides, schema, item: shapeOf(def.element) };
    case 'optional':
    case 'nullable':
    case 'catch':
      return { ...shapeOf(def.innerType), decides: false };
    case 'union':
      return eitherOf(schema, def.options.map(shapeOf));
    case 'pipe':
      return ofPipe(schema, shapeOf(def.in));
    case 'string':
      return { kind: 'text', decides, schema };
    case 'boolean':
      return { kind: 'flag', decides, schema };
    case 'unknown':
      return { kind: 'anything', decides: false, schema };
    default:
      return { kind: 'value', decides, schema };
  }
}

/** The fields distinguish the forms of a record; a value of several types is one value. */
function eitherOf(schema: z.core.$ZodType, forms: readonly Shape[]): Shape {
  const isValue = forms.every(({ kind }) => kind === 'text' || kind === 'value');
  return isValue
    ? { kind: 'value', decides: DECIDING.has(schema), schema }
    : { kind: 'either', decides: true, schema, forms };
}

/** A transformed value has the shape of its input; a value is judged by the whole pipe. */
function ofPipe(schema: z.core.$ZodType, from: Shape): Shape {
  const decides = from.decides || DECIDING.has(schema);
  return from.kind === 'value' ? { ...from, schema, decides } : { ...from, decides };
}
