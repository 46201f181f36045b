import type { Held, Holdings, Progress, Wanted } from '../sweep/record.js';
import type { Debit } from './debit.js';
import { isEnded, wasForgotten, wasForgottenUnpaid } from './debit.js';
import { isWaiting, type MandateSnapshot } from './mandate.js';

/** A debit is read by its own reference; once it is paid, the gateway lists its transaction too. */
export function mandateHoldings(mandate: MandateSnapshot): Holdings {
  const listed = mandate.debits.filter(({ isPossible }) => !isPossible);
  return {
    held: [toMandate(mandate), ...listed.flatMap((debit) => [toDebit(debit), ...toTransaction(debit)])],
    find: (wanted) => toForgotten(mandate, wanted),
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

/** A debit that is no longer listed, or its transaction: both are found by the debit's reference. */
function toForgotten({ forgotten = '' }: MandateSnapshot, wanted: Wanted): Held | undefined {
  const { source, key, paymentReference } = wanted;
  const reference = source === 'transactions' ? paymentReference : key;
  if (reference === undefined || !wasForgotten(forgotten, reference)) return undefined;
  const isUnpaid = wasForgottenUnpaid(forgotten, reference);
  const [state, progress] = isUnpaid ? (['FAILED', 'none'] as const) : (['PAID', 'moved'] as const);
  return { source, key, state, progress };
}

function toTransaction(debit: Debit): Held[] {
  const { transactionReference, state, amountKobo, sentAt, requestedAt } = debit;
  if (transactionReference === undefined) return [];
  const isPaid = state === 'PAID';
  const at = sentAt ?? requestedAt;
  const held = { source: 'transactions', key: transactionReference, state, amountKobo, at } as const;
  return [{ ...held, progress: progressOf(debit), ...(!isPaid && { isUnlisted: true as const }) }];
}

function progressOf({ state, sentAt, transactionReference }: Debit): Progress {
  if (state === 'PAID') return 'moved';
  if (sentAt === undefined && transactionReference === undefined) return 'unsent';
  return isEnded(state) ? 'none' : 'pending';
}
