import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import { cardFields, type IssuerForm, test } from './shop.js';
import {
  alertOn,
  CONFIRMED_BY_BANK,
  fillCard,
  giveOtp,
  openCardForm,
  payButton,
  payByCard,
  RECEIVED,
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
      await shows(page, RECEIVED);
      expect(await shop.statusOf(transactionReference)).toBe('PAID');
      expect(shop.collections(transactionReference)).toBe(1);
    },
  );

  test.for([
    ['declined', 'the bank refused the payment'],
    ['insufficient-funds', 'insufficient funds'],
  ] as const)(
    'that is declined (%s) is not charged, and the page says why',
    async ([scenario, reason], { shop, visit }) => {
      const { page, picture } = await visit();
      const { url, transactionReference } = await shop.openCheckout();
      await page.goto(url);
      await payByCard(page, scenario);
      expect(await alertOn(page)).toContain(`Your card was declined: ${reason}.`);
      expect(await alertOn(page)).toContain('No money was taken.');
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
    await page.getByText('3 attempts left.').waitFor();
    await shows(page, 'the code is 123456');
    await picture('checkout-otp');
    await giveOtp(page, WRONG_CODE);
    expect(await alertOn(page)).toContain('This code is not correct');
    await page.getByText('2 attempts left.').waitFor();
    await picture('checkout-otp-wrong');
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
    await giveOtp(page, RIGHT_CODE);
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('fails after three wrong OTPs', async ({ shop, visit }) => {
    const { page, expects } = await visit();
    expects(REFUSED_FORM);
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'otp-refused');
    await shows(page, 'this card rejects every code');
    for (const code of [RIGHT_CODE, WRONG_CODE, RIGHT_CODE]) await giveOtp(page, code);
    expect(await alertOn(page)).toContain('Your card was declined: the code was wrong three times.');
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
    await payButton(page).click();
    expect(await alertOn(page)).toContain('This card number is not valid.');
    expect(await page.content()).not.toContain('4242');
    await picture('checkout-card-refused');
    await payByCard(page, 'approved');
    await shows(page, RECEIVED);
  });

  test('can pay after the customer has requested a virtual account', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await payByCard(page, 'approved');
    await shows(page, RECEIVED);
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('that is declined sends the payer to the shop to pay another way, with time to read why', async ({
    shop,
    visit,
  }) => {
    const { page } = await visit();
    const { url } = await shop.openCheckout({ redirectUrl: `${shop.url}/inbox` });
    await page.goto(url);
    await payByCard(page, 'declined');
    await page.getByRole('link', { name: 'Pay by transfer' }).waitFor();
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    await page.getByRole('link', { name: 'Try another card' }).click();
    await page.waitForURL(/\/inbox\?.*paymentStatus=FAILED/);
  });

  test('that pays shows the amount and the reference, and returns to the merchant automatically', async ({
    shop,
    visit,
  }) => {
    const { page } = await visit();
    const { url } = await shop.openCheckout({ redirectUrl: `${shop.url}/inbox` });
    await page.goto(url);
    await payByCard(page, 'approved');
    await shows(page, 'Thank you. ₦4,000.00 has arrived.');
    await shows(page, 'order-1');
    await page.waitForURL(/\/inbox\?.*paymentStatus=PAID/);
  });

  test('is filled in from a chip, with CVV and PIN masked', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await openCardForm(page);
    await page.getByRole('link', { name: 'OTP', exact: true }).click();
    const { number, ...rest } = cardFields('otp');
    expect(await page.getByLabel('Card number').inputValue()).toBe(number);
    expect(await page.getByLabel('PIN').inputValue()).toBe(rest.pin);
    for (const label of ['CVV', 'PIN'])
      expect(await page.getByLabel(label).getAttribute('type')).toBe('password');
    expect(page.url()).not.toContain('card=');
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Confirm with your OTP' }).waitFor();
  });

  test('of every scenario is listed on the page', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await openCardForm(page);
    await page.getByText('What each test card does').click();
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
    await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
    await page.getByText('400000******0002').waitFor();
    await picture('issuer');
    await giveOtp(page, WRONG_CODE, CONFIRM_AT_BANK);
    expect(await alertOn(page)).toContain('This code is not correct');
    await page.getByText('2 attempts left.').waitFor();
    await picture('issuer-incorrect-otp');
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, CONFIRMED_BY_BANK);
    await picture('issuer-done');
    await page.getByRole('link', { name: 'Return to the merchant' }).click();
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test("is not charged when the customer declines on the bank's page", async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await payByCard(page, 'issuer');
    await page.getByRole('button', { name: 'This was not me' }).click();
    await shows(page, 'Your bank did not pay. No money was taken.');
    expect(shop.collections(transactionReference)).toBe(0);
  });

  test('by POST accepts a form from a page of the merchant', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    const form = await shop.chargeCard(transactionReference, 'issuer-by-post');
    await page.goto(await serveForm(form));
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await giveOtp(page, RIGHT_CODE, CONFIRM_AT_BANK);
    await shows(page, CONFIRMED_BY_BANK);
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
    expect(await payButton(page).count()).toBe(0);
    await shop.sandbox.clock.advance(40 * 60_000);
    await page.goto(url);
    await shows(page, 'This payment has expired');
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
