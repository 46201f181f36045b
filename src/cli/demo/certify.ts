import { checkAll, type Violation } from '../../certify/check.js';
import { observe } from '../../certify/observe.js';
import type { Books } from '../../certify/seen.js';
import type { Demo } from './context.js';
import { createCaller } from './http.js';

/** Everything that the demo made, against the sandbox's ledger and the webhooks that the merchant received. */
export async function certifyDemo({ system, reporter }: Demo): Promise<readonly Violation[]> {
  const { api, gatewayUrl, merchant, temporal } = system;
  reporter.heading('All together');
  if (temporal.uiUrl === undefined) {
    // its other workflows have no money in this sandbox
    reporter.note('Skipped', 'the server at TEMPORAL_ADDRESS may hold payments of other systems');
    return [];
  }
  const oware = createCaller(api.url, `Bearer ${api.key}`);
  const gateway = createCaller(gatewayUrl);
  const observation = await observe({
    read: (path) => oware('GET', path),
    books: async () => (await gateway('GET', '/sandbox/books')) as unknown as Books,
    webhooks: merchant.webhooks,
  });
  const { asked, violations } = checkAll(observation, 'at rest');
  const [things, movements] = [observation.seen.length, observation.books.booked.length];
  reporter.note(
    'Checked',
    `${things} orders, payouts and accounts against ${movements} movements of the ledger: ${asked} checks, ${violations.length} violations`,
  );
  return violations;
}
