import { afterAll, expect } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { closeAll, seen, target, test } from './gateway.js';
// one file for the runner, so that the last test can compare all calls with the contract
import './access.js';
import './checkouts.js';
import './cards.js';
import './transfers.js';
import './transfer-ends.js';
import './batches.js';
import './refunds.js';
import './settlements.js';
import './reserved-accounts.js';
import './limit-profiles.js';
import './sub-accounts.js';
import './invoices.js';
import './mandates.js';
import './bills.js';
import './wallets-and-paycodes.js';
import './verification.js';
import './notifications.js';

afterAll(async () => {
  await closeAll();
  for (const [reason, names] of seen.leftOut) {
    console.warn([`Skipped at ${target.url}: ${reason}:`, ...names].join('\n  - '));
  }
});

test('every endpoint of the contract was called', ({ skip }) => {
  const uncalled = Object.keys(ENDPOINTS).filter((name) => !seen.called.has(name));
  skip(seen.leftOut.size > 0, `some tests were skipped; endpoints not called: ${uncalled.join(', ')}`);
  expect(uncalled).toEqual([]);
});

test('no response had a field, an enum value or a time format outside the contract', () => {
  expect(seen.drift).toEqual([]);
});
