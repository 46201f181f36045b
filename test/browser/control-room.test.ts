import { describe, expect } from 'vitest';
import { test } from './shop.js';
import { alertOn, sendMoney, shows, takeAccount } from './steps.js';

describe('whoever runs the sandbox', () => {
  test('finds the keys, sees every event and every move of money, and that the books balance', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await page.getByRole('link', { name: 'Control room' }).click();
    const merchant = page.getByRole('region', { name: 'Calabash Stores' });
    const { apiKey, contractCode } = shop.sandbox.merchants.first();
    await merchant.getByText(apiKey).waitFor();
    await merchant.getByText(contractCode).waitFor();
    await page.getByRole('row').filter({ hasText: 'SUCCESSFUL_TRANSACTION' }).waitFor();
    const transitions = page.getByRole('table', { name: 'The latest moves' });
    await transitions
      .getByRole('row')
      .filter({ hasText: 'collection' })
      .filter({ hasText: transactionReference })
      .waitFor();
    await shows(page, 'in balance');
    await picture('control-room');
  });

  test('moves the clock, and payments run out of time', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(shop.url);
    await page.getByLabel(/Move forward by/).fill('40m');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('40m ahead').first().waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('EXPIRED');
  });

  test('is told when a duration cannot be read', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 400/);
    await page.goto(shop.url);
    await page.getByLabel(/Move forward by/).fill('a while');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    expect(await alertOn(page)).toContain('90s, 40m, 2h or 3d');
    await picture('that-did-not-work');
  });

  test('plans a fault, sees that it struck, and clears it', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto(shop.url);
    const rule = { on: 'call', endpoint: 'getTransaction', when: 'before', fault: { kind: 'error' } };
    await page.getByLabel('Plan a fault').fill(JSON.stringify(rule));
    await page.getByRole('button', { name: 'Plan it' }).click();
    const planned = page.getByRole('table', { name: 'Planned faults' });
    await planned.getByRole('row').filter({ hasText: 'getTransaction' }).waitFor();
    const { transactionReference } = await shop.openCheckout();
    await expect(shop.statusOf(transactionReference)).rejects.toThrow('HTTP 500');
    await page.reload();
    await picture('control-room-faults');
    await page.getByRole('button', { name: /Clear fault/ }).click();
    await page.getByText('None is planned.').waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
  });

  test('sends an event again', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await page.goto(shop.url);
    await page.getByRole('button', { name: /^Send .* again$/ }).click();
    await page.getByRole('heading', { name: 'Sandbox control room' }).waitFor();
    expect(shop.sandbox.deliveries.list().length).toBeGreaterThan(1);
  });

  test('is told that a page or a payment does not exist', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 404/);
    await page.goto(`${shop.url}/checkout/nobody`);
    expect(await alertOn(page)).toContain('There is no such payment');
    await picture('not-found');
  });
});
