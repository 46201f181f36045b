/**
 * Names of the terms in which two requests differ, for the 409 reply: `customer.email`, and `amount` for
 * amountKobo. An absent field equals an undefined one.
 */
export function differingTerms(one: object, other: object): string[] {
  const [a, b] = [flatten(one), flatten(other)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return names.filter((name) => a.get(name) !== b.get(name)).map((name) => name.replace(/Kobo$/, ''));
}

/** The same terms give the same text, in whatever order their fields were written. */
export function canonicalTerms(terms: object): string {
  return JSON.stringify([...flatten(terms)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function flatten(value: object, prefix = ''): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue;
    const isObject = typeof field === 'object' && field !== null && !Array.isArray(field);
    if (!isObject) leaves.set(prefix + name, JSON.stringify(field));
    else for (const [path, leaf] of flatten(field, `${prefix}${name}.`)) leaves.set(path, leaf);
  }
  return leaves;
}
