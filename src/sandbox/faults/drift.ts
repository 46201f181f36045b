import { type DriftFault } from './rules.js';

type Into = DriftFault['into'];

const USUAL_EXTRA = 'addedByTheGateway';

/** A body whose fields have other types than the specification says. A body that is not JSON stays as it is. */
export function drifted(body: string, { into, field }: DriftFault): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  const changed =
    into === 'extra'
      ? withExtra(value, field ?? USUAL_EXTRA)
      : drift(value, [], { into, path: field?.split('.') });
  return JSON.stringify(changed);
}

interface Aim {
  readonly into: Into;
  /** The last names of the field's path; undefined: every non-deciding field. */
  readonly path: readonly string[] | undefined;
}

/** Every row of a list drifts in the same way. */
function drift(value: unknown, at: readonly string[], aim: Aim): unknown {
  if (Array.isArray(value)) return value.map((row) => drift(row, at, aim));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const here = [...at, name];
      if (!isAimedAt(here, inner, aim)) return [[name, drift(inner, here, aim)]];
      return aim.into === 'missing' ? [] : [[name, inOtherType(inner, aim.into)]];
    }),
  );
}

function isAimedAt(here: readonly string[], value: unknown, { path }: Aim): boolean {
  if (path) return path.every((name, index) => here[here.length - path.length + index] === name);
  return !isFilled(value) && !decides(here.at(-1) ?? '');
}

/** Non-empty lists and objects are traversed, not changed as a whole. */
function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function inOtherType(value: unknown, into: Into): unknown {
  switch (into) {
    case 'null':
      return null;
    case 'text':
      return typeof value === 'string' || value === null ? value : JSON.stringify(value);
    case 'number':
      return typeof value === 'string' || typeof value === 'boolean' ? numberOf(value) : value;
    default:
      return isObject(value)
        ? [value]
        : Array.isArray(value)
          ? Object.fromEntries(value.entries())
          : { value };
  }
}

/** 4111 for "4111"; the length for text that is not a number. */
function numberOf(value: string | boolean): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value).length;
}

function withExtra(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((row) => withExtra(row, name));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, withExtra(one, name)] as const);
  return { ...Object.fromEntries(inner), [name]: { since: 'today' } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields that a merchant acts on: success, references, status, amounts, what the next call needs, and the
 * remaining pages of a listing. All other fields are non-deciding.
 */
const DECIDING: ReadonlySet<string> = new Set([
  'requestSuccessful',
  'responseMessage',
  'accessToken',
  'eventType',
  'type',
  'currency',
  'currencyCode',
  'amountPaid',
  'totalPayable',
  'payableAmount',
  'availableBalance',
  'accountNumber',
  'destinationAccountNumber',
  'customerAccountNumber',
  'checkoutUrl',
  'redirectUrl',
  'acsUrl',
  'termUrl',
  'authorizationLink',
  'id',
  'md',
  'paReq',
  'method',
  'cardToken',
  'paycode',
  'code',
  'last',
  'totalPages',
  'totalElements',
  'transactionsCount',
  'createdOn',
  'created_on',
  'paidOn',
]);

const DECIDING_ENDINGS = /(reference|status|code|amount|balance(before|after))$/i;

const NOT_DECIDING: ReadonlySet<string> = new Set([
  'settlementAmount',
  'providerAmount',
  'providerCode',
  'countryCode',
  'merchantCode',
]);

function decides(name: string): boolean {
  return DECIDING.has(name) || (DECIDING_ENDINGS.test(name) && !NOT_DECIDING.has(name));
}
