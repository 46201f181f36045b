import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import { dayInWestAfrica, type Instant } from '../formats/times.js';
import type { Address } from './address.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';

/** Money went into or out of a wallet of the merchant. */
export interface WalletActivityEvent extends EventCore {
  readonly kind: 'wallet-activity';
  readonly reference: string;
  readonly accountNumber: string | null;
  /** Not said by the event: it follows from the balances. */
  readonly direction: 'credit' | 'debit' | null;
  readonly amount: Kobo | null;
  readonly balanceAfter: Kobo | null;
  readonly narration: string | null;
  readonly at: Instant | null;
}

const walletActivityData = take.record({
  accountNumber: take.maybeText,
  amount: take.maybeNaira,
  balanceBefore: take.maybeNaira,
  balanceAfter: take.maybeNaira,
  reference: take.text,
  narration: take.maybeText,
  activityTime: take.maybeTime,
});

function toWalletActivity(eventType: string, data: z.output<typeof walletActivityData>): WalletActivityEvent {
  const { reference, accountNumber, amount, balanceBefore, balanceAfter } = data;
  const { activityTime, narration } = data;
  const key = deliveryKey(eventType, reference, amount, balanceAfter, activityTime);
  const direction = directionOf(balanceBefore, balanceAfter);
  return {
    kind: 'wallet-activity',
    eventType,
    address: addressOn(activityTime),
    deliveryKey: key,
    forLifecycle: {
      kind: 'wallet-activity',
      key,
      eventType,
      reference,
      ...(direction && { direction }),
      ...(amount != null && { amountKobo: amount }),
      ...(balanceAfter != null && { balanceKobo: balanceAfter }),
      ...(narration && { narration }),
      ...(activityTime != null && { at: activityTime }),
    },
    reference,
    accountNumber: accountNumber ?? null,
    direction,
    amount: amount ?? null,
    balanceAfter: balanceAfter ?? null,
    narration: narration ?? null,
    at: activityTime ?? null,
  };
}

function directionOf(before: Kobo | null | undefined, after: Kobo | null | undefined) {
  if (before == null || after == null) return null;
  return after >= before ? 'credit' : 'debit';
}

/** A wallet fell under the limit that the merchant set for it. */
export interface LowBalanceEvent extends EventCore {
  readonly kind: 'low-balance';
  readonly walletAccountNumber: string;
  readonly walletBalance: Kobo | null;
  readonly lowBalanceThreshold: Kobo | null;
  readonly at: Instant | null;
}

const lowBalanceData = take.record({
  walletAccountNumber: take.text,
  walletBalance: take.maybeNaira,
  lowBalanceThreshold: take.maybeNaira,
  transactionTime: take.maybeTime,
});

function toLowBalance(eventType: string, data: z.output<typeof lowBalanceData>): LowBalanceEvent {
  const { walletAccountNumber, walletBalance, transactionTime } = data;
  const { lowBalanceThreshold } = data;
  const key = deliveryKey(eventType, walletAccountNumber, walletBalance, transactionTime);
  return {
    kind: 'low-balance',
    eventType,
    address: addressOn(transactionTime),
    deliveryKey: key,
    forLifecycle: {
      kind: 'low-balance',
      key,
      eventType,
      ...(walletBalance != null && { balanceKobo: walletBalance }),
      ...(lowBalanceThreshold != null && { thresholdKobo: lowBalanceThreshold }),
      ...(transactionTime != null && { at: transactionTime }),
    },
    walletAccountNumber,
    walletBalance: walletBalance ?? null,
    lowBalanceThreshold: lowBalanceThreshold ?? null,
    at: transactionTime ?? null,
  };
}

/** One lifecycle a day takes the events of all wallets. */
function addressOn(time: Instant | null | undefined): Address {
  return { lifecycle: 'wallet-events', reference: time == null ? 'undated' : dayInWestAfrica(time) };
}

export const walletActivity = eventKind({
  names: ['events.wallet-activity'],
  schema: walletActivityData,
  toEvent: toWalletActivity,
});

export const lowBalance = eventKind({
  names: ['events.low-balance'],
  schema: lowBalanceData,
  toEvent: toLowBalance,
});
