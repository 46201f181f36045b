import { describe, expect } from 'vitest';
import { test } from './shop.js';
import { alertOn, sendMoney, shows, takeAccount } from './steps.js';

describe('the sandbox dashboard', () => {
  test('shows the keys, every event, every ledger entry and that the ledger balances', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await page.getByRole('link', { name: 'Sandbox dashboard' }).click();
    const merchant = page.getByRole('region', { name: 'Calabash Stores' });
    const { apiKey, contractCode } = shop.sandbox.merchants.first();
    await merchant.getByText(apiKey).waitFor();
    await merchant.getByText(contractCode).waitFor();
    await page.getByRole('row').filter({ hasText: 'SUCCESSFUL_TRANSACTION' }).waitFor();
    const entries = page.getByRole('table', { name: 'Latest entries' });
    await entries
      .getByRole('row')
      .filter({ hasText: 'collection' })
      .filter({ hasText: transactionReference })
      .waitFor();
    await shows(page, 'balanced');
    await picture('dashboard');
  });

  test('moves the clock, and payments expire', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(shop.url);
    await page.getByLabel(/Move forward by/).fill('40m');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('40m ahead').first().waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('EXPIRED');
  });

  test('shows an error for an invalid duration', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 400/);
    await page.goto(shop.url);
    await page.getByLabel(/Move forward by/).fill('a while');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    expect(await alertOn(page)).toContain('90s, 40m, 2h or 3d');
    await picture('invalid-duration');
  });

  test('adds a fault, shows that it struck, and clears it', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto(shop.url);
    const rule = { on: 'call', endpoint: 'getTransaction', when: 'before', fault: { kind: 'error' } };
    await page.getByLabel('Plan a fault').fill(JSON.stringify(rule));
    await page.getByRole('button', { name: 'Add the fault' }).click();
    const planned = page.getByRole('table', { name: 'Planned faults' });
    await planned.getByRole('row').filter({ hasText: 'getTransaction' }).waitFor();
    const { transactionReference } = await shop.openCheckout();
    await expect(shop.statusOf(transactionReference)).rejects.toThrow('HTTP 500');
    await page.reload();
    await picture('dashboard-faults');
    await page.getByRole('button', { name: /Clear fault/ }).click();
    await page.getByText('No faults are planned.').waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
  });

  test('replays an event', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await page.goto(shop.url);
    await page.getByRole('button', { name: /^Replay / }).click();
    await page.getByRole('heading', { name: 'Sandbox dashboard' }).waitFor();
    expect(shop.sandbox.deliveries.list().length).toBeGreaterThan(1);
  });

  test('shows an error for an unknown payment', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 404/);
    await page.goto(`${shop.url}/checkout/unknown`);
    expect(await alertOn(page)).toContain('We could not find this payment.');
    await picture('not-found');
  });
});
