import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasVisibleFocus, isFocused } from '../support/browser/browser.js';
import { cardFields, test } from './shop.js';
import { MANDATE_AUTHORIZED, RECEIVED, RIGHT_CODE, shows } from './steps.js';

const FURTHEST = 40;

/** Presses Tab until the target has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < FURTHEST; presses += 1) {
    if (await isFocused(target)) {
      expect(await hasVisibleFocus(page), 'visible focus').toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  expect.fail(`${target.toString()} cannot be reached with the Tab key`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Types a card and submits the form with Enter from its last field. */
async function typeCard(page: Page, scenario: Parameters<typeof cardFields>[0]): Promise<void> {
  const { number, expiryMonth, expiryYear, cvv, pin } = cardFields(scenario);
  await press(page, link(page, 'Card'));
  await type(page, 'Card number', number);
  await type(page, 'Month', expiryMonth);
  await type(page, 'Year', expiryYear);
  await type(page, 'CVV', cvv);
  await type(page, 'PIN', pin);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describe('with the keyboard only', () => {
  test('a bank transfer is paid', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await press(page, button(page, 'Pay ₦4,000.00 by transfer'));
    await tabTo(page, link(page, 'Pay in the bank simulator'));
    await picture('keyboard-focus');
    await page.keyboard.press('Enter');
    await press(page, button(page, 'Send money'));
    await press(page, link(page, 'Back to the checkout'));
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('a card is paid with its OTP', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await typeCard(page, 'otp');
    await type(page, 'OTP', RIGHT_CODE);
    await page.keyboard.press('Enter');
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test("a card is confirmed on the bank's page with Enter", async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await typeCard(page, 'issuer');
    await type(page, 'OTP', RIGHT_CODE);
    await page.keyboard.press('Enter');
    await press(page, link(page, 'Return to the merchant'));
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('a mandate is authorized', async ({ shop, visit }) => {
    const { page } = await visit();
    const { reference } = await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await press(page, link(page, 'Open'));
    await press(page, button(page, 'Authorize'));
    await shows(page, MANDATE_AUTHORIZED);
    expect(await shop.mandateStatus(reference)).toBe('PENDING_ACTIVATION');
  });

  test('a test card fills the form, and the list of test cards opens', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await press(page, link(page, 'Card'));
    await press(page, link(page, 'Insufficient funds'));
    expect(await page.getByLabel('Card number').inputValue()).toBe(cardFields('insufficient-funds').number);
    await press(page, page.getByText('What each test card does'));
    await page.getByRole('table', { name: 'Test cards' }).waitFor();
  });

  test('the clock is moved', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.goto(shop.url);
    await press(page, link(page, 'Clock'));
    await tabTo(page, page.getByLabel(/Move forward by/));
    await page.keyboard.press('Enter');
    await page.getByText('40m ahead').first().waitFor();
  });
});
