import { type Json, type JsonType, sampleOf, type Schema, typesOf } from './schema.js';

/** A value that the schema refuses, and what is wrong with it. */
export interface BadValue {
  readonly what: string;
  readonly value: Json;
}

const OF_TYPES: readonly (BadValue & { readonly types: readonly JsonType[] })[] = [
  { what: 'a text', value: 'NO_SUCH_TEXT', types: ['string'] },
  { what: 'a number', value: 12, types: ['integer', 'number'] },
  { what: 'a fraction', value: 1.5, types: ['number'] },
  { what: 'a boolean', value: true, types: ['boolean'] },
  { what: 'null', value: null, types: ['null'] },
  { what: 'a list', value: ['x'], types: ['array'] },
  { what: 'an object', value: { unknownField: 1 }, types: ['object'] },
];

/** Everything that the schema itself refuses; not what it says of its parts. */
export function badValuesOf(schema: Schema): readonly BadValue[] {
  const types = typesOf(schema);
  return [
    ...OF_TYPES.filter((each) => !each.types.some((type) => types.includes(type))),
    ...(types.includes('string') ? badTexts(schema) : []),
    ...(types.includes('integer') ? badNumbers(schema) : []),
    ...(types.includes('array') ? badLists(schema) : []),
  ];
}

/** Longer than any text of a request, and short enough for a query. */
const LONG = 'x'.repeat(5_000);
const ODD_TEXTS = {
  'an empty text': '',
  'a blank': ' ',
  'a NUL character': '\u0000',
  'digits of another script': '٣٤٥٦٧٨٩٠١٢٣',
  'an emoji': '💸',
  'a text that turns its direction': '\u202Eorder',
  'a line break': 'order\n1',
  'a template': '{{7*7}}${7*7}',
};

export function badTexts(schema: Schema): readonly (BadValue & { readonly value: string })[] {
  const { pattern, minLength = 0, maxLength, enum: words, format } = schema;
  const allowed = words ?? (schema.const === undefined ? undefined : [schema.const]);
  const isRefused = (text: string) =>
    (allowed && !allowed.includes(text)) ||
    (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) ||
    text.length < minLength ||
    format === 'uri';
  const [word] = allowed ?? [];
  return [
    { what: 'a text of 5,000 characters', value: LONG },
    ...(maxLength === undefined
      ? []
      : [{ what: 'a text that is too long', value: 'x'.repeat(maxLength + 1) }]),
    ...(typeof word === 'string' ? [{ what: 'another word', value: `${word}X` }] : []),
    ...Object.entries(ODD_TEXTS)
      .filter(([, text]) => isRefused(text))
      .map(([what, value]) => ({ what, value })),
  ];
}

function badNumbers({ minimum, maximum }: Schema): readonly BadValue[] {
  return [
    { what: 'half a unit', value: 1.5 },
    { what: 'a huge number', value: 1e300 },
    ...(minimum === undefined ? [] : [{ what: 'a number that is too small', value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ what: 'a number that is too large', value: maximum + 1 }]),
  ];
}

function badLists({ minItems = 0, maxItems, items }: Schema): readonly BadValue[] {
  return [
    ...(minItems > 0 ? [{ what: 'an empty list', value: [] }] : []),
    ...(maxItems !== undefined && items
      ? [
          {
            what: 'a list that is too long',
            value: Array.from({ length: maxItems + 1 }, () => sampleOf(items)),
          },
        ]
      : []),
  ];
}
