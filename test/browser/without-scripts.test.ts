import { describe, expect } from 'vitest';
import { test } from './shop.js';
import { backToCheckout, giveOtp, payByCard, RIGHT_CODE, sendMoney, shows, takeAccount } from './steps.js';

describe('without scripts', () => {
  test('a bank transfer is paid, and the page shows its expiry', async ({ shop, visit }) => {
    const { page, picture } = await visit({ scripts: false });
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await page.getByText(/Valid until \d{4}-\d\d-\d\d [^]*Time\s+left:\s+40 minutes/).waitFor();
    await picture('without-scripts-checkout');
    await takeAccount(page);
    await sendMoney(page);
    await backToCheckout(page);
    await shows(page, 'PAID');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('a card is paid with its OTP', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'otp');
    await giveOtp(page, RIGHT_CODE);
    await shows(page, 'PAID');
  });

  test("a card is confirmed on the bank's page", async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'issuer');
    await giveOtp(page, RIGHT_CODE, 'Confirm payment');
    await shows(page, 'the payment is PAID');
  });

  test('a mandate is authorized', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await shows(page, 'PENDING_ACTIVATION');
  });

  test('the clock is moved and a fault is added', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('40m ahead').first().waitFor();
    await page.getByRole('link', { name: 'Sandbox dashboard' }).click();
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('table', { name: 'Planned faults' }).waitFor();
  });
});
