/** JSON Schema, as far as requests of the OpenAPI document use it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: JsonType;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const typesOf = ({ type, anyOf = [] }: Schema): readonly JsonType[] =>
  type === undefined ? anyOf.flatMap(typesOf) : [type];

const TEXTS = [
  'order-1',
  '22222222222',
  '0100090002',
  '058',
  '1',
  'ada@example.com',
  '2026-01-31',
  '10:00',
  'PAID',
  '30s',
  '2026-01-31T16:00:00Z',
  'kQ2bq0Jp6l8xY1vN3sWd4A',
];

/** Something that the schema accepts. */
export function sampleOf(schema: Schema): Json {
  const { example, examples = [], enum: words = [], default: usual, pattern, anyOf } = schema;
  const [given] = [example, ...examples, schema.const, ...words, usual].filter((each) => each !== undefined);
  if (given !== undefined) return given as Json;
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  switch (schema.type) {
    case 'string':
      return textFor(pattern ?? '');
    case 'boolean':
      return true;
    case 'array':
      return schema.items && schema.minItems ? [sampleOf(schema.items)] : [];
    case 'object': {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]));
    }
    default:
      return Math.max(1, schema.minimum ?? 1);
  }
}

/** Of a parameter, which is a text on the wire. */
export const sampleTextOf = (schema: Schema): string => sampleOf(schema) as string;

function textFor(pattern: string): string {
  const found = TEXTS.find((text) => new RegExp(pattern, 'u').test(text));
  if (found === undefined) throw new Error(`add a text that matches ${pattern}`);
  return found;
}
