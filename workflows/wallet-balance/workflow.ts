import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { dayOf } from '../../src/domain/calendar.js';
import { type Kobo } from '../../src/domain/money.js';
import { GATEWAY_READ, INTERNAL } from '../shared/gateway/activity-options.js';
import { failureKind } from '../shared/gateway/failures.js';
import { scheduledTime } from '../shared/run/scheduled-time.js';

const { getWalletBalance } = proxyActivities<Activities>(GATEWAY_READ);
const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

const MINUTE_MS = 60_000;
/** A balance that is read later says little about midnight. */
const PAUSES_MS = [0, MINUTE_MS, 3 * MINUTE_MS, 5 * MINUTE_MS];

export interface WalletBalanceResult {
  /** The day that ended, in West Africa Time. */
  readonly day: string;
  readonly balanceKobo?: Kobo;
}

/** A Schedule starts it at midnight in West Africa: the balance ends one day of the wallet, and begins the next. */
export async function readWalletBalance(): Promise<WalletBalanceResult> {
  const scheduledAt = scheduledTime();
  // the schedule fires at midnight, or a moment later
  const day = dayOf(scheduledAt - MINUTE_MS);
  const balanceKobo = await readBalance();
  if (balanceKobo === undefined) return { day };
  const at = new Date().toISOString();
  const places = [
    ['closing', day],
    ['opening', dayOf(scheduledAt)],
  ] as const;
  for (const [place, reference] of places) {
    const event = { kind: 'wallet-balance', eventType: 'wallet-balance', place, balanceKobo, at } as const;
    await forwardEvent(
      { lifecycle: 'wallet-events', reference },
      { ...event, key: `wallet-balance:${place}` },
    );
  }
  return { day, balanceKobo };
}

async function readBalance(): Promise<Kobo | undefined> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await sleep(pause, { summary: 'Read the balance again' });
    try {
      const summary = { summary: 'Read the balance of the wallet' };
      const { body } = await getWalletBalance.executeWithOptions(summary, [{}]);
      return body.availableBalance;
    } catch (error) {
      failureKind(error);
    }
  }
  return undefined;
}
