import { unprocessable } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { PAYCODE_FEE_KOBO } from '../money/fees.js';
import { postWalletEntry, walletBalance } from '../money/wallet.js';
import { merchantById } from '../people/merchants.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Paycode } from '../types/paycode.js';
import { hex } from '../wire/references.js';
import { type World } from '../world.js';

export type NewPaycode = Pick<Paycode, 'paycodeReference' | 'beneficiaryName' | 'amountKobo' | 'expiresAt'>;

/** Runs inside a commit. */
export function createPaycode(world: World, merchant: Merchant, wanted: NewPaycode): Paycode {
  const totalKobo = wanted.amountKobo + PAYCODE_FEE_KOBO;
  if (walletBalance(world, merchant.id) < totalKobo) {
    throw unprocessable('Insufficient wallet balance');
  }
  const serial = world.store.next('paycode');
  const paycode: Paycode = {
    ...wanted,
    key: keyOf(merchant.id, wanted.paycodeReference),
    merchantId: merchant.id,
    transactionReference: `MFY-${hex(world, 32)}`,
    code: world.seed.digits(`paycode ${serial}`, 10),
    status: 'PENDING',
    createdAt: world.clock.now(),
    cancelledAt: null,
  };
  world.paycodes.put(paycode);
  changeWallet(world, paycode, {
    cause: 'paycode-issued',
    from: accounts.wallet(merchant.id),
    to: accounts.paycode(paycode.key),
  });
  world.agenda.add({ kind: 'expire-paycode', subject: paycode.key, dueAt: paycode.expiresAt });
  return paycode;
}

/** Runs inside a commit: returns the money of an unused paycode when it expires. */
export function expirePaycode(world: World, key: string): void {
  const paycode = world.paycodes.get(key);
  if (paycode?.status === 'PENDING') giveBack(world, paycode, 'EXPIRED');
}

/** Runs inside a commit. */
export function cancelPaycode(world: World, paycode: Paycode): Paycode {
  if (paycode.status !== 'PENDING') throw unprocessable(`Paycode is ${paycode.status}`);
  return giveBack(world, paycode, 'CANCELLED');
}

/** Runs inside a commit: an agent pays out the cash for the code. */
export function redeemPaycode(world: World, paycode: Paycode): Paycode {
  if (paycode.status !== 'PENDING') throw unprocessable(`Paycode is ${paycode.status}`);
  const redeemed: Paycode = { ...paycode, status: 'COMPLETED' };
  world.paycodes.put(redeemed);
  world.ledger.post({
    at: world.clock.now(),
    cause: 'paycode-redeemed',
    reference: paycode.paycodeReference,
    lines: [
      { account: accounts.paycode(paycode.key), amountKobo: -(paycode.amountKobo + PAYCODE_FEE_KOBO) },
      { account: accounts.cash, amountKobo: paycode.amountKobo },
      { account: accounts.fees, amountKobo: PAYCODE_FEE_KOBO },
    ],
  });
  return redeemed;
}

function giveBack(world: World, paycode: Paycode, status: 'EXPIRED' | 'CANCELLED'): Paycode {
  const ended: Paycode = {
    ...paycode,
    status,
    cancelledAt: status === 'CANCELLED' ? world.clock.now() : null,
  };
  world.paycodes.put(ended);
  changeWallet(world, paycode, {
    cause: 'paycode-given-back',
    from: accounts.paycode(paycode.key),
    to: accounts.wallet(paycode.merchantId),
  });
  return ended;
}

interface Way {
  readonly cause: string;
  readonly from: string;
  readonly to: string;
}

function changeWallet(world: World, paycode: Paycode, { cause, from, to }: Way): void {
  const amountKobo = paycode.amountKobo + PAYCODE_FEE_KOBO;
  postWalletEntry(world, merchantById(world, paycode.merchantId), {
    cause,
    reference: paycode.paycodeReference,
    narration: `Paycode for ${paycode.beneficiaryName}`,
    lines: [
      { account: from, amountKobo: -amountKobo },
      { account: to, amountKobo },
    ],
  });
}
