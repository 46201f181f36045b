import { describe, expect } from 'vitest';
import { test } from './shop.js';
import { MANDATE_AUTHORIZED, shows } from './steps.js';

describe('a mandate', () => {
  test('is authorized from the link in the e-mail, shows its terms and becomes active', async ({
    shop,
    visit,
  }) => {
    const { page, picture } = await visit();
    const { reference } = await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await picture('message-inbox');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'ada@example.com' })
      .getByRole('link', { name: 'Open' })
      .click();
    await page.getByRole('heading', { name: 'Authorize a direct debit' }).waitFor();
    for (const term of [/to Calabash Stores$/, 'Rent of the shop', '₦1,200,000.00', '₦100,000.00']) {
      await page.getByText(term, { exact: true }).waitFor();
    }
    await picture('mandate');

    await page.getByRole('button', { name: 'Authorize' }).click();
    await shows(page, MANDATE_AUTHORIZED);
    expect(await page.getByRole('button').count()).toBe(0);
    await picture('mandate-authorized');
    await shop.sandbox.clock.advance(60_000);
    await page.reload();
    await shows(page, 'The direct debit is active');
    expect(await shop.mandateStatus(reference)).toBe('ACTIVE');
  });

  test('can be refused', async ({ shop, visit }) => {
    const { page, picture } = await visit();
    const { reference } = await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await shows(page, 'You refused the direct debit. Nothing will be debited.');
    await picture('mandate-refused');
    expect(await shop.mandateStatus(reference)).toBe('FAILED');
  });

  test('cannot be authorized after its link has expired', async ({ shop, visit }) => {
    const { page } = await visit();
    await shop.askForMandate();
    await page.goto(`${shop.url}/inbox`);
    await page.getByRole('link', { name: 'Open' }).click();
    await shop.sandbox.clock.advance(31 * 86_400_000);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await shows(page, 'The authorization link has expired.');
  });
});
