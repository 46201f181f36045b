import { type Account, expectWebhook, transfer } from '../steps.js';
import { cardAsTyped } from '../../../sandbox/collections/test-cards.js';
import { createVirtualAccount, createCheckout } from '../checkout-steps.js';
import type { ScenarioContext } from '../scenario.js';

/** One order of the week: what the payer does, and the expected result. */
export interface OrderPlan {
  readonly summary: string;
  readonly state: string;
  /** Shares of the amount that the payer sends, in order. */
  readonly pays: readonly number[];
  readonly webhooks: readonly string[];
  /** Returns the follow-up half an hour later, if there is one. */
  start(context: ScenarioContext, amounts: readonly string[]): Promise<(() => Promise<void>) | undefined>;
}

const amountOf = (amounts: readonly string[], at = 0): string => amounts[at] ?? '';

const TRANSFER: OrderPlan = {
  summary: 'pays by bank transfer',
  state: 'PAID',
  pays: [1],
  webhooks: ['checkout.paid'],
  async start(context, amounts) {
    await createCheckout(context, amountOf(amounts));
    await transfer(context, await createVirtualAccount(context), amountOf(amounts));
    await context.waitForState('PAID');
    return undefined;
  },
};

const PAGE: OrderPlan = {
  summary: "pays by card on the gateway's page",
  state: 'PAID',
  pays: [1],
  webhooks: ['checkout.paid'],
  async start(context, amounts) {
    const { checkoutUrl } = await createCheckout(context, amountOf(amounts));
    await context.submitForm(`${checkoutUrl}/card`, cardAsTyped('approved'));
    await context.waitForState('PAID');
    return undefined;
  },
};

const ABANDONED: OrderPlan = {
  summary: 'opens the checkout page and leaves',
  state: 'EXPIRED',
  pays: [],
  webhooks: ['checkout.expired'],
  async start(context, amounts) {
    await createCheckout(context, amountOf(amounts));
    return undefined;
  },
};

const IN_TWO_PARTS: OrderPlan = {
  summary: 'sends half now and half after 30 minutes',
  state: 'PAID',
  pays: [0.5, 0.5],
  webhooks: ['checkout.partially-paid', 'checkout.paid'],
  async start(context, amounts) {
    await createCheckout(context, amountOf(amounts));
    const account: Account = await createVirtualAccount(context);
    await transfer(context, account, amountOf(amounts, 1));
    await expectWebhook(context, 'checkout.partially-paid');
    return async () => {
      await transfer(context, account, amountOf(amounts, 2));
      await context.waitForState('PAID');
    };
  },
};

const CANCELLED: OrderPlan = {
  summary: 'changes their mind; the shop cancels',
  state: 'CANCELLED',
  pays: [],
  webhooks: ['checkout.cancelled'],
  async start(context, amounts) {
    await createCheckout(context, amountOf(amounts));
    await context.oware('POST', `/v1/checkouts/${context.reference}/cancel`);
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

/** The order on the evening when the shop's service is down. */
export const EVENING_ORDER = TRANSFER;
export const SERVICE_DOWN_ON = 1;
/** School fees are paid on this day; the rent invoice expires unpaid the day before. */
export const FEES_PAID_ON = 3;
export const RENT_DUE_ON = 2;
