import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NO_CARD_NUMBER } from '../../src/domain/card-number.js';
import { listQuery } from '../../src/merchant/list-query.js';
import { description, metadata, name, reason } from '../../src/requests/fields.js';
import { knownRoutes } from '../support/api/check-reply.js';

interface Text {
  readonly at: string;
  readonly schema: z.core.$ZodString;
}

/** Every text that a schema reads. A kind of schema that it does not know is an error, so that none is left out. */
function textsIn(given: z.core.$ZodType, at: string): Text[] {
  const schema = given as z.core.$ZodTypes;
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return [{ at, schema: schema as z.core.$ZodString }];
    case 'object':
      return Object.entries(def.shape).flatMap(([field, inner]) => textsIn(inner, `${at}.${field}`));
    case 'array':
      return textsIn(def.element, `${at}[]`);
    case 'record':
      return [...textsIn(def.keyType, `${at} (name)`), ...textsIn(def.valueType, `${at} (value)`)];
    case 'union':
      return def.options.flatMap((option) => textsIn(option, at));
    case 'pipe':
      return [...textsIn(def.in, at), ...textsIn(def.out, at)];
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, at);
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'number':
    case 'transform':
      return [];
    default:
      throw new Error(`${at}: the test does not know ${def.type}`);
  }
}

/** Whether the greatest length is the first check, before any pattern, and ends the checks of a longer text. */
function isBoundedFirst(schema: z.core.$ZodString): boolean {
  if (schema._zod.traits.has('$ZodCheck')) return false;
  const [first] = schema._zod.def.checks ?? [];
  return first?._zod.def.check === 'max_length' && first._zod.def.abort === true;
}

const unbounded = (texts: readonly Text[]) =>
  texts.filter(({ schema }) => !isBoundedFirst(schema)).map(({ at }) => at);

describe('a text that is too long is refused by its length alone', () => {
  it('in every body, query and path of the API', () => {
    const texts = knownRoutes().flatMap(({ route, path }) => {
      const { method, body, query, params = {} } = route;
      const read = [body, query, ...Object.values(params)].filter((schema) => schema !== undefined);
      return read.flatMap((schema) => textsIn(schema, `${method} ${path}`));
    });
    expect(texts.length).toBeGreaterThan(400);
    expect(unbounded(texts)).toEqual([]);
  });

  it('in every schema that the API and the client library share', async () => {
    const folder = new URL('../../src/requests/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    const modules = await Promise.all(
      files.map(async (file) => ({
        file,
        module: (await import(new URL(file, folder).href)) as Record<string, unknown>,
      })),
    );
    const texts = modules.flatMap(({ file, module }) =>
      Object.entries(module).flatMap(([exported, value]) =>
        value instanceof z.ZodType ? textsIn(value, `${file} ${exported}`) : [],
      ),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(unbounded([...texts, ...textsIn(listQuery, 'list of the client library')])).toEqual([]);
  });

  it.each([
    ['a name', name],
    ['a description', description],
    ['a reason', reason],
    ['a value in metadata', metadata.valueType],
  ])('%s is not searched for card numbers', (_what, schema) => {
    const { error } = schema.safeParse('4111111111111111 '.repeat(5_000));
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
    expect(error?.message).not.toContain(NO_CARD_NUMBER);
  });
});
