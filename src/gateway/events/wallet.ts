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
  return {
    kind: 'wallet-activity',
    eventType,
    address: addressOn(data.activityTime),
    deliveryKey: deliveryKey(eventType, reference, amount, balanceAfter, data.activityTime),
    reference,
    accountNumber: accountNumber ?? null,
    direction: directionOf(balanceBefore, balanceAfter),
    amount: amount ?? null,
    balanceAfter: balanceAfter ?? null,
    narration: data.narration ?? null,
    at: data.activityTime ?? null,
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
  return {
    kind: 'low-balance',
    eventType,
    address: addressOn(transactionTime),
    deliveryKey: deliveryKey(eventType, walletAccountNumber, walletBalance, transactionTime),
    walletAccountNumber,
    walletBalance: walletBalance ?? null,
    lowBalanceThreshold: data.lowBalanceThreshold ?? null,
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
