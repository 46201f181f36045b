import { describe, expect, onTestFinished } from 'vitest';
import { serve } from '../../src/cli/serve.js';
import { test } from './shop.js';
import { alertOn, openTab, payByCard, sendMoney, SENT, shows, takeAccount } from './steps.js';

describe('the sandbox dashboard', () => {
  test('pays a payment with one click, and shows its state, channel and events', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(shop.url);
    const row = page.getByRole('row').filter({ hasText: 'order-1' });
    expect(await row.textContent()).toMatch(/₦4,000\.00[^]*PENDING/);
    await row.getByRole('button', { name: 'Pay order-1 by transfer' }).click();
    await row.filter({ hasText: 'PAID' }).filter({ hasText: 'Transfer' }).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    await picture('dashboard-payments');
    expect(shop.collections(transactionReference)).toBe(1);
    await row.getByRole('link', { name: 'Events of order-1: 1' }).click();
    await page.getByRole('row').filter({ hasText: 'SUCCESSFUL_TRANSACTION' }).waitFor();
  });

  test('completes a payment that was paid in part', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page, '1500');
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Pay order-1 by transfer' }).click();
    await page.getByRole('row').filter({ hasText: 'PAID' }).waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('opens the page of a payment, and offers no transfer where only cards are on', async ({
    shop,
    visit,
  }) => {
    const { page } = await visit();
    await shop.openCheckout({ paymentMethods: ['CARD'] });
    await page.goto(shop.url);
    expect(await page.getByRole('button', { name: /by transfer/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open the page of order-1' }).click();
    await page.getByRole('heading', { name: 'Pay Calabash Stores' }).waitFor();
    await page.getByLabel('Card number').waitFor();
  });

  test('shows the keys only after a click', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto(shop.url);
    await openTab(page, 'Keys');
    const merchant = page.getByRole('region', { name: 'Calabash Stores' });
    const { apiKey, secretKey, contractCode } = shop.sandbox.merchants.first();
    await merchant.getByText(contractCode).waitFor();
    expect(await merchant.getByText(secretKey).isVisible()).toBe(false);
    await merchant.getByText('Show keys').click();
    await merchant.getByText(secretKey).waitFor();
    await merchant.getByText(apiKey).waitFor();
    await picture('dashboard-keys');
  });

  test('shows every ledger entry and that the ledger balances', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await page.getByRole('link', { name: 'Sandbox dashboard' }).click();
    await openTab(page, 'Ledger');
    const entries = page.getByRole('table', { name: 'Latest entries' });
    await entries
      .getByRole('row')
      .filter({ hasText: 'collection' })
      .filter({ hasText: transactionReference })
      .waitFor();
    await shows(page, 'balanced');
    await picture('dashboard-ledger');
  });

  test('shows an error for an unknown payment', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 404/);
    await page.goto(`${shop.url}/checkout/unknown`);
    expect(await alertOn(page)).toContain('We could not find this payment.');
    await picture('not-found');
  });
});

describe('the clock tab', () => {
  test('moves the clock, payments expire, and it returns to now', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(shop.url);
    await openTab(page, 'Clock');
    await page.getByRole('button', { name: '+40m' }).click();
    await page.getByText('40m ahead').first().waitFor();
    expect(await shop.statusOf(transactionReference)).toBe('EXPIRED');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText("the machine's time").first().waitFor();
  });

  test('shows an error for an invalid duration', async ({ shop, visit }) => {
    const { page, picture, expects } = await visit();
    expects(/status of 400/);
    await page.goto(`${shop.url}/clock`);
    await page.getByLabel(/Move forward by/).fill('a while');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    expect(await alertOn(page)).toContain('90s, 40m, 2h or 3d');
    await picture('invalid-duration');
  });
});

