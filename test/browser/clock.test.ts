import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect } from 'vitest';
import { closeVisits, test as inBrowser } from '../support/browser/browser.js';
import { type DevJson, ownPorts, startDevRun } from '../support/processes/dev-run.js';

/** A complete `oware dev` with its own Temporal and Web UI, for all tests of the file. */
const test = inBrowser.extend<{ readonly dev: DevJson }>({
  dev: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'oware-clock-'));
      const { dev, json } = await startDevRun(folder, await ownPorts());
      await use(json());
      await closeVisits();
      await dev.kill('SIGINT');
      rmSync(folder, { recursive: true });
    },
    { scope: 'file' },
  ],
});

async function openCheckout({ api }: DevJson, reference: string): Promise<void> {
  const customer = { email: 'ada@example.com' };
  const reply = await request(`${api.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: '2500.00', customer }),
  });
  await reply.body.dump();
  expect(reply.statusCode).toBe(201);
}

describe('the clock of `oware dev`', () => {
  test('resets the clock, and first shows what that cannot undo', async ({ dev, visit }) => {
    const { page, picture } = await visit();
    await page.goto(`${dev.sandbox.url}/clock`);
    await page.getByRole('button', { name: '+1d' }).click();
    await page.getByText('1d ahead').first().waitFor();
    await page.getByText('Workflows cannot go back').waitFor();
    await picture('clock-reset');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText("the machine's time").first().waitFor();
    expect(await page.getByText('1d ahead').count()).toBe(0);
  });

  test('+40m expires an open checkout, also in the list of the Web UI', async ({ dev, visit }) => {
    await openCheckout(dev, 'abandoned');
    const { page, picture, expects } = await visit();
    // the Web UI checks for updates, which a closed network refuses
    expects(/./);
    const list = `${dev.temporal.uiUrl}/namespaces/default/workflows?query=${encodeURIComponent('OwareState="EXPIRED"')}`;
    await page.goto(list);
    await page.getByText('No Workflows', { exact: false }).first().waitFor();

    await page.goto(`${dev.sandbox.url}/clock`);
    await page.getByRole('button', { name: '+40m' }).click();
    const changes = page.getByRole('table', { name: 'Changed workflows' });
    await changes
      .getByRole('row')
      .filter({ hasText: 'checkout:abandoned' })
      .filter({ hasText: 'EXPIRED' })
      .waitFor();
    await page.getByText('40m ahead').first().waitFor();
    await picture('clock-moved');

    await page.goto(list);
    await page.getByRole('link', { name: 'checkout:abandoned' }).first().waitFor();
    await picture('web-ui-expired');
  });
});

// last: a move of the clock would expire its checkout
test('the Web UI of `oware dev` shows a checkout, and offers no action on it', async ({ dev, visit }) => {
  await openCheckout(dev, 'only-shown');
  const { page, picture, expects } = await visit();
  // the Web UI checks for updates, which a closed network refuses
  expects(/./);
  await page.goto(`${dev.temporal.uiUrl}/namespaces/default/workflows`);
  await page.getByRole('link', { name: 'checkout:only-shown' }).first().click();
  const cancel = page.getByRole('button', { name: 'Request Cancellation' });
  await cancel.waitFor();
  await expect.poll(() => cancel.isDisabled()).toBe(true);
  await picture('web-ui-read-only');
});
