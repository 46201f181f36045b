import { runSettlements } from '../collections/settlements.js';
import { replay } from '../events/deliveries.js';
import { fieldsOf, optionalInteger, optionalText } from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute, ownSteps } from '../http/route.js';
import { readDuration } from '../state/clock.js';
import { advance } from '../state/time-travel.js';
import { CASH_CONTROL } from './cash.js';
import { FAULT_CONTROL } from './faults.js';
import { MERCHANT_CONTROL } from './merchants.js';
import { PEOPLE_CONTROL } from './people.js';

/** The sandbox's own interface: for tests, for scripts, and under the pages. It asks for no key: loopback only. */
export const CONTROL_ROUTES: readonly OwnRoute[] = [
  own('GET /health', () => ({ status: 'up' })),
  own('GET /sandbox/clock', clock),
  ownSteps('POST /sandbox/clock/advance', advanceClock),
  own('GET /sandbox/books', books),
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

function clock({ world }: Call) {
  return { now: new Date(world.clock.now()).toISOString(), skippedMs: world.clock.skippedMs() };
}

const FURTHEST_MS = 10 * 366 * 86_400_000;

async function advanceClock(call: Call) {
  const fields = fieldsOf(call.body);
  const ms = optionalInteger(fields, 'ms') ?? readDuration(optionalText(fields, 'duration') ?? '');
  if (ms === undefined) throw badRequest("Say how far: { ms: 2400000 } or { duration: '40m' }");
  if (ms > FURTHEST_MS) throw badRequest('Ten years are far enough for one step');
  await advance(call.world, ms);
  return clock(call);
}

function books({ world, query }: Call) {
  const account = optionalText(query, 'account');
  const reference = optionalText(query, 'reference');
  const entries = world.books.entries({
    ...(account !== undefined && { account }),
    ...(reference !== undefined && { reference }),
  });
  return {
    ...world.books.audit(),
    balances: world.books.balances(),
    moves: entries.slice(Math.max(0, entries.length - (optionalInteger(query, 'limit') ?? 100))),
  };
}

function deliveries({ world, query }: Call) {
  const merchant = optionalText(query, 'merchant');
  return [...world.deliveries.values()]
    .filter(({ merchantId }) => merchant === undefined || merchant === merchantId)
    .reverse();
}