describe('the faults tab', () => {
  test('loses the next event, which the events tab shows as dropped by a fault and sends again', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const merchant = await serve((_request, response) => void response.end(), '127.0.0.1', 0);
    onTestFinished(() => merchant.close());
    await fetch(`${shop.url}/sandbox/merchants/${shop.sandbox.merchants.first().id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ webhookUrls: { all: merchant.url } }),
    });
    await shop.openCheckout();
    await page.goto(shop.url);
    await openTab(page, 'Faults');
    await page.getByRole('button', { name: 'Lose the next event' }).click();
    await page.getByRole('table', { name: 'Planned faults' }).waitFor();
    await openTab(page, 'Payments');
    await page.getByRole('button', { name: 'Pay order-1 by transfer' }).click();
    await openTab(page, 'Faults');
    await page
      .getByRole('row')
      .filter({ hasText: 'Lose the next event' })
      .filter({ hasText: 'Done' })
      .waitFor();
    await openTab(page, 'Events');
    const row = page.getByRole('row').filter({ hasText: 'order-1' });
    expect(await row.textContent()).toMatch(/Dropped[^]*A fault lost it\./);
    await picture('dashboard-events');
    await page.getByRole('button', { name: /^Send .* again$/ }).click();
    await shop.sandbox.deliveries.settled();
    await openTab(page, 'Events');
    await page.getByRole('row').filter({ hasText: 'Delivered' }).filter({ hasText: '1: 200' }).waitFor();
  });

  test('takes the gateway down for a minute of the sandbox’s clock', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(`${shop.url}/dashboard/faults`);
    await page.getByRole('button', { name: 'Gateway down for 1 minute' }).click();
    await page.getByRole('table', { name: 'Planned faults' }).waitFor();
    for (let call = 0; call < 3; call += 1)
      await expect(shop.statusOf(transactionReference)).rejects.toThrow('HTTP 502');
    await shop.sandbox.clock.advance(60_000);
    expect(await shop.statusOf(transactionReference)).toBe('PENDING');
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Gateway down' }).filter({ hasText: 'Done' }).waitFor();
  });

  test('loses the reply of the next card charge, and the card is charged', async ({ shop, visit }) => {
    const { page } = await visit();
    const { transactionReference } = await shop.openCheckout();
    await page.goto(`${shop.url}/dashboard/faults`);
    await page.getByRole('button', { name: 'Lose the next card reply' }).click();
    await page.getByRole('table', { name: 'Planned faults' }).waitFor();
    await expect(shop.chargeCard(transactionReference, 'approved')).rejects.toThrow();
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('adds any fault as JSON under Advanced, shows that it struck, and clears it', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    await page.goto(`${shop.url}/dashboard/faults`);
    const rule = { on: 'call', endpoint: 'getTransaction', when: 'before', fault: { kind: 'error' } };
    await page.getByText('Advanced: any fault as JSON').click();
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
});

describe('the bank simulator', () => {
  test('lists the open accounts, and pays one with one click', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await page.goto(`${shop.url}/simulator`);
    await picture('simulator-accounts');
    await page.getByRole('button', { name: /^Pay ₦4,000\.00 to \d{10}$/ }).click();
    await shows(page, SENT);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    await page.getByText('No open accounts.').waitFor();
  });
});

describe('the message inbox', () => {
  test.for([
    ['otp', 'Your card OTP'],
    ['issuer', 'Your 3-D Secure code'],
  ] as const)(
    'shows the code of a card (%s) without its number',
    async ([scenario, subject], { shop, visit }) => {
      const { page, picture } = await visit();
      await page.goto((await shop.openCheckout()).url);
      await payByCard(page, scenario);
      await page.getByLabel('OTP', { exact: true }).waitFor();
      await page.goto(`${shop.url}/inbox`);
      const message = page.getByRole('listitem').filter({ hasText: subject });
      const text = await message.textContent();
      expect(text).toContain('123456 confirms ₦4,000.00 to Calabash Stores');
      expect(text).not.toMatch(/\d{16}/);
      await picture(`inbox-${scenario}`);
    },
  );
});
