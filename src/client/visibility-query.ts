/** A value in a visibility query. The server's parser ends it at a quote, unless it is doubled or behind a backslash. */
export function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export const oneOf = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN (${values.map(quoted).join(', ')})`;

export const timeOf = (ms: number): string => quoted(new Date(ms).toISOString());

/** All given conditions; absent ones do not count. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((condition) => condition !== undefined).join(' AND ');
}
