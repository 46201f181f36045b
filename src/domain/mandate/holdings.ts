import type { Held, Holdings, Progress } from '../sweep/record.js';
import type { Debit } from './debit.js';
import { isEnded } from './debit.js';
import { isWaiting, type MandateSnapshot } from './mandate.js';

/** A debit is read by its own reference; once it is paid, the gateway lists its transaction too. */
export function mandateHoldings(mandate: MandateSnapshot): Holdings {
  const { debits } = mandate;
  return {
    held: [toMandate(mandate), ...debits.flatMap((debit) => [toDebit(debit), ...toTransaction(debit)])],
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
