import { badRequest, unprocessable } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { percentOf } from '../money/fees.js';
import { postWalletEntry, walletBalance } from '../money/wallet.js';
import { merchantById } from '../people/merchants.js';
import { type Bill } from '../types/bill.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { billReference } from '../wire/references.js';
import { type World } from '../world.js';
import { BILL_SCENARIOS, type BillProduct } from './billers.js';

export interface BillTerms {
  readonly reference: string;
  readonly customerId: string;
  readonly amountKobo: number;
}

const BILLER_TAKES_MS = 60_000;
const COMMISSION_PERCENT = 1;

/** Runs inside a commit: pays from the wallet; the biller's decision may follow later. */
export function vend(
  world: World,
  merchant: Merchant,
  { product, terms }: { product: BillProduct; terms: BillTerms },
): Bill {
  const key = keyOf(merchant.id, terms.reference);
  if (world.bills.get(key)) throw unprocessable(`Duplicate reference ${terms.reference}`);
  refuseWrongPrice(product, terms.amountKobo);
  if (walletBalance(world, merchant.id) < terms.amountKobo) {
    throw unprocessable('Insufficient wallet balance');
  }
  const scenario = BILL_SCENARIOS.find(({ ending }) => terms.customerId.endsWith(ending));
  const bill: Bill = {
    ...terms,
    key,
    merchantId: merchant.id,
    transactionReference: billReference(world),
    productCode: product.code,
    commissionKobo: percentOf(terms.amountKobo, COMMISSION_PERCENT),
    status: scenario?.status ?? 'SUCCESS',
    description: scenario?.message ?? 'Purchase successful',
  };
  world.bills.put(bill);
  if (bill.status === 'SUCCESS') payBiller(world, bill, product);
  if (bill.status === 'PENDING') {
    world.agenda.add({ kind: 'decide-bill', subject: key, dueAt: world.clock.now() + BILLER_TAKES_MS });
  }
  return bill;
}

/** Runs inside a commit: completes a pending bill, if the wallet still has the money. */
export function decideBill(
  world: World,
  key: string,
  productOf: (code: string) => BillProduct | undefined,
): void {
  const bill = world.bills.get(key);
  const product = productOf(bill?.productCode ?? '');
  if (!bill || !product) return;
  if (walletBalance(world, bill.merchantId) < bill.amountKobo) {
    world.bills.put({ ...bill, status: 'FAILED', description: 'Insufficient wallet balance' });
    return;
  }
  world.bills.put({ ...bill, status: 'SUCCESS', description: 'Purchase successful' });
  payBiller(world, bill, product);
}

function refuseWrongPrice({ priceKobo, leastKobo, mostKobo }: BillProduct, amountKobo: number): void {
  if (priceKobo !== null && amountKobo !== priceKobo) throw badRequest('Amount does not match the price');
  if (amountKobo < (leastKobo ?? 0) || amountKobo > (mostKobo ?? Infinity)) {
    throw badRequest('Amount is outside of what the product allows');
  }
}

/** The merchant keeps its commission. */
function payBiller(world: World, bill: Bill, { biller, name }: BillProduct): void {
  const payableKobo = bill.amountKobo - bill.commissionKobo;
  postWalletEntry(world, merchantById(world, bill.merchantId), {
    cause: 'bill',
    reference: bill.reference,
    narration: name,
    lines: [
      { account: accounts.wallet(bill.merchantId), amountKobo: -payableKobo },
      { account: accounts.biller(biller), amountKobo: payableKobo },
    ],
  });
}
