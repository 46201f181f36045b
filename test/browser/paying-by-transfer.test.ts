import { describe, expect } from 'vitest';
import { test } from './shop.js';
import { alertOn, backToCheckout, RECEIVED, sendMoney, SENT, shows, takeAccount } from './steps.js';

describe('a payment by bank transfer', () => {
  test('shows the amount and a virtual account, and is received after the transfer', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pay Calabash Stores');
    await page.getByText('₦4,000.00', { exact: true }).waitFor();
    await page.getByText('Two calabashes').waitFor();
    await picture('checkout');

    await takeAccount(page);
    const account = await page.getByRole('region', { name: 'Account to pay into' }).textContent();
    expect(account).toMatch(/₦4,000\.00[^]*\d{10}[^]*Wema Bank[^]*Calabash Stores/);
    await picture('checkout-account');

    await page.getByRole('link', { name: 'Pay in the bank simulator' }).click();
    await picture('simulator');
    await page.getByRole('button', { name: 'Send money' }).click();
    await shows(page, SENT);
    await picture('simulator-sent');

    await backToCheckout(page);
    await shows(page, RECEIVED);
    await page.getByText('Thank you.').waitFor();
    await picture('checkout-paid');
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
    expect(shop.collections(transactionReference)).toBe(1);
  });

  test('copies the account number', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.goto((await shop.openCheckout()).url);
    await takeAccount(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the account number' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const account = await page.getByRole('region', { name: 'Account to pay into' }).textContent();
    expect(account).toContain(await page.evaluate<string>('navigator.clipboard.readText()'));
  });

  test('shows only the channels that are on', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.goto((await shop.openCheckout({ paymentMethods: ['ACCOUNT_TRANSFER'] })).url);
    await takeAccount(page);
    expect(await page.getByRole('link', { name: 'Card', exact: true }).count()).toBe(0);
  });

  test('shows the arrival of money on the open page', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await shows(page, 'Waiting for your transfer…');
    const text = await page.getByRole('region', { name: 'Account to pay into' }).textContent();
    const accountNumber = /\d{10}/.exec(text ?? '')?.[0];
    await fetch(`${shop.url}/sandbox/bank-simulator/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ bankCode: '035', accountNumber, amount: '4000.00' }),
    });
    await page.getByText('Thank you.').waitFor();
  });

  test('that is too small shows what is missing, and a second transfer completes it', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page, '1500');
    await backToCheckout(page);
    await shows(page, 'Send the remaining ₦2,500.00 to the same account.');
    await picture('checkout-partially-paid');
    await page.getByRole('link', { name: 'Pay in the bank simulator' }).click();
    expect(await page.getByLabel('Amount in naira').inputValue()).toBe('2500.00');
    await page.getByRole('button', { name: 'Send money' }).click();
    await backToCheckout(page);
    await shows(page, RECEIVED);
    expect(await shop.statusOf(transactionReference)).toBe('PAID');
  });

  test('that is too large is received, and the page says by how much', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page, '4500');
    await backToCheckout(page);
    await shows(page, 'You sent ₦500.00 more than the amount due.');
    await picture('checkout-overpaid');
    expect(await shop.statusOf(transactionReference)).toBe('OVERPAID');
  });

  test('returns the customer to the merchant', async ({ shop, visit }) => {
    const { page } = await visit();
    const redirectUrl = `${shop.url}/inbox?order=7`;
    const { url, transactionReference } = await shop.openCheckout({ redirectUrl });
    await page.goto(url);
    await takeAccount(page);
    await sendMoney(page);
    await backToCheckout(page);
    await page.getByRole('link', { name: 'Return to the merchant' }).click();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe('/inbox');
    expect(Object.fromEntries(searchParams)).toEqual({
      order: '7',
      paymentReference: 'order-1',
      transactionReference,
      paymentStatus: 'PAID',
    });
  });

  test('to an unknown account is refused, and no money moves', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.goto(`${shop.url}/simulator`);
    await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Zenith Bank' });
    await page.getByLabel('Account number').fill('1234567890');
    await page.getByLabel('Amount in naira').fill('50.25');
    await page.getByRole('button', { name: 'Send money' }).click();
    expect(await alertOn(page)).toContain('No money moved');
    await picture('simulator-refused');
    expect(shop.sandbox.ledger.balance('bank:058:0100000001')).toBe(0);
  });
});

describe('a payment that expires', () => {
  test('shows a countdown', async ({ shop, visit }) => {
    const { page } = await visit();
    await page.clock.install();
    const { url } = await shop.openCheckout();
    await page.goto(url);
    await page.getByText(/Time\s+left:\s+(40:00|39:[45]\d)/).waitFor();
    await page.clock.runFor('10:00');
    await page.getByText(/Time\s+left:\s+(30:00|29:[45]\d)/).waitFor();
  });

  test('shows its expiry without user action', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    await page.clock.install();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await shop.sandbox.clock.advance(40 * 60_000);
    await page.clock.runFor('40:05');
    await shows(page, 'This payment has expired');
    expect(await page.getByRole('button').count()).toBe(0);
    await picture('checkout-expired');
    expect(await shop.statusOf(transactionReference)).toBe('EXPIRED');
  });

  test('refuses a late transfer, and the payer keeps the money', async ({ shop, visit }) => {
    const { page } = await visit();
    const { url, transactionReference } = await shop.openCheckout();
    await page.goto(url);
    await takeAccount(page);
    await page.getByRole('link', { name: 'Pay in the bank simulator' }).click();
    await shop.sandbox.clock.advance(40 * 60_000);
    await page.getByRole('button', { name: 'Send money' }).click();
    expect(await alertOn(page)).toContain('No money moved');
    expect(shop.collections(transactionReference)).toBe(0);
  });
});
