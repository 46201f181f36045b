import type { z } from 'zod';
import { type FieldProblem, Problem } from './problem.js';

/** Reads a body by its schema; whatever is wrong with it is named field by field. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(toFieldProblems));
  return parsed.data;
}

function toFieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const at = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: at || '(body)', message: issue.message }];
  return issue.keys.map((key) => {
    // whoever sends values as names is not shown them either
    const name = FIELD_NAME.test(key) ? key : '(unknown)';
    return { field: at ? `${at}.${name}` : name, message: 'is not a known field' };
  });
}

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

export function invalid(errors: readonly FieldProblem[]): Problem {
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new Problem('invalid', detail, { errors });
}
