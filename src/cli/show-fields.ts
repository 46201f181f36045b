/** An object as indented lines, for people; empty parts are left out. */
export function showFields(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value.map((item) => showItem(item, indent)).join('\n');
  }
  return Object.entries(value as object)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([name, inner]) =>
      isObject(inner)
        ? `${indent}${name}:\n${showFields(inner, `${indent}  `)}`
        : `${indent}${name}: ${String(inner)}`,
    )
    .join('\n');
}

function showItem(item: unknown, indent: string): string {
  if (!isObject(item)) return `${indent}- ${String(item)}`;
  const lines = showFields(item, `${indent}  `);
  return `${indent}- ${lines.slice(indent.length + 2)}`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
