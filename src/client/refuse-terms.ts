import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { refuseReference } from '../domain/reference.js';
import { RefusedError } from './errors.js';

/** Texts that people write. */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'description',
  'accountName',
  'accountNames',
  'metadata',
]);

/** Refuses terms that must not enter a workflow id or the gateway's records. The error names the field, never the value. */
export function refuseTerms(terms: { readonly reference: string }): void {
  const refused = refuseReference(terms.reference);
  if (refused !== undefined) throw new RefusedError('invalid', `reference: ${refused}`);
  const field = findCardNumber(terms);
  if (field !== undefined) throw new RefusedError('invalid', `${field}: ${NO_CARD_NUMBER}`);
}

/** The path of the first such text that holds one. */
function findCardNumber(given: unknown, path: readonly string[] = [], isWritten = false): string | undefined {
  if (typeof given === 'string') return isWritten && holdsCardNumber(given) ? path.join('.') : undefined;
  if (typeof given !== 'object' || given === null) return undefined;
  for (const [name, inner] of Object.entries(given)) {
    const found = findCardNumber(inner, [...path, name], isWritten || WRITTEN.has(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
