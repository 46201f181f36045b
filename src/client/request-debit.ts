import { randomUUID } from 'node:crypto';
import type { DebitRequest } from '../domain/mandate/debit.js';
import { isBeingSent, type MandateSnapshot } from '../domain/mandate/mandate.js';
import { toDebit } from '../domain/mandate/view.js';
import type { readDebitRequest } from '../requests/mandate.js';
import { invalid } from '../requests/parse.js';
import type { OwareClient } from './client.js';
import type { CommandOptions } from './command-id.js';
import { ClosedError, InProgressError, RefusedError } from './errors.js';

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
    return await debitOnce(mandates, mandate, request);
  } catch (error) {
    const known = knownIn(error, request);
    if (known) return { kind: 'existing', debit: known };
    if (!(error instanceof InProgressError)) throw error;
    return { kind: 'in-progress', debit: toDebit(await mandates.get(mandate), reference) };
  }
}

/**
 * Repeats of one request join one update: Temporal allows ten of them at a time, and a merchant that repeats during an
 * outage must leave room for a cancel.
 */
async function debitOnce(mandates: Mandates, mandate: string, request: DebitRequest): Promise<DebitAnswer> {
  const { reference, amountKobo } = request;
  const requestId = randomUUID();
  const send = (options?: CommandOptions) => mandates.debit(mandate, { ...request, requestId }, options);
  try {
    const answer = await send({ idempotencyKey: `${reference}:${amountKobo}` });
    if (answer.requestId === requestId) return toAnswer(answer, reference);
    // the answer to an earlier request is as old as that
    const snapshot = await mandates.get(mandate);
    if (toDebit(snapshot, reference)) return toAnswer({ isNew: false, snapshot }, reference);
  } catch (error) {
    if (!(error instanceof RefusedError) || error instanceof ClosedError) throw error;
  }
  // Temporal remembers a refusal under its id, and what was refused then may be allowed now
  return toAnswer(await send(), reference);
}

function toAnswer(
  { isNew, snapshot }: { readonly isNew: boolean; readonly snapshot: MandateSnapshot },
  reference: string,
): DebitAnswer {
  const isWaiting = isBeingSent(snapshot, reference);
  return {
    kind: isWaiting ? 'in-progress' : isNew ? 'new' : 'existing',
    debit: toDebit(snapshot, reference),
  };
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
