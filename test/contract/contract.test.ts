import { afterAll, expect } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { closeAll, seen, target, test } from './gateway.js';
// one file for the runner, so that in the end what was called can be held against the whole contract
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
    console.warn([`Not proven at ${target.url}, because ${reason}:`, ...names].join('\n  - '));
  }
});

test('every endpoint of the contract was called', ({ skip }) => {
  const uncalled = Object.keys(ENDPOINTS).filter((name) => !seen.called.has(name));
  skip(seen.leftOut.size > 0, `some tests were left out, so these were not called: ${uncalled.join(', ')}`);
  expect(uncalled).toEqual([]);
});

test('no answer had a field, a word or a time format that the contract does not know', () => {
  expect(seen.drift).toEqual([]);
});
