import { badTexts, badValuesOf } from './bad-values.js';
import { type Json, type JsonObject, sampleOf, type Schema } from './schema.js';

/** A body with one fault, and the field that a reply must name. */
export interface BadBody {
  readonly what: string;
  readonly field: string;
  readonly body: Json;
}

/** Every way in which one part of a valid body can be wrong. */
export function badBodiesOf(schema: Schema, valid: Json, field = ''): readonly BadBody[] {
  return [
    ...badValuesOf(schema).map(({ what, value }) => ({ what, field, body: value })),
    ...(schema.properties ? badObjects(schema, valid as JsonObject, field) : []),
    ...(schema.items ? badItems(schema.items, valid as readonly Json[], field) : []),
    ...(typeof schema.additionalProperties === 'object' ? badEntries(schema, field) : []),
  ];
}

const under = (field: string, name: string) => (field === '' ? name : `${field}.${name}`);

function badObjects(schema: Schema, valid: JsonObject, field: string): readonly BadBody[] {
  const { properties = {}, required = [] } = schema;
  const inside = Object.entries(properties).flatMap(([name, part]) =>
    badBodiesOf(part, valid[name] ?? sampleOf(part), under(field, name)).map((bad) => ({
      ...bad,
      body: { ...valid, [name]: bad.body },
    })),
  );
  const missing = required.map((name) => ({
    what: 'missing',
    field: under(field, name),
    body: Object.fromEntries(Object.entries(valid).filter(([given]) => given !== name)),
  }));
  const unknown = ['unknownField', '__proto__', 'constructor'].map((name) => ({
    what: 'an unknown field',
    field: under(field, name),
    body: withOwn(valid, name),
  }));
  return [...inside, ...missing, ...unknown];
}

/** Also a field of the name `__proto__`, as JSON can have it. */
const withOwn = (valid: JsonObject, name: string): JsonObject =>
  Object.fromEntries([...Object.entries(valid), [name, { isAdmin: true }]]);

function badItems(items: Schema, valid: readonly Json[], field: string): readonly BadBody[] {
  const inside = badBodiesOf(items, valid[0] ?? sampleOf(items), under(field, '0'));
  return inside.map((bad) => ({ ...bad, body: [bad.body] }));
}

/** Of an object whose names the caller chooses. */
function badEntries({ additionalProperties, propertyNames }: Schema, field: string): readonly BadBody[] {
  const entry = additionalProperties as Schema;
  const values = badBodiesOf(entry, sampleOf(entry), under(field, 'colour'));
  const names = propertyNames ? badTexts(propertyNames) : [];
  return [
    ...values.map((bad) => ({ ...bad, body: { colour: bad.body } })),
    ...names.map(({ what, value }) => ({
      what: `${what} as a name`,
      field: under(field, '(unknown)'),
      body: { [value]: 'red' },
    })),
  ];
}
