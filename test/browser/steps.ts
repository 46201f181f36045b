import type { Page } from 'playwright-core';
import type { CardScenario } from '../../src/sandbox/collections/test-cards.js';
import { cardFields } from './shop.js';

/** Steps of a customer, by visible text and roles, not by markup. */
export async function takeAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
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

export async function fillCard(page: Page, scenario: CardScenario): Promise<void> {
  const { number, expiryMonth, expiryYear, cvv, pin } = cardFields(scenario);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Month').fill(expiryMonth);
  await page.getByLabel('Year').fill(expiryYear);
  await page.getByLabel('CVV').fill(cvv);
  await page.getByLabel('PIN').fill(pin);
}

export async function payByCard(page: Page, scenario: CardScenario): Promise<void> {
  await fillCard(page, scenario);
  await page.getByRole('button', { name: 'Pay by card' }).click();
}

export async function giveOtp(page: Page, code: string, button = 'Confirm'): Promise<void> {
  await page.getByLabel('OTP', { exact: true }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Waits until the page shows this status as a whole word: OVERPAID does not match PAID. */
export async function shows(page: Page, status: string): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`\\b${status}\\b`) })
    .waitFor();
}

export async function alertOn(page: Page): Promise<string> {
  return (await page.getByRole('alert').textContent()) ?? '';
}

export const RIGHT_CODE = '123456';
export const WRONG_CODE = '000000';
