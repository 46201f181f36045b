import { type Account, hear, transfer } from '../acts.js';
import { cardAsTyped } from '../../../sandbox/collections/test-cards.js';
import { askForAccount, askForCheckout } from '../checkout-acts.js';
import type { Stage } from '../scene.js';

/** How one order of the week goes: in the morning, half an hour later, and what it must have come to. */
export interface OrderPlan {
  readonly says: string;
  readonly end: string;
  /** Shares of the amount that the payer sends, in order. */
  readonly pays: readonly number[];
  readonly webhooks: readonly string[];
  /** Returns what happens half an hour later, if anything does. */
  open(stage: Stage, amounts: readonly string[]): Promise<(() => Promise<void>) | undefined>;
}

const amountOf = (amounts: readonly string[], at = 0): string => amounts[at] ?? '';

const TRANSFER: OrderPlan = {
  says: 'pays by bank transfer',
  end: 'PAID',
  pays: [1],
  webhooks: ['checkout.paid'],
  async open(stage, amounts) {
    await askForCheckout(stage, amountOf(amounts));
    await transfer(stage, await askForAccount(stage), amountOf(amounts));
    await stage.becomes('PAID');
    return undefined;
  },
};

const PAGE: OrderPlan = {
  says: "pays by card on the gateway's page",
  end: 'PAID',
  pays: [1],
  webhooks: ['checkout.paid'],
  async open(stage, amounts) {
    const { checkoutUrl } = await askForCheckout(stage, amountOf(amounts));
    await stage.fillIn(`${checkoutUrl}/card`, cardAsTyped('approved'));
    await stage.becomes('PAID');
    return undefined;
  },
};

const ABANDONED: OrderPlan = {
  says: 'opens the page and leaves',
  end: 'EXPIRED',
  pays: [],
  webhooks: ['checkout.expired'],
  async open(stage, amounts) {
    await askForCheckout(stage, amountOf(amounts));
    return undefined;
  },
};

const IN_TWO_PARTS: OrderPlan = {
  says: 'sends half now and half in half an hour',
  end: 'PAID',
  pays: [0.5, 0.5],
  webhooks: ['checkout.partially-paid', 'checkout.paid'],
  async open(stage, amounts) {
    await askForCheckout(stage, amountOf(amounts));
    const account: Account = await askForAccount(stage);
    await transfer(stage, account, amountOf(amounts, 1));
    await hear(stage, 'checkout.partially-paid');
    return async () => {
      await transfer(stage, account, amountOf(amounts, 2));
      await stage.becomes('PAID');
    };
  },
};

const CANCELLED: OrderPlan = {
  says: 'changes their mind, and the shop cancels',
  end: 'CANCELLED',
  pays: [],
  webhooks: ['checkout.cancelled'],
  async open(stage, amounts) {
    await askForCheckout(stage, amountOf(amounts));
    await stage.oware('POST', `/v1/checkouts/${stage.reference}/cancel`);
    return undefined;
  },
};

/** The orders of each morning. */
export const MORNINGS: readonly (readonly OrderPlan[])[] = [
  [TRANSFER, PAGE, ABANDONED],
  [TRANSFER, IN_TWO_PARTS],
  [PAGE, ABANDONED, TRANSFER],
  [PAGE, CANCELLED],
  [TRANSFER, PAGE, ABANDONED],
  [TRANSFER, IN_TWO_PARTS, PAGE],
  [ABANDONED, PAGE],
];

/** The order of the evening on which the shop's own service is down. */
export const EVENING_ORDER = TRANSFER;
export const SERVICE_DOWN_ON = 1;
/** The day on which the school fees are paid; the rent falls due the day before, unpaid. */
export const FEES_PAID_ON = 3;
export const RENT_DUE_ON = 2;
