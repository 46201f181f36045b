import { type ListingFault } from '../http/paging.js';
import { type Reply } from '../http/reply.js';
import { type Call } from '../http/route.js';
import { globMatches, type Struck } from './faults.js';
import { rewrite } from './strike.js';

/** A read as a gateway with these faults understands it: of an earlier time, or of other pages. */
export function misread(call: Call, struck: readonly Struck[]): Call {
  return struck.reduce<Call>((read, { fault, reference = '*' }) => {
    switch (fault.kind) {
      case 'lag': {
        const isMeant = (references: readonly string[]): boolean =>
          references.some((one) => globMatches(reference, one));
        return {
          ...read,
          world: read.world.past.view(read.world, read.world.clock.now() - fault.ms, isMeant),
        };
      }
      case 'page-cap':
        return withListing(read, { largestPage: fault.size });
      case 'page-order':
        return withListing(read, { opposite: true });
      case 'page-arrivals':
        return withListing(read, { arrivals: fault.rows });
      default:
        return read;
    }
  }, call);
}

const withListing = (call: Call, fault: ListingFault): Call => ({
  ...call,
  listing: { ...call.listing, ...fault },
});

const STATUS = /status$/i;

/** Every other time the status is another. */
export function flapping(reply: Reply, { fault, earlier }: Struck): Reply {
  if (fault.kind !== 'flap' || earlier % 2 === 1) return reply;
  const body = rewrite(reply.body, (key, value) => (STATUS.test(key) ? fault.status : value));
  return { ...reply, body };
}
