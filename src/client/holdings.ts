import { heldCredits } from '../../workflows/reserved-account/messages.js';
import type { ListedPayment, Unheld } from '../domain/collection/holds.js';
import { type Address, addressIn } from '../domain/lifecycle/address.js';
import { findHeld, type Holdings } from '../domain/sweep/record.js';
import { NotFoundError } from './errors.js';
import { idOf } from './ids.js';
import { KINDS } from './kinds.js';
import type { ClientContext } from './context.js';
import { isRefusedInput, queryRun, readLifecycle } from './read.js';
import { findRun, isOpenRun } from './runs.js';

/**
 * What a lifecycle holds of the gateway's records; undefined when there is no such lifecycle. `keys` are those that the
 * caller asks about: a reader of an open account does not get the keys of all its credits.
 */
export async function readHoldings(
  context: ClientContext,
  { lifecycle, reference }: Address,
  keys: readonly string[],
): Promise<Holdings | undefined> {
  const kind = kindOf(lifecycle);
  if (!kind?.holdingsOf) return undefined;
  if (kind.prefix === 'reserved-account') {
    const workflowId = idOf(kind, reference);
    const run = await findRun(context, workflowId);
    if (run && isOpenRun(run)) {
      return { held: await queryRun(context, { kind, workflowId }, heldCredits, keys) };
    }
  }
  try {
    const snapshot = await readLifecycle(context, kind, reference);
    return isRefusedInput(snapshot) ? undefined : kind.holdingsOf(snapshot as never);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

const kindOf = (wanted: string) => KINDS.find(({ prefix }) => prefix === wanted);

/** Which of these payments a lifecycle does not show, with just this amount. */
export async function unheldPayments(
  context: ClientContext,
  address: Address,
  payments: readonly ListedPayment[],
): Promise<Unheld> {
  if (!kindOf(address.lifecycle)?.holdingsOf) return { kind: 'not-followed' };
  const keys = payments.map(({ transactionReference }) => transactionReference);
  const holdings = await readHoldings(context, address, keys);
  if (!holdings) return { kind: 'unknown' };
  const missing = payments.filter(({ transactionReference, paymentReference, amountKobo }) => {
    const held = findHeld(holdings, {
      source: 'transactions',
      key: transactionReference,
      ...(paymentReference !== undefined && { paymentReference }),
    });
    // money that went back is not held
    const isThere = held?.progress === 'moved' || held?.progress === 'refunded';
    return !isThere || (held.amountKobo ?? amountKobo) !== amountKobo;
  });
  return { kind: 'known', missing: missing.map(({ transactionReference }) => transactionReference) };
}

export interface StartedRequest {
  /** In milliseconds since the epoch; the end is not part of it. */
  readonly from: number;
  readonly to: number;
  /** Of their workflow ids. */
  readonly prefixes: readonly string[];
  readonly isOpen?: boolean;
}

/** The lifecycles with a run that started in a period; with `isOpen`, that was open in it. */
export async function listStarted(
  { client, taskQueue }: ClientContext,
  { from, to, prefixes, isOpen = false }: StartedRequest,
): Promise<Address[]> {
  const [start, end] = [from, to].map((ms) => JSON.stringify(new Date(ms).toISOString()));
  const query = [
    `TaskQueue = ${JSON.stringify(taskQueue)}`,
    `OwareLifecycle IN (${prefixes.map((prefix) => JSON.stringify(prefix)).join(', ')})`,
    `StartTime < ${end}`,
    isOpen ? `(ExecutionStatus = "Running" OR CloseTime >= ${start})` : `StartTime >= ${start}`,
  ].join(' AND ');
  const found = new Map<string, Address>();
  for await (const { workflowId } of client.workflow.list({ query })) {
    const address = addressIn(workflowId);
    if (address) found.set(workflowId, address);
  }
  return [...found.values()];
}
