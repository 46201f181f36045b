import { describe, expect } from 'vitest';
import { test } from './shop.js';
import {
  backToCheckout,
  CONFIRMED_BY_BANK,
  giveOtp,
  MANDATE_AUTHORIZED,
  openCardForm,
  openTab,
  payButton,
  payByCard,
  RECEIVED,
  RIGHT_CODE,
  sendMoney,
  shows,
  takeAccount,
} from './steps.js';

describe('without scripts', () => {
  test('a bank transfer is paid, and the page shows its expiry', async ({ shop, visit }) => {
    const { page, picture } = await visit({ scripts: false });
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await page.getByText(/Pay until\s+\d\d:\d\d (today|tomorrow)[^]*Time\s+left:\s+40 minutes/).waitFor();
    await picture('without-scripts-checkout');
    await takeAccount(page);
    await sendMoney(page);
    await backToCheckout(page);
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('a card is paid with its OTP', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'otp');
    await giveOtp(page, RIGHT_CODE);
    await shows(page, RECEIVED);
  });

  test('a test card is chosen by a link that fills the form', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await openCardForm(page);
    await page.getByRole('link', { name: 'Approved', exact: true }).click();
    await payButton(page).click();
    await shows(page, RECEIVED);
  });

  test('the account number is shown without a button that could not copy it', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await takeAccount(page);
    expect(await page.getByRole('button', { name: /Copy/ }).count()).toBe(0);
    await shows(page, 'Waiting for your transfer…');
  });

  test("a card is confirmed on the bank's page", async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'issuer');
    await giveOtp(page, RIGHT_CODE, 'Confirm payment');
    await shows(page, CONFIRMED_BY_BANK);
  });

  test('a mandate is authorized', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await shows(page, MANDATE_AUTHORIZED);
  });

  test('the clock is moved and a fault is added', async ({ shop, visit }) => {
    const { page } = await visit({ scripts: false });
    await page.goto(shop.url);
    await openTab(page, 'Clock');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('40m ahead').first().waitFor();
    await openTab(page, 'Faults');
    await page.getByText('Advanced: any fault as JSON').click();
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('table', { name: 'Planned faults' }).waitFor();
  });
});
