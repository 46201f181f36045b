import { accountActivity } from '../events/wallet.js';
import { type Merchant } from '../types/merchant.js';
import { type World } from '../world.js';
import { accounts, type Line } from './ledger.js';

export interface WalletChange {
  readonly cause: string;
  readonly reference: string;
  readonly narration: string;
  readonly lines: readonly Line[];
}

/** Runs inside a commit: the only way to change a merchant's wallet, so that no change is without its events. */
export function postWalletEntry(
  world: World,
  merchant: Merchant,
  { cause, reference, narration, lines }: WalletChange,
): void {
  const before = walletBalance(world, merchant.id);
  world.ledger.post({ at: world.clock.now(), cause, reference, lines });
  accountActivity(world, merchant, { before, reference, narration });
}

export function walletBalance({ ledger }: World, merchantId: string): number {
  return ledger.balance(accounts.wallet(merchantId));
}
