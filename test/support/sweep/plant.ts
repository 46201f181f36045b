import { kobo } from '../../../src/domain/money.js';
import { initBankTransfer, initTransaction } from '../../../src/gateway/endpoints/transactions.js';
import type { DifferenceClass } from '../../../src/domain/sweep/difference.js';
import { type Checkouts, createCheckouts } from '../lifecycles/checkouts.js';
import { createTransfers } from '../lifecycles/transfers.js';
import type { BankAccount, World } from '../world/world.js';

/** A planted difference: its class, and what the gateway's record is found by. */
export interface Planted {
  readonly class: DifferenceClass;
  readonly key: string;
  /** What becomes of the lifecycle after the sweep; undefined where nothing changes. */
  readonly becomes?: { readonly path: string; readonly state: string };
}

/** Plants differences of every class between Oware and the gateway. */
export function createPlanter(world: World, prefix: string) {
  const checkouts: Checkouts = createCheckouts(world, prefix);
  const transfers = createTransfers(world);
  const path = (reference: string) => `checkouts/${reference}`;
  let count = 0;

  async function payUnnoticed(reference: string, account: BankAccount, amount: string) {
    await world.dropEvent(reference);
    await world.pay(account, amount);
  }

  /** An ordinary payment, on which both sides agree. */
  async function paid() {
    const { reference, account, transactionReference } = await checkouts.openWithAccount();
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    return { reference, account, transactionReference };
  }

  async function closedPaid() {
    const payment = await paid();
    await checkouts.closed(payment.reference);
    return payment;
  }

  const planters: Readonly<Record<DifferenceClass, readonly (() => Promise<Planted>)[]>> = {
    late: [
      async () => {
        const { reference, account, transactionReference } = await checkouts.openWithAccount();
        await payUnnoticed(reference, account, '2500.00');
        return {
          class: 'late',
          key: transactionReference,
          becomes: { path: path(reference), state: 'PAID' },
        };
      },
    ],
    amount: [
      async () => {
        const { reference, account, transactionReference } = await checkouts.openWithAccount();
        await world.pay(account, '1000.00');
        await world.merchant.receives(reference, 'checkout.partially-paid');
        await payUnnoticed(reference, account, '1500.00');
        return {
          class: 'amount',
          key: transactionReference,
          becomes: { path: path(reference), state: 'PAID' },
        };
      },
    ],
    state: [
      async () => {
        const reference = `${prefix}-unsent-${process.pid}-${(count += 1)}`;
        const startAt = new Date(Date.now() + 3_600_000).toISOString();
        await transfers.create(reference, { startAt });
        await transfers.cancel(reference);
        await transfers.closed(reference);
        await world.dropEvent(reference);
        await transfers.payAtGateway(reference);
        return {
          class: 'state',
          key: reference,
          becomes: { path: `transfers/${reference}`, state: 'SUCCESS' },
        };
      },
    ],
    'missing-here': [
      async () => {
        const paymentReference = `${prefix}-foreign-${process.pid}-${(count += 1)}`;
        const opened = await world.gateway.call(initTransaction, {
          amount: kobo(700_00),
          customerEmail: 'ada@example.com',
          paymentReference,
          currencyCode: 'NGN',
        });
        const { transactionReference } = (opened as { body: { transactionReference: string } }).body;
        const account = await world.gateway.call(initBankTransfer, { transactionReference });
        await payUnnoticed(paymentReference, account.body, '700.00');
        return {
          class: 'missing-here',
          key: transactionReference,
          becomes: { path: path(paymentReference), state: 'PAID' },
        };
      },
      async () => {
        const reference = `${prefix}-elsewhere-${process.pid}-${(count += 1)}`;
        await world.dropEvent(reference);
        await transfers.payAtGateway(reference);
        return {
          class: 'missing-here',
          key: reference,
          becomes: { path: `transfers/${reference}`, state: 'SUCCESS' },
        };
      },
    ],
    'missing-there': [
      async () => {
        const { transactionReference } = await closedPaid();
        const lag = { kind: 'lag', ms: 24 * 3_600_000 };
        await world.planFault({ on: 'call', reference: transactionReference, fault: lag });
        return { class: 'missing-there', key: transactionReference };
      },
    ],
  };

  return {
    paid,
    closedPaid,
    /** Difference number n of a class. */
    plant: (found: DifferenceClass, n: number): Promise<Planted> => {
      const ways = planters[found];
      const way = ways[n % ways.length];
      if (!way) throw new Error(`no way to plant ${found}`);
      return way();
    },
  };
}
