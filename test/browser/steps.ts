import type { Page } from 'playwright-core';
import type { CardScenario } from '../../src/sandbox/collections/test-cards.js';
import { cardFields } from './shop.js';

/** Steps of a customer, by visible text and roles, not by markup. */
export async function takeAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay .* by transfer$/ }).click();
  await page.getByRole('region', { name: 'Account to pay into' }).waitFor();
}

/** From the checkout to the bank simulator, which has the account filled in. */
export async function sendMoney(page: Page, naira?: string): Promise<void> {
  await page.getByRole('link', { name: 'Pay in the bank simulator' }).click();
  if (naira !== undefined) await page.getByLabel('Amount in naira').fill(naira);
  await page.getByRole('button', { name: 'Send money' }).click();
}

export async function backToCheckout(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to the checkout' }).click();
}

/** Opens the card tab, unless the page shows the card form already. */
export async function openCardForm(page: Page): Promise<void> {
  const tab = page.getByRole('link', { name: 'Card', exact: true });
  if ((await tab.getAttribute('aria-current')) === null) await tab.click();
  await page.getByLabel('Card number').waitFor();
}

export async function fillCard(page: Page, scenario: CardScenario): Promise<void> {
  await openCardForm(page);
  const { number, expiryMonth, expiryYear, cvv, pin } = cardFields(scenario);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Month').fill(expiryMonth);
  await page.getByLabel('Year').fill(expiryYear);
  await page.getByLabel('CVV').fill(cvv);
  await page.getByLabel('PIN').fill(pin);
}

export async function payByCard(page: Page, scenario: CardScenario): Promise<void> {
  await fillCard(page, scenario);
  await payButton(page).click();
}

/** The button of the card form. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₦[\d,.]+$/ });

export async function giveOtp(page: Page, code: string, button = 'Confirm'): Promise<void> {
  await page.getByLabel('OTP', { exact: true }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Waits until the page announces this to its reader. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor();
}

/** What the pages say to payers and engineers. */
export const RECEIVED = 'Payment received';
export const SENT = 'The payment is complete.';
export const CONFIRMED_BY_BANK = 'Payment confirmed';
export const MANDATE_AUTHORIZED = 'Your bank activates the direct debit within a minute';

/** Opens a tab of the dashboard. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]')).waitFor();
}

export async function alertOn(page: Page): Promise<string> {
  return (await page.getByRole('alert').textContent()) ?? '';
}

export const RIGHT_CODE = '123456';
export const WRONG_CODE = '000000';
