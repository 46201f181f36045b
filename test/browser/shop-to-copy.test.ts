import type { Page } from 'playwright-core';
import { request } from 'undici';
import { describe, expect } from 'vitest';
import { fitsItsScreen, smallTargets } from '../support/browser/browser.js';
import { type ShopToCopy, test } from './shop-to-copy.js';
import { backToCheckout, payByCard, sendMoney, takeAccount } from './steps.js';

/** From the shop's first page to the gateway's; returns the id of the order. */
async function order(page: Page, shop: ShopToCopy, product: string): Promise<string> {
  await page.goto(shop.url);
  await page.getByRole('link', { name: product }).click();
  await page.getByLabel('Your name').fill('Ada Obi');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  const orderId = await page.locator('input[name=orderId]').inputValue();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.waitForURL(/\/checkout\//);
  return orderId;
}

/** The gateway's page would return by itself, after some seconds. */
const goBack = (page: Page) => page.getByRole('link', { name: 'Return to the merchant' }).click();

/** The customer is back on the page of the order, and reads this. */
async function reads(page: Page, orderId: string, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/orders/${orderId}`);
}

describe('an order in the shop to copy', () => {
  test('that is paid by card ships once, when the customer returns before the webhook', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    shop.relay.hold();
    const orderId = await order(page, shop, 'Oware board');
    await payByCard(page, 'approved');
    await goBack(page);
    await reads(page, orderId, 'Paid');
    expect(shop.parcelsOf(orderId)).toEqual([]);

    shop.relay.release();
    await reads(page, orderId, 'Paid and shipped');
    await picture('shop-shipped');
    expect(shop.parcelsOf(orderId)).toEqual([{ orderId, product: 'Oware board' }]);

    await shop.resend(orderId, 'checkout.paid');
    await shop.says(orderId, 'checkout.paid', 'repeated');
    expect(shop.parcelsOf(orderId)).toHaveLength(1);
  });

  test('that is paid by bank transfer ships once, when the webhook comes before the customer returns', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit({ phone: true });
    const orderId = await order(page, shop, 'Bag of 48 seeds');
    await takeAccount(page);
    await sendMoney(page);
    await shop.says(orderId, 'checkout.paid', 'shipped');

    await backToCheckout(page);
    await goBack(page);
    await reads(page, orderId, 'Paid and shipped');
    expect(await fitsItsScreen(page)).toBe(true);
    expect(await smallTargets(page)).toEqual([]);
    await picture('shop-shipped-phone');

    await shop.resend(orderId, 'checkout.paid');
    await shop.says(orderId, 'checkout.paid', 'repeated');
    expect(shop.parcelsOf(orderId)).toEqual([{ orderId, product: 'Bag of 48 seeds' }]);
  });

  test('whose card was declined is paid with another card', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const orderId = await order(page, shop, 'Calabash bowl');
    await payByCard(page, 'declined');
    await page.getByRole('link', { name: 'Try another card' }).click();
    await reads(page, orderId, 'Payment declined');
    await picture('shop-declined');
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await payByCard(page, 'approved');
    await goBack(page);
    await reads(page, orderId, 'Paid and shipped');
    expect(shop.parcelsOf(orderId)).toHaveLength(1);
  });
});

/** Sends the form of a product page, as a browser does. */
async function buy(shop: ShopToCopy, fields: Readonly<Record<string, string>>) {
  const reply = await request(`${shop.url}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      productId: 'seeds',
      name: 'Ada Obi',
      email: 'ada@example.com',
      ...fields,
    }).toString(),
  });
  return { status: reply.statusCode, location: reply.headers.location, text: await reply.body.text() };
}

/** The order id that is in the form. */
async function openForm(shop: ShopToCopy): Promise<string> {
  const { body } = await request(`${shop.url}/products/seeds`);
  return /order-[a-z]+/.exec(await body.text())?.[0] ?? '';
}

describe('the shop to copy', () => {
  test('orders once when its form is sent twice at once', async ({ shop }) => {
    const orderId = await openForm(shop);
    const [one, other] = await Promise.all([buy(shop, { orderId }), buy(shop, { orderId })]);
    expect(one.status).toBe(303);
    expect(one.location).toContain('/checkout/');
    expect(other.location).toBe(one.location);
  });

  test('shows what Oware refuses beside the form, and accepts the corrected form', async ({ shop }) => {
    const orderId = await openForm(shop);
    const refused = await buy(shop, { orderId, email: '"><script>@example.com' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('E-mail address must');
    expect(refused.text).not.toContain('<script>');
    expect(await buy(shop, { orderId })).toMatchObject({ status: 303 });
  });

  test('refuses a webhook without a signature', async ({ shop }) => {
    const body = JSON.stringify({ type: 'checkout.paid', data: { reference: await openForm(shop) } });
    const { statusCode } = await request(`${shop.url}/webhooks`, { method: 'POST', body });
    expect(statusCode).toBe(401);
  });
});
