/** Every reference in a request or a response, found by the gateway's field names. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  const found: string[] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (isReference(key)) found.push(inner);
    } else if (typeof inner === 'object') found.push(...referencesIn(inner));
  }
  return found;
}

export const isReference = (key: string): boolean =>
  key.endsWith('eference') || key.endsWith('eferences') || key === 'mandateCode';
