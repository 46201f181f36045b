import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Kobo } from '../../../src/domain/money.js';
import { midnightOf, whyNotOf } from '../../../src/domain/wallet-day/midnight.js';
import { GATEWAY_READ, INTERNAL } from '../../shared/gateway/activity-options.js';
import { failureKind } from '../../shared/gateway/failures.js';
import { scheduledTime } from '../../shared/run/scheduled-time.js';

const { getWalletBalance } = proxyActivities<Activities>(GATEWAY_READ);
const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

const MINUTE_MS = 60_000;
const PAUSES_MS = [0, MINUTE_MS, 3 * MINUTE_MS, 5 * MINUTE_MS];

export interface WalletBalanceResult {
  /** The day that ended, in West Africa Time. */
  readonly day: string;
  readonly balanceKobo?: Kobo;
  /** Why there is none. */
  readonly missing?: string;
}

/**
 * A Schedule starts it at midnight in West Africa: the balance ends one day of the wallet, and begins the next. Both days are
 * told also when there is none: a run that starts late never takes the balance of now for that of midnight.
 */
export async function readWalletBalance(): Promise<WalletBalanceResult> {
  const { at: midnight, ends, begins } = midnightOf(scheduledTime());
  const found = await readBalance(midnight);
  const at = new Date().toISOString();
  const places = [
    ['closing', ends],
    ['opening', begins],
  ] as const;
  for (const [place, reference] of places) {
    const key = `wallet-balance:${place}${'missing' in found ? ':missing' : ''}`;
    const event = { kind: 'wallet-balance', eventType: 'wallet-balance', key, place, at, ...found } as const;
    await forwardEvent({ lifecycle: 'wallet-events', reference }, event);
  }
  return { day: ends, ...found };
}

type Found = { readonly balanceKobo: Kobo } | { readonly missing: string };

async function readBalance(midnight: number): Promise<Found> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await sleep(pause, { summary: 'Read the balance again' });
    const late = whyNotOf(midnight, Date.now());
    if (late !== undefined) return { missing: late };
    try {
      const summary = { summary: 'Read the balance of the wallet' };
      const { body } = await getWalletBalance.executeWithOptions(summary, [{}]);
      const since = whyNotOf(midnight, Date.now());
      return since === undefined ? { balanceKobo: body.availableBalance } : { missing: since };
    } catch (error) {
      failureKind(error);
    }
  }
  return { missing: 'the gateway did not answer' };
}
