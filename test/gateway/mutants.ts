import { z } from 'zod';
import type { Shape } from '../../src/gateway/reading/reply-shape.js';

/** A body with one change. */
export interface Mutant {
  /** What was changed, for the message of a failing test. */
  readonly name: string;
  readonly body: unknown;
  /** The drift that must be reported; absent where the change causes none. */
  readonly drift?: string;
}

type Step = string | number;
type Fields = Record<string, unknown>;

/** One place of a reply, and the sample's value there. */
interface Place {
  readonly path: readonly Step[];
  readonly shape: Shape;
  readonly value: unknown;
  /** The reply is unreadable without it. */
  readonly decides: boolean;
}

/** The sample with a plausible value for every field that it leaves out, and lists of one, so that each can be changed. */
export function completed(shape: Shape, sample: unknown): unknown {
  const { kind, fields, item, forms, words } = shape;
  if (kind === 'either') return completed(formOf(forms ?? [], sample), sample);
  if (kind === 'record') {
    const given = isRecord(sample) ? sample : {};
    const known = [...(fields ?? [])].map(([name, field]) => [name, completed(field, given[name])]);
    return { ...given, ...(Object.fromEntries(known) as Fields) };
  }
  if (kind === 'list' && item) {
    const [first] = Array.isArray(sample) ? (sample as unknown[]) : [];
    return [completed(item, first)];
  }
  if (sample !== null && sample !== undefined) return sample;
  if (kind === 'text') return 'text';
  if (kind === 'flag') return true;
  if (kind === 'word') return [...(words ?? [])][0];
  if (kind === 'time') return '2026-01-31 10:15:30';
  return kind === 'value' ? 1 : null;
}

function formOf(forms: readonly Shape[], sample: unknown): Shape {
  const fitting = forms.find(({ schema }) => z.safeParse(schema, sample).success);
  if (!fitting) throw new Error('the sample has none of the forms of this reply');
  return fitting;
}

/** Every change to a field that decides nothing, after which the body must still be readable. */
export function tolerable(shape: Shape, sample: unknown): Mutant[] {
  const whole = completed(shape, sample);
  return placesIn(shape, whole)
    .filter(({ decides }) => !decides)
    .flatMap((place) => changesOf(place).map((change) => toMutant(whole, place, change)))
    .concat(
      isRecord(whole)
        ? [{ name: 'an extra field', body: { ...whole, brandNew: { a: [1] } }, drift: 'brandNew' }]
        : [],
    );
}

/** Every deciding field, left out: the body must not be trusted. */
export function intolerable(shape: Shape, sample: unknown): Mutant[] {
  const whole = completed(shape, sample);
  return placesIn(shape, whole)
    .filter(({ decides, path }) => decides && typeof path.at(-1) === 'string')
    .map((place) => toMutant(whole, place, { name: 'missing', value: undefined }));
}

function placesIn(shape: Shape, value: unknown, path: readonly Step[] = [], above = true): Place[] {
  const decides = above && shape.decides;
  const isBody = path.length === 0;
  const here: Place[] = isBody && decides ? [] : [{ path, shape, value, decides }];
  const { fields, item } = shape.forms ? formOf(shape.forms, value) : shape;
  if (isRecord(value) && fields) {
    const below = (name: string, field: Shape) => placesIn(field, value[name], [...path, name], decides);
    return [...here, ...[...fields].flatMap(([name, field]) => below(name, field))];
  }
  if (Array.isArray(value) && item) return [...here, ...placesIn(item, value[0], [...path, 0], decides)];
  return here;
}

interface Change {
  readonly name: string;
  readonly value: unknown;
  /** A type that is unreadable there. */
  readonly odd?: string;
}

const GONE: readonly Change[] = [
  { name: 'null', value: null },
  { name: 'missing', value: undefined },
];

/** Unreadable values for each kind of field. */
const ODD: Readonly<Record<Shape['kind'], readonly Change[]>> = {
  text: [
    { name: 'a number for text', value: 12_345, odd: '[number]' },
    { name: 'an object', value: {}, odd: '[object]' },
  ],
  word: [{ name: 'a number for a word', value: 7, odd: '[number]' }],
  time: [
    { name: 'milliseconds for a time', value: 1_769_850_930_000, odd: '[number]' },
    { name: 'a list for a time', value: [2026, 1, 31], odd: '[list]' },
  ],
  flag: [
    { name: 'text for a flag', value: 'true', odd: '[text]' },
    { name: 'a number for a flag', value: 1, odd: '[number]' },
  ],
  value: [
    { name: 'text for a number', value: 'a few', odd: '[text]' },
    { name: 'a flag for a number', value: true, odd: '[flag]' },
    { name: 'an object', value: {}, odd: '[object]' },
    { name: 'digits in text', value: '12' },
    { name: 'a negative number', value: -1.6 },
    { name: 'float noise', value: 8.600000000000001 },
    { name: 'groups of digits', value: '1,000.50' },
  ],
  record: [
    { name: 'text for an object', value: '{}', odd: '[text]' },
    { name: 'a list for an object', value: [], odd: '[list]' },
    { name: 'an empty object', value: {} },
  ],
  list: [
    { name: 'an empty object for a list', value: {} },
    { name: 'an empty list', value: [] },
    { name: 'text for a list', value: 'none', odd: '[text]' },
    { name: 'a number for a list', value: 0, odd: '[number]' },
    { name: 'a list of nulls', value: [null] },
  ],
  either: [{ name: 'text for an object', value: '{}', odd: '[text]' }],
  anything: [
    { name: 'text', value: 'text' },
    { name: 'a list', value: [1] },
  ],
};

function changesOf({ shape }: Place): readonly Change[] {
  return [...GONE, ...ODD[shape.kind]];
}

function toMutant(whole: unknown, { path }: Place, { name, value, odd }: Change): Mutant {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const mutant = { name: `${path.join('.') || 'the body'}: ${name}`, body: put(whole, path, value) };
  return odd === undefined ? mutant : { ...mutant, drift: `${field || 'responseBody'}=${odd}` };
}

function put(body: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(body))
    return body.map((row: unknown, index) => (index === step ? put(row, rest, value) : row));
  const fields = body as Fields;
  if (rest.length > 0 || value !== undefined) return { ...fields, [step]: put(fields[step], rest, value) };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== step));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
