import type { z } from 'zod';
import { type FieldProblem, Problem } from './problem.js';

/** Parses a body with its schema; the error lists every invalid field. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown = {}): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(toFieldProblems));
  return parsed.data;
}

function toFieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const at = issue.path
    .map((part) => (typeof part === 'number' ? part : showFieldName(String(part))))
    .join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: at || '(body)', message: issue.message }];
  return issue.keys.map((key) => {
    const name = showFieldName(key);
    return { field: at ? `${at}.${name}` : name, message: 'is not a known field' };
  });
}

const FIELD_NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/** A caller may send a value as a field name, and errors never repeat values. */
export function showFieldName(name: string): string {
  return FIELD_NAME.test(name) ? name : '(unknown)';
}

/** A body that is no object in JSON. */
export const notJson = (): Problem => invalid([{ field: '(body)', message: 'must be an object in JSON' }]);

export function invalid(errors: readonly FieldProblem[]): Problem {
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new Problem('invalid', detail, { errors });
}
