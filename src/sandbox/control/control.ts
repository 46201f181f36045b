import { runSettlements } from '../collections/settlements.js';
import { replay } from '../events/deliveries.js';
import { optionalInteger, optionalText } from '../http/fields.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { BOOKS_CONTROL } from './books.js';
import { CASH_CONTROL } from './cash.js';
import { CLOCK_CONTROL } from './clock.js';
import { FAULT_CONTROL } from './faults.js';
import { MERCHANT_CONTROL } from './merchants.js';
import { PEOPLE_CONTROL } from './people.js';

/** The control API, for tests, scripts and the pages. It has no authentication: loopback only. */
export const CONTROL_ROUTES: readonly OwnRoute[] = [
  own('GET /health', () => ({ status: 'up' })),
  ...CLOCK_CONTROL,
  own('GET /sandbox/ledger', ledger),
  ...BOOKS_CONTROL,
  own('GET /sandbox/deliveries', deliveries),
  own(
    'POST /sandbox/deliveries/{id}/replay',
    ({ world, params }) => new Answer(202, replay(world, params['id'] ?? '')),
  ),
  own('POST /sandbox/settlements/run', ({ world }) => runSettlements(world)),
  ...MERCHANT_CONTROL,
  ...PEOPLE_CONTROL,
  ...CASH_CONTROL,
  ...FAULT_CONTROL,
];

function ledger({ world, query }: Call) {
  const account = optionalText(query, 'account');
  const reference = optionalText(query, 'reference');
  const entries = world.ledger.entries({
    ...(account !== undefined && { account }),
    ...(reference !== undefined && { reference }),
  });
  return {
    ...world.ledger.audit(),
    balances: world.ledger.balances(),
    entries: entries.slice(Math.max(0, entries.length - (optionalInteger(query, 'limit') ?? 100))),
  };
}

function deliveries({ world, query }: Call) {
  const merchant = optionalText(query, 'merchant');
  return [...world.deliveries.values()]
    .filter(({ merchantId }) => merchant === undefined || merchant === merchantId)
    .reverse();
}
