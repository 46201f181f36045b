import type { DebitRequest } from '../domain/mandate/debit.js';
import type { MandateSnapshot } from '../domain/mandate/mandate.js';
import { toDebit } from '../domain/mandate/view.js';
import type { readDebitRequest } from '../requests/mandate.js';
import { invalid } from '../requests/parse.js';
import type { OwareClient } from './client.js';
import { ClosedError, InProgressError } from './errors.js';

type Mandates = OwareClient['mandates'];

export interface DebitAnswer {
  readonly kind: 'new' | 'existing' | 'in-progress';
  readonly debit: ReturnType<typeof toDebit>;
}

/** Debits the account of a mandate; a repeat gets the same debit, also when the mandate has ended since. */
export async function requestDebit(
  mandates: Mandates,
  mandate: string,
  given: ReturnType<typeof readDebitRequest>,
): Promise<DebitAnswer> {
  const request = await withAmount(mandates, mandate, given);
  const { reference } = request;
  try {
    const { isNew, snapshot } = await mandates.debit(mandate, request);
    return { kind: isNew ? 'new' : 'existing', debit: toDebit(snapshot, reference) };
  } catch (error) {
    const known = knownIn(error, request);
    if (known) return { kind: 'existing', debit: known };
    if (!(error instanceof InProgressError)) throw error;
    return { kind: 'in-progress', debit: toDebit(await mandates.get(mandate), reference) };
  }
}

/** A debit of a fixed mandate needs no amount. */
async function withAmount(
  mandates: Mandates,
  mandate: string,
  given: ReturnType<typeof readDebitRequest>,
): Promise<DebitRequest> {
  const amountKobo = given.amountKobo ?? (await mandates.get(mandate)).terms.debitAmountKobo;
  if (amountKobo === undefined) throw invalid([{ field: 'amount', message: 'is required' }]);
  return { ...given, amountKobo };
}

function knownIn(error: unknown, { reference, amountKobo }: DebitRequest) {
  if (!(error instanceof ClosedError)) return undefined;
  const known = toDebit(error.snapshot as MandateSnapshot, reference);
  return known?.amountKobo === amountKobo ? known : undefined;
}
