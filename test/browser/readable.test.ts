import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { faintParts, unspokenParts } from './readable.js';
import { type Shop, test } from './shop.js';
import { openCardForm, openTab, payByCard, RECEIVED, sendMoney, SENT, shows, takeAccount } from './steps.js';

/** Visits every page and uses it, so that all its parts are visible. */
async function walk(page: Page, shop: Shop, inspect: (name: string) => Promise<void>): Promise<void> {
  const { url } = await shop.openCheckout();
  await page.goto(url);
  await inspect('checkout');
  await openCardForm(page);
  await page.getByText('What each test card does').click();
  await inspect('checkout-card');
  await page.goto(url);
  await takeAccount(page);
  await inspect('checkout-account');
  await sendMoney(page, '1500');
  await page.goto(url);
  await inspect('checkout-partially-paid');
  await sendMoney(page);
  await shows(page, SENT);
  await inspect('simulator-sent');
  await page.goto(url);
  await shows(page, RECEIVED);
  await inspect('checkout-paid');
  await page.goto((await shop.openCheckout()).url);
  await payByCard(page, 'declined');
  await page.getByText('No money was taken.').waitFor();
  await inspect('checkout-declined');
  await page.goto((await shop.openCheckout()).url);
  await payByCard(page, 'otp');
  await page.getByLabel('OTP', { exact: true }).waitFor();
  await inspect('checkout-otp');
  await page.goto((await shop.openCheckout()).url);
  await payByCard(page, 'issuer');
  await page.getByText('We sent a code to your phone').waitFor();
  await inspect('issuer');
  await shop.askForMandate();
  await page.goto(`${shop.url}/inbox`);
  await inspect('message-inbox');
  await page.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Authorize' }).waitFor();
  await inspect('mandate');
  await page.goto(`${shop.url}/simulator`);
  await inspect('simulator');
  await page.goto(shop.url);
  await inspect('dashboard-payments');
  for (const tab of ['Payouts', 'Events', 'Faults', 'Clock', 'Ledger', 'Keys']) {
    await openTab(page, tab);
    await page.evaluate(`document.querySelectorAll('details').forEach((details) => (details.open = true))`);
    await inspect(`dashboard-${tab.toLowerCase()}`);
  }
  await openTab(page, 'Faults');
  await page.getByRole('button', { name: 'Lose the next event' }).click();
  await page.getByRole('table', { name: 'Planned faults' }).waitFor();
  await inspect('dashboard-planned-fault');
  await page.goto(`${shop.url}/checkout/unknown`);
  await inspect('not-found');
}

describe('every page', () => {
  test.for([
    ['in light mode', false],
    ['in dark mode', true],
  ] as const)('has enough contrast %s', async ([, dark], { shop, visit }) => {
    const { page, picture, expects } = await visit({ dark });
    expects(/status of 404/);
    const faint: Record<string, string[]> = {};
    await walk(page, shop, async (name) => {
      if (dark) await picture(`dark-${name}`);
      const parts = await faintParts(page);
      if (parts.length > 0) faint[name] = parts;
    });
    expect(faint).toEqual({});
  });

  test('works with a screen reader, and does not reload a form', async ({ shop, visit }) => {
    const { page, expects } = await visit();
    expects(/status of 404/);
    const unspoken: Record<string, string[]> = {};
    await walk(page, shop, async (name) => {
      const parts = await unspokenParts(page);
      if (parts.length > 0) unspoken[name] = parts;
    });
    expect(unspoken).toEqual({});
  });
});
