import { toProblem } from '../client/to-problem.js';
import {
  type FieldProblem,
  Problem,
  type ProblemName,
  PROBLEMS,
  type ProblemRule,
} from '../requests/problem.js';

/** The types of docs/problems.md; a newer api may have further ones. */
export type ErrorType = ProblemName | (string & {});

export type MoneyMoved = ProblemRule['moneyMoved'];
export type Retry = ProblemRule['retry'];

export type FieldError = FieldProblem;

export interface ErrorFields {
  readonly type: ErrorType;
  readonly status: number;
  readonly title: string;
  readonly moneyMoved: MoneyMoved;
  readonly retry: Retry;
  readonly errors?: readonly FieldError[] | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The only error that the client throws, except for the reason of an aborted signal. */
export class OwareError extends Error {
  override readonly name = 'OwareError';
  /** Stable, for programs: `reference-conflict`. */
  readonly type: ErrorType;
  /** The status that the same problem has over HTTP. */
  readonly status: number;
  readonly title: string;
  /** What happened to the money. */
  readonly moneyMoved: MoneyMoved;
  /** What the caller may do: with `same-reference`, repeat the identical request. */
  readonly retry: Retry;
  /** Every field that is wrong, where the request is invalid. */
  readonly errors: readonly FieldError[];
  /** Of the api, where it was called. */
  readonly requestId: string | undefined;
  /** Further fields, such as `differences` and `remaining`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, fields: ErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.type = fields.type;
    this.status = fields.status;
    this.title = fields.title;
    this.moneyMoved = fields.moneyMoved;
    this.retry = fields.retry;
    this.errors = fields.errors ?? [];
    this.requestId = fields.requestId;
    this.details = fields.details ?? {};
  }
}

export function fromProblem({ problem, message, more }: Problem, options?: ErrorOptions): OwareError {
  const { status, title, moneyMoved, retry }: ProblemRule = PROBLEMS[problem];
  const { errors, ...details } = more as { readonly errors?: readonly FieldError[] };
  return new OwareError(
    message,
    { type: problem, status, title, moneyMoved, retry, errors, details },
    options,
  );
}

/** What a call throws, whatever went wrong. */
export function toOwareError(error: unknown): OwareError {
  if (error instanceof OwareError) return error;
  const problem = toProblem(error);
  if (problem) return fromProblem(problem, problem === error ? undefined : { cause: error });
  return fromProblem(new Problem('internal', 'Unexpected error. Retry the identical request.'), {
    cause: error,
  });
}

type Method = (...args: never[]) => unknown;

/** The same methods; every failure is an OwareError. */
export function withOwareErrors<Methods extends Readonly<Record<string, Method>>>(methods: Methods): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const call = async (...args: never[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw toOwareError(error);
      }
    };
    return [name, call] as const;
  });
  return Object.fromEntries(wrapped) as unknown as Methods;
}
