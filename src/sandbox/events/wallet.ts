import { accounts } from '../money/ledger.js';
import { type Merchant } from '../types/merchant.js';
import { asNumber } from '../wire/amounts.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { sendEvent } from './deliveries.js';

interface Activity {
  readonly before: number;
  readonly reference: string;
  readonly narration: string;
}

/** Runs inside a commit: sends wallet events to merchants that have them enabled. */
export function accountActivity(world: World, merchant: Merchant, activity: Activity): void {
  const after = world.ledger.balance(accounts.wallet(merchant.id));
  if (after === activity.before) return;
  const { walletEvents, lowBalanceNaira } = merchant.switches;
  if (walletEvents)
    sendEvent(world, merchant, activityEvent({ ...activity, merchant, after, at: world.clock.now() }));
  const threshold = lowBalanceNaira === null ? undefined : lowBalanceNaira * 100;
  if (threshold !== undefined && activity.before >= threshold && after < threshold) {
    sendEvent(world, merchant, lowBalanceAlert(merchant, { after, threshold, at: world.clock.now() }));
  }
}

/** The only event type with metaData beside eventData, and with a numeric currency code. */
function activityEvent({
  merchant,
  before,
  after,
  at,
  reference,
  narration,
}: Activity & {
  readonly merchant: Merchant;
  readonly after: number;
  readonly at: number;
}) {
  return {
    eventType: 'ACCOUNT_ACTIVITY',
    eventData: {
      accountType: 'MAIN',
      accountName: merchant.name,
      accountNumber: merchant.walletAccountNumber,
      accountNuban: null,
      activityType: 'TRANSACTION',
      amount: asNumber(Math.abs(after - before)),
      currency: '566',
      balanceBefore: asNumber(before),
      balanceAfter: asNumber(after),
      reference,
      narration,
      activityTime: activityTime(at),
    },
    metaData: {
      senderAccount: merchant.walletAccountNumber,
      sourceAccountName: null,
      sourceAccountNumber: null,
      sourceBankCode: null,
      sourceBankName: null,
    },
  };
}

/** 2026-06-27 09:08:AM, with the gateway's colon before AM. */
function activityTime(at: number): string {
  const text = localText(at);
  const hour = Number(text.slice(11, 13));
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${text.slice(0, 11)}${twelve}${text.slice(13, 16)}:${hour < 12 ? 'AM' : 'PM'}`;
}

function lowBalanceAlert(merchant: Merchant, at: { after: number; threshold: number; at: number }) {
  return {
    eventType: 'LOW_BALANCE_ALERT',
    eventData: {
      transactionTime: new Date(at.at).toISOString(),
      merchantCode: merchant.code,
      walletAccountNumber: merchant.walletAccountNumber,
      walletBalance: asNumber(at.after),
      lowBalanceThreshold: asNumber(at.threshold),
      currency: 'NGN',
      description: 'Wallet balance is below the threshold',
    },
  };
}
