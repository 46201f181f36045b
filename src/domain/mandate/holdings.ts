import type { Held, Holdings, Progress } from '../sweep/record.js';
import type { Debit } from './debit.js';
import { isEnded, wasForgotten, wasForgottenUnpaid } from './debit.js';
import { isWaiting, type MandateSnapshot } from './mandate.js';

/** A debit is read by its own reference; once it is paid, the gateway lists its transaction too. */
export function mandateHoldings(mandate: MandateSnapshot): Holdings {
  const listed = mandate.debits.filter(({ isPossible }) => !isPossible);
  return {
    held: [toMandate(mandate), ...listed.flatMap((debit) => [toDebit(debit), ...toTransaction(debit)])],
    find: (key) => toForgotten(mandate, key),
  };
}

function toMandate({ terms, state, mandateCode, createdAt }: MandateSnapshot): Held {
  const isOpen = isWaiting(state) || state === 'ACTIVE' || state === 'SUSPENDED';
  const sent = isWaiting(state) ? 'pending' : isOpen ? 'moved' : 'none';
  return {
    source: 'mandates',
    key: terms.reference,
    state,
    progress: mandateCode === undefined ? 'unsent' : sent,
    ...(createdAt !== undefined && { at: createdAt }),
  };
}

function toDebit(debit: Debit): Held {
  const { reference, state, amountKobo, sentAt, requestedAt } = debit;
  return {
    source: 'debits',
    key: reference,
    state,
    progress: progressOf(debit),
    amountKobo,
    at: sentAt ?? requestedAt,
  };
}

/** A debit that is no longer listed. */
function toForgotten({ forgotten = '' }: MandateSnapshot, reference: string): Held | undefined {
  if (!wasForgotten(forgotten, reference)) return undefined;
  const isUnpaid = wasForgottenUnpaid(forgotten, reference);
  const [state, progress] = isUnpaid ? (['FAILED', 'none'] as const) : (['PAID', 'moved'] as const);
  return { source: 'debits', key: reference, state, progress };
}

function toTransaction(debit: Debit): Held[] {
  const { transactionReference, state, amountKobo } = debit;
  if (transactionReference === undefined) return [];
  const isPaid = state === 'PAID';
  const held = { source: 'transactions', key: transactionReference, state, amountKobo } as const;
  return [{ ...held, progress: progressOf(debit), ...(!isPaid && { isUnlisted: true as const }) }];
}

function progressOf({ state, sentAt, transactionReference }: Debit): Progress {
  if (state === 'PAID') return 'moved';
  if (sentAt === undefined && transactionReference === undefined) return 'unsent';
  return isEnded(state) ? 'none' : 'pending';
}
