import { badBodiesOf } from './bad-bodies.js';
import { badTexts } from './bad-values.js';
import type { Operation, Parameter } from './operations.js';
import { sampleTextOf } from './schema.js';

/** A request with one fault. */
export interface BadRequest {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** What the reply must name. */
  readonly field?: string | undefined;
  readonly status: number;
}

const JSON_BODY = { 'content-type': 'application/json' };

/** More than a batch may have. */
const LARGE = JSON.stringify({ a: 'x'.repeat(6_000_000) });

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A valid request of the operation, except for what is given. */
function requestOf({ path, parameters, body }: Operation, given: Sent) {
  const params = parameters.filter((each) => each.in === 'path');
  const filled = params.reduce((url, { name, schema }) => {
    const value = given.params?.[name] ?? encodeURIComponent(sampleTextOf(schema));
    return url.replace(`{${name}}`, value);
  }, path);
  const text = 'body' in given ? given.body : body && JSON.stringify(body.example);
  return {
    path: `${filled}?${given.query ?? queryOf(parameters)}`,
    headers: given.headers ?? (text === undefined ? {} : JSON_BODY),
    body: text,
  };
}

/** All parameters that must be there, except for one of another name. */
function queryOf(parameters: readonly Parameter[], except?: string, ...more: readonly string[]): string {
  const needed = parameters.filter((each) => each.in === 'query' && each.required && each.name !== except);
  const given = needed.map(({ name, schema }) => `${name}=${encodeURIComponent(sampleTextOf(schema))}`);
  return [...given, ...more].join('&');
}

export function badBodies(operation: Operation): readonly BadRequest[] {
  const { body } = operation;
  const bad = (what: string, sent: Sent, { status = 400, field = '(body)' } = {}): BadRequest => ({
    what: `body: ${what}`,
    ...requestOf(operation, sent),
    status,
    ...(status === 400 && { field }),
  });
  if (!body) {
    const unknown = { body: '{"unknownField":1}', headers: JSON_BODY };
    return [
      bad('a field that the route does not read', unknown, { field: 'unknownField' }),
      bad('no JSON', { ...unknown, body: '{"a":' }),
    ];
  }
  const example = JSON.stringify(body.example);
  const inside = badBodiesOf(body.schema, body.example).map(({ what, field, body: sent }) =>
    bad(`${field} ${what}`, { body: JSON.stringify(sent) }, { ...(field !== '' && { field }) }),
  );
  return [
    ...inside,
    bad('no JSON', { body: example.slice(0, -1) }),
    bad('no UTF-8', { body: example.replace('{', '{\u0000') }),
    bad('a hundred lists in each other', { body: '['.repeat(100) + ']'.repeat(100) }),
    bad(
      'ten thousand objects in each other',
      { body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
      { field: 'a' },
    ),
    bad(
      'a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
      { status: 415 },
    ),
    bad('no content type', { headers: {}, body: example }, { status: 415 }),
    bad(
      'another character set',
      { headers: { 'content-type': 'application/json; charset=koi8-r' } },
      { status: 415 },
    ),
    bad('compressed', { headers: { ...JSON_BODY, 'content-encoding': 'gzip' } }, { status: 415 }),
    bad('too large', { body: LARGE }, { status: 413 }),
  ];
}

export function badQueries(operation: Operation): readonly BadRequest[] {
  const { parameters } = operation;
  const bad = (field: string, what: string, query: string): BadRequest => ({
    what: `query: ${field} ${what}`,
    ...requestOf(operation, { query }),
    field,
    status: 400,
  });
  const ofParameters = parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, required, schema }) => {
      const others = (...more: string[]) => queryOf(parameters, name, ...more);
      const valid = `${name}=${encodeURIComponent(sampleTextOf(schema))}`;
      return [
        ...badTexts(schema).map(({ what, value }) =>
          bad(name, what, others(`${name}=${encodeURIComponent(value)}`)),
        ),
        bad(name, 'given twice', others(valid, valid)),
        ...(required ? [bad(name, 'missing', others())] : []),
      ];
    });
  return [
    ...ofParameters,
    bad('unknownParameter', 'is unknown', queryOf(parameters, undefined, 'unknownParameter=1')),
    bad('__proto__', 'is unknown', queryOf(parameters, undefined, '__proto__=1')),
    bad('(unknown)', 'is unknown', queryOf(parameters, undefined, 'limit[$gt]=1')),
  ];
}

export function badKeys(operation: Operation): readonly BadRequest[] {
  const headers = operation.parameters.filter((each) => each.in === 'header');
  return headers.flatMap(({ name, schema }) =>
    ['', 'k'.repeat((schema.maxLength ?? 0) + 1), '22222222222'].map((value) => {
      const { headers: usual, ...request } = requestOf(operation, {});
      const what = `header: ${name} of ${value.length} characters`;
      return { what, ...request, headers: { ...usual, [name]: value }, field: name, status: 400 };
    }),
  );
}

const ODD_SEGMENTS = [
  '%00',
  'a%7Cb',
  '%F0%9F%92%B8',
  '..%2F..%2Fetc',
  "'%20or%201=1--",
  '%E2%80%AEx',
  'x'.repeat(5_000),
];

/** Paths that no record can have, or whose encoding is broken. */
export function badPaths(operation: Operation): readonly Omit<BadRequest, 'status'>[] {
  const params = operation.parameters.filter((each) => each.in === 'path');
  return params.flatMap(({ name }) => [
    ...ODD_SEGMENTS.map((value) => ({
      what: `path: ${name} ${value.slice(0, 20)}`,
      ...requestOf(operation, { params: { [name]: value } }),
      field: name,
    })),
    {
      what: `path: ${name} with a broken encoding`,
      ...requestOf(operation, { params: { [name]: '%FF' } }),
      field: '(path)',
    },
  ]);
}
