import { keyOf } from '../types/key.js';
import { type ReservedAccount } from '../types/reserved-account.js';
import { type World } from '../world.js';

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
