import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { faintParts, unspokenParts } from './readable.js';
import { type Shop, test } from './shop.js';
import { payByCard, sendMoney, shows, takeAccount } from './steps.js';

/** Goes through every page and does something on each, so that all their parts are there to be seen. */
async function walk(page: Page, shop: Shop, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto((await shop.openCheckout()).url);
  await page.getByText('Test cards', { exact: true }).first().click();
  await look('checkout');
  await takeAccount(page);
  await look('checkout-account');
  await sendMoney(page);
  await shows(page, 'PAID');
  await look('simulator-sent');
  await page.goto((await shop.openCheckout()).url);
  await payByCard(page, 'otp');
  await page.getByLabel('OTP', { exact: true }).waitFor();
  await look('checkout-otp');
  await page.goto((await shop.openCheckout()).url);
  await payByCard(page, 'issuer');
  await page.getByText('We have sent a code to your phone').waitFor();
  await look('issuer');
  await shop.askForMandate();
  await page.goto(`${shop.url}/inbox`);
  await look('inbox');
  await page.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Authorize' }).waitFor();
  await look('mandate');
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Plan it' }).click();
  await page.getByRole('table', { name: 'Planned faults' }).waitFor();
  await look('control-room');
  await page.goto(`${shop.url}/checkout/nobody`);
  await look('not-found');
}

describe('every page', () => {
  test.for([
    ['by day', false],
    ['in the dark', true],
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

  test('can be read out, and waits for whoever types', async ({ shop, visit }) => {
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
