import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import { type IssuerForm, test } from './shop.js';
import {
  alertOn,
  fillCard,
  giveOtp,
  payByCard,
  RIGHT_CODE,
  shows,
  takeAccount,
  WRONG_CODE,
} from './steps.js';

const REFUSED_FORM = /status of 4(00|22)/;
const CONFIRM_AT_BANK = 'Confirm payment';

describe('a card', () => {
  test.for(['approved', 'tokenizable', 'tokenizable-once'] as const)(
    'that is %s pays at once',
    async (scenario, { shop, visit }) => {
      const { page } = await visit();
      const { url, transactionReference } = await shop.openCheckout();
      await page.goto(url);
      await payByCard(page, scenario);
      await shows(page, 'PAID');
      expect(await shop.statusOf(transactionReference)).toBe('PAID');
      expect(shop.collections(transactionReference)).toBe(1);
    },
  );

  test.for(['declined', 'insufficient-funds'] as const)(
    'that is declined (%s) is not charged, and the page says so',
    async (scenario, { shop, visit }) => {
      const { page, picture } = await visit();
      const { url, transactionReference } = await shop.openCheckout();
      await page.goto(url);
      await payByCard(page, scenario);
      await shows(page, 'FAILED');
      await page.getByText('You were not charged').waitFor();
      await picture(`checkout-${scenario}`);
      expect(await shop.statusOf(transactionReference)).toBe('FAILED');
      expect(shop.collections(transactionReference)).toBe(0);
    },
  );

  test('asks for its OTP again after a wrong one, and is charged once with the right one', async ({
    shop,
    visit,
  }) => {
    const { page, picture, expects } = await visit();
    expects(REFUSED_FORM);
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'otp');
    await page.getByRole('heading', { name: 'Confirm with your OTP' }).waitFor();
    await picture('checkout-otp');
    await giveOtp(page, WRONG_CODE);
    expect(await alertOn(page)).toContain('Invalid OTP');
    await picture('checkout-otp-wrong');
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
    await giveOtp(page, RIGHT_CODE);
    await shows(page, 'PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('fails after three wrong OTPs', async ({ shop, visit }) => {
    const { page, expects } = await visit();
    expects(REFUSED_FORM);
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'otp-refused');
    for (const code of [RIGHT_CODE, WRONG_CODE, RIGHT_CODE]) await giveOtp(page, code);
    await shows(page, 'FAILED');
    expect(await shop.statusOf(transactionReference)).toBe('FAILED');
  });

  test('with an unknown number is refused with the reason, and its number is not shown again', async ({
    shop,
    visit,
  }) => {
    const { page, picture, expects } = await visit();
    expects(REFUSED_FORM);
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await fillCard(page, 'approved');
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay by card' }).click();
    expect(await alertOn(page)).toContain('Invalid Card Number');
    expect(await page.content()).not.toContain('4242');
    await picture('checkout-card-refused');
    await payByCard(page, 'approved');
    await shows(page, 'PAID');
  });

  test('can pay after the customer has requested a virtual account', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await page.getByRole('link', { name: 'Pay by card instead' }).click();
    await payByCard(page, 'approved');
    await shows(page, 'PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('of every scenario is listed on the page', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await page.getByText('Test cards', { exact: true }).first().click();
    const table = page.getByRole('table', { name: 'Test cards' });
    await table.waitFor();
    for (const { number, description } of testCards()) {
      const row = table.getByRole('row').filter({ hasText: number });
      expect(await row.textContent()).toContain(description);
    }
    await picture('checkout-test-cards');
  });
});

describe('a card with 3-D Secure', () => {
  test("redirects to the bank's page, accepts the code there, and pays the checkout", async ({
    shop,
    visit,
  }) => {
    const { page, picture, expects } = await visit();
    expects(REFUSED_FORM);
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer');
    await page.getByRole('heading', { name: 'Your bank: confirm this payment' }).waitFor();
    await page.getByText('400000******0002').waitFor();
    await picture('issuer');
    await giveOtp(page, WRONG_CODE, CONFIRM_AT_BANK);
    expect(await alertOn(page)).toContain('Invalid OTP');
    await picture('issuer-incorrect-otp');
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'the payment is PAID');
    await picture('issuer-done');
    await page.getByRole('link', { name: 'Return to the merchant' }).click();
    await shows(page, 'PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test("is not charged when the customer declines on the bank's page", async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer');
    await page.getByRole('button', { name: 'This was not me' }).click();
    await shows(page, 'the payment is FAILED');
    expect(shop.collections(transactionReference)).toBe(0);
  });

  test('by POST accepts a form from a page of the merchant', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    const form = await shop.chargeCard(transactionReference, 'issuer-by-post');
    await page.goto(await serveForm(form));
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'the payment is PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('whose issuer never responds leaves the payment open until it expires', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer-silent');
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'has not responded yet');
    await picture('issuer-silent');
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
    await page.goto(url);
    expect(await page.getByRole('button', { name: 'Pay by card' }).count()).toBe(0);
    await shop.sandbox.clock.advance(40 * 60_000);
    await page.goto(url);
    await shows(page, 'EXPIRED');
    expect(shop.collections(transactionReference)).toBe(0);
  });
});

/** Serves a page of another origin with a form for the issuer, like a merchant's own checkout. */
async function serveForm({ acsUrl, fields }: IssuerForm): Promise<string> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
    <form method="post" action="${acsUrl}">${inputs.join('')}<button>Continue to your bank</button></form>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
