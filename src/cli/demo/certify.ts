import { setTimeout as pause } from 'node:timers/promises';
import { checkAll, type Violation } from '../../certify/check.js';
import { observe, type Witnesses } from '../../certify/observe.js';
import type { Books } from '../../certify/seen.js';
import type { Demo } from './context.js';
import { createCaller } from './http.js';

/** Lists lag by moments, and the last webhook may be on its way. */
const SETTLES_WITHIN_MS = 30_000;
const BETWEEN_CHECKS_MS = 1_000;

/** Everything that the demo made, against the sandbox's ledger and the webhooks that the merchant received. */
export async function certifyDemo({ system, reporter }: Demo): Promise<readonly Violation[]> {
  const { api, gatewayUrl, merchant } = system;
  const oware = createCaller(api.url, `Bearer ${api.key}`);
  const gateway = createCaller(gatewayUrl);
  reporter.heading('All together');
  const { seen, books, asked, violations } = await checkUntilSettled({
    read: (path) => oware('GET', path),
    books: async () => (await gateway('GET', '/sandbox/books')) as unknown as Books,
    webhooks: merchant.webhooks,
  });
  reporter.note(
    'Checked',
    `${seen.length} orders, payouts and accounts against ${books.booked.length} movements of the ledger: ` +
      `${asked} checks, ${violations.length} violations`,
  );
  return violations;
}

async function checkUntilSettled(witnesses: Witnesses) {
  const deadline = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const observation = await observe(witnesses);
    const checked = checkAll(observation, 'at rest');
    if (checked.violations.length === 0 || Date.now() > deadline) return { ...observation, ...checked };
    await pause(BETWEEN_CHECKS_MS);
  }
}
