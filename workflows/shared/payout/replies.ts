import type { Settings } from '../../../src/config/settings.js';
import type { Kobo } from '../../../src/domain/money.js';
import type { MovementTerms } from '../../../src/domain/movement/evidence.js';
import type { RecordShows } from '../../../src/domain/payout/record.js';
import type { SendReply } from './payout-kind.js';

/** Of a payout: it may be sent again under the same reference once it is not found, and absence for a day proves that it never arrived. */
export const moneyTerms = (asked: Kobo, { absenceHorizonMs, propagationMs }: Settings): MovementTerms => ({
  asked,
  horizonMs: absenceHorizonMs,
  repeatAfterMs: propagationMs,
});

type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: string; readonly code: string; readonly message: string };

/** What the replies mean that all payouts have. `show` returns undefined for a reply about another payout. */
export function replyTo<Body>(reply: Reply<Body>, show: (body: Body) => RecordShows | undefined): SendReply {
  if ('body' in reply) {
    const record = show(reply.body);
    // a reply about another payout proves nothing about this one
    if (!record || record.shows === 'odd')
      return { answer: 'left', observed: 'the reply was about something else' };
    return { answer: 'accepted', observed: 'sent to the gateway', record };
  }
  const observed = `refused with code ${reply.code}: ${reply.message}`;
  switch (reply.kind) {
    case 'reference-used':
      return { answer: 'used', observed };
    case 'insufficient-funds':
      return { answer: 'held', observed: `the gateway refused it: ${reply.message}`, isShort: true };
    case 'try-later':
      return { answer: 'held', observed };
    default:
      return { answer: 'refused', observed };
  }
}
