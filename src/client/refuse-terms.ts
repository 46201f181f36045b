import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { refuseReference } from '../domain/reference.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import { RefusedError } from './errors.js';

/** Refuses terms that must not enter a workflow id or the gateway's records. The error names the field, never the value. */
export function refuseTerms(
  terms: { readonly reference: string },
  { freeText, isReference }: Pick<LifecycleKind<never, never>, 'freeText' | 'isReference'>,
): void {
  if (!isReference?.(terms.reference)) {
    const refused = refuseReference(terms.reference);
    if (refused !== undefined) throw new RefusedError('invalid', `reference: ${refused}`);
  }
  const field = findCardNumber(terms, freeText);
  if (field !== undefined) throw new RefusedError('invalid', `${field}: ${NO_CARD_NUMBER}`);
}

/** The path of the first free-text field that contains a card number. */
function findCardNumber(
  given: unknown,
  freeText: readonly string[],
  path: readonly string[] = [],
  isFreeText = false,
): string | undefined {
  if (typeof given === 'string') return isFreeText && holdsCardNumber(given) ? path.join('.') : undefined;
  if (typeof given !== 'object' || given === null) return undefined;
  for (const [name, inner] of Object.entries(given)) {
    const found = findCardNumber(inner, freeText, [...path, name], isFreeText || freeText.includes(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
