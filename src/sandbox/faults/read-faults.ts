import { type ListingFault } from '../http/listing.js';
import { type Reply } from '../http/reply.js';
import { type Call } from '../http/route.js';
import { type Struck } from './faults.js';
import { type Lag } from './past.js';
import { type CallFault } from './rules.js';
import { rewrite } from './strike.js';

/** Applies faults to a read: earlier records, or other pages. */
export function applyReadFaults(call: Call, struck: readonly Struck[]): Call {
  const lags: Lag[] = [];
  let listing: ListingFault = {};
  for (const { fault, reference } of struck) {
    if (fault.kind === 'lag') lags.push({ ms: fault.ms, reference });
    else listing = { ...listing, ...listingOf(fault) };
  }
  const { world } = call;
  return { ...call, listing, world: lags.length > 0 ? world.past.view(world, lags) : world };
}

function listingOf(fault: CallFault): ListingFault {
  switch (fault.kind) {
    case 'page-cap':
      return { largestPage: fault.size };
    case 'page-order':
      return { opposite: true };
    case 'page-arrivals':
      return { arrivals: fault.rows };
    case 'page-repeat':
      return { repeats: true };
    case 'page-short':
      return { missing: fault.rows };
    case 'page-hides':
      return { hidden: fault.rows };
    default:
      return {};
  }
}

const STATUS = /status$/i;

/** Replaces the status in every other response. */
export function applyFlap(reply: Reply, { fault, earlier }: Struck): Reply {
  if (fault.kind !== 'flap' || earlier % 2 === 1) return reply;
  const body = rewrite(reply.body, (key, value) => (STATUS.test(key) ? fault.status : value));
  return { ...reply, body };
}
