import { type World } from '../world.js';
import { type ReservedAccount } from './reserved-accounts.js';
import { keyOf } from './transactions.js';

/** How much and how often an account may be paid into. */
export interface LimitProfile {
  readonly code: string;
  readonly merchantId: string;
  readonly name: string;
  readonly singleKobo: number;
  readonly dailyKobo: number;
  readonly dailyCount: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

const DAY_MS = 86_400_000;
const WEST_AFRICA_MS = 3_600_000;

export function overLimit(world: World, reserved: ReservedAccount, amountKobo: number): boolean {
  const profile = world.limitProfiles.get(reserved.limitProfileCode ?? '');
  if (!profile) return false;
  const today = dayOf(world.clock.now());
  let count = 1;
  let total = amountKobo;
  const accountKey = keyOf(reserved.merchantId, reserved.accountReference);
  for (const { paidAt, paidKobo } of world.transactions.filter('reservedAccount', accountKey)) {
    if (paidAt === undefined || dayOf(paidAt) !== today) continue;
    count += 1;
    total += paidKobo;
  }
  return amountKobo > profile.singleKobo || total > profile.dailyKobo || count > profile.dailyCount;
}

const dayOf = (at: number): number => Math.floor((at + WEST_AFRICA_MS) / DAY_MS);
