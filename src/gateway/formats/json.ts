const DIGITS = Symbol('digits');

/** A number with fixed digits. JSON cannot produce the symbol, so no text forges one. */
export interface JsonNumber {
  readonly [DIGITS]: string;
}

const DECIMAL = /^\d+(?:\.\d+)?$/;

export function jsonNumber(digits: string): JsonNumber {
  if (!DECIMAL.test(digits)) throw new TypeError('not a plain decimal');
  return { [DIGITS]: digits };
}

export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && DIGITS in value
    ? (value as JsonNumber)[DIGITS]
    : undefined;
}

/** JSON.stringify, except that a JsonNumber is written digit by digit. */
export function toJson(value: unknown): string {
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value).join(',')}}`;
  return JSON.stringify(value ?? null);
}

function membersOf(value: object): string[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
}
