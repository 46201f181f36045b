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
    'that is refused (%s) takes no money, and the page says so',
    async (scenario, { shop, visit }) => {
      const { page, picture } = await visit();
      const { url, transactionReference } = await shop.openCheckout();
      await page.goto(url);
      await payByCard(page, scenario);
      await shows(page, 'FAILED');
      await page.getByText('No money was taken').waitFor();
      await picture(`checkout-${scenario}`);
      expect(await shop.statusOf(transactionReference)).toBe('FAILED');
      expect(shop.collections(transactionReference)).toBe(0);
    },
  );

  test('is asked for its OTP, again after a wrong one, and pays once with the right one', async ({
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

  test('whose OTP is never right has failed after three tries', async ({ shop, visit }) => {
    const { page, expects } = await visit();
    expects(REFUSED_FORM);
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'otp-refused');
    for (const code of [RIGHT_CODE, WRONG_CODE, RIGHT_CODE]) await giveOtp(page, code);
    await shows(page, 'FAILED');
    expect(await shop.statusOf(transactionReference)).toBe('FAILED');
  });

  test('that nobody has issued is refused with the reason, and its number is not shown again', async ({
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

  test('can still be used by whoever has taken an account first', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await page.getByRole('link', { name: 'Pay by card instead' }).click();
    await payByCard(page, 'approved');
    await shows(page, 'PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('of every kind is on the page for whoever tries the sandbox', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await page.getByText('Test cards', { exact: true }).first().click();
    const table = page.getByRole('table', { name: 'Test cards' });
    await table.waitFor();
    for (const { number, says } of testCards()) {
      const row = table.getByRole('row').filter({ hasText: number });
      expect(await row.textContent()).toContain(says);
    }
    await picture('checkout-test-cards');
  });
});

describe('a card of a careful bank', () => {
  test("leads to the bank's page, takes the code there, and the checkout is paid", async ({
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
    await picture('issuer-wrong-code');
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'the payment is PAID');
    await picture('issuer-done');
    await page.getByRole('link', { name: 'Return to the merchant' }).click();
    await shows(page, 'PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('is not charged when its owner says that it was somebody else', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer');
    await page.getByRole('button', { name: 'This was not me' }).click();
    await shows(page, 'the payment is FAILED');
    expect(shop.collections(transactionReference)).toBe(0);
  });

  test('that wants a form is reached from a page of the merchant that posts it', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    const form = await shop.chargeCard(transactionReference, 'issuer-by-post');
    await page.goto(await serveForm(form));
    await page.getByRole('button', { name: 'To my bank' }).click();
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'the payment is PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('that never answers leaves the payment open until its time is over', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer-silent');
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, 'still thinking');
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

/** A page at another address with a form for the issuer, as a merchant's own checkout has it. */
async function serveForm({ acsUrl, fields }: IssuerForm): Promise<string> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
    <form method="post" action="${acsUrl}">${inputs.join('')}<button>To my bank</button></form>`;
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
