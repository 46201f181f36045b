import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { fitsItsScreen, smallTargets } from '../support/browser/browser.js';
import { test } from './shop.js';
import {
  backToCheckout,
  CONFIRMED_BY_BANK,
  giveOtp,
  MANDATE_AUTHORIZED,
  openCardForm,
  openTab,
  payByCard,
  RECEIVED,
  RIGHT_CODE,
  sendMoney,
  SENT,
  shows,
  takeAccount,
} from './steps.js';

/** Asserts that the page with this title does not scroll sideways and has no small touch targets. */
async function isFitForAPhone(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  // the heading may be there before the styles are
  await page.waitForLoadState();
  expect(await fitsItsScreen(page), page.url()).toBe(true);
  expect(await smallTargets(page), page.url()).toEqual([]);
}

const CHECKOUT = 'Pay Calabash Stores';

describe('on a phone', () => {
  test('a bank transfer is paid from the checkout to the end', async ({ shop, visit }) => {
    const { page, picture } = await visit({ phone: true });
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await isFitForAPhone(page, CHECKOUT);
    await picture('phone-checkout');
    await takeAccount(page);
    await isFitForAPhone(page, CHECKOUT);
    await picture('phone-checkout-account');
    await page.getByRole('link', { name: 'Pay in the bank simulator' }).tap();
    await isFitForAPhone(page, 'Bank simulator');
    await picture('phone-simulator');
    await page.getByRole('button', { name: 'Send money' }).tap();
    await shows(page, SENT);
    await isFitForAPhone(page, 'Bank simulator');
    await backToCheckout(page);
    await page.getByText('Thank you.').waitFor();
    await isFitForAPhone(page, CHECKOUT);
    await picture('phone-checkout-paid');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('a card is paid with its OTP', async ({ shop, visit }) => {
    const { page, picture } = await visit({ phone: true });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'otp');
    await page.getByLabel('OTP', { exact: true }).waitFor();
    await isFitForAPhone(page, CHECKOUT);
    await picture('phone-checkout-otp');
    await giveOtp(page, RIGHT_CODE);
    await shows(page, RECEIVED);
  });

  test("a card is confirmed on the bank's page", async ({ shop, visit }) => {
    const { page, picture } = await visit({ phone: true });
    await page.goto((await shop.openCheckout()).url);
    await payByCard(page, 'issuer');
    await isFitForAPhone(page, 'Confirm this payment');
    await picture('phone-issuer');
    await giveOtp(page, RIGHT_CODE, 'Confirm payment');
    await shows(page, CONFIRMED_BY_BANK);
    await isFitForAPhone(page, 'Your bank');
  });

  test('digit fields open the numeric keypad, and the OTP field offers the code from the SMS', async ({
    shop,
    visit,
  }) => {
    const { page } = await visit({ phone: true });
    await page.goto((await shop.openCheckout()).url);
    await openCardForm(page);
    for (const label of ['Card number', 'Month', 'Year', 'CVV', 'PIN']) {
      expect(await page.getByLabel(label).getAttribute('inputmode'), label).toBe('numeric');
    }
    await payByCard(page, 'otp');
    expect(await page.getByLabel('OTP', { exact: true }).getAttribute('autocomplete')).toBe('one-time-code');
  });

  test('a mandate is authorized from its e-mail', async ({ shop, visit }) => {
    const { page, picture } = await visit({ phone: true });
    await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await isFitForAPhone(page, 'Message inbox');
    await picture('phone-message-inbox');
    await page.getByRole('link', { name: 'Open' }).tap();
    await isFitForAPhone(page, 'Authorize a direct debit');
    await picture('phone-mandate');
    await page.getByRole('button', { name: 'Authorize' }).tap();
    await shows(page, MANDATE_AUTHORIZED);
  });

  test('the test cards and every tab of the dashboard fit the screen', async ({ shop, visit }) => {
    const { page, picture } = await visit({ phone: true });
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await openCardForm(page);
    await page.getByText('What each test card does').tap();
    await page.getByRole('table', { name: 'Test cards' }).waitFor();
    await isFitForAPhone(page, CHECKOUT);
    await picture('phone-test-cards');
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await shows(page, SENT);
    await page.goto(shop.url);
    for (const tab of ['Payments', 'Payouts', 'Events', 'Faults', 'Clock', 'Ledger', 'Keys']) {
      await openTab(page, tab);
      await isFitForAPhone(page, 'Sandbox dashboard');
      await picture(`phone-dashboard-${tab.toLowerCase()}`);
    }
  });
});
