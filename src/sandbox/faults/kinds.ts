import { type CallFault, type EventFault } from './rules.js';

/** A description of each kind of fault. A kind without a description does not compile. */
export const CALL_FAULTS: Readonly<Record<CallFault['kind'], string>> = {
  delay: 'delays the response (ms)',
  reset: 'resets the connection',
  unauthorized: 'responds that the token has expired',
  'rate-limited': 'responds with 429 (retryAfterSeconds)',
  error: 'responds with 500',
  refusal: 'responds with an error of the gateway (code, message, status)',
  'bad-gateway': 'responds with 502 in HTML',
  truncated: 'sends half of the body',
  garbage: 'responds with invalid JSON',
  'wrong-envelope': 'responds with JSON of another shape',
  'wrong-reference': 'responds with other references',
  lag: 'shows records as they were earlier (ms), in queries and listings; reference selects the records',
  flap: 'shows another status every other time (status)',
  drift: 'gives fields another type (into: null, other-type, text, number, extra, missing; field)',
  'page-cap': 'limits pages to this size, whatever the request says (size)',
  'page-order': 'lists in reverse order, usually the oldest first',
  'page-arrivals': 'adds rows at the head of a listing after its first page was read (rows)',
  'page-repeat': 'shows the rows of the first page on every later page',
  'page-short': 'omits the last rows of a listing, also from its totals (rows)',
  'page-hides': 'omits the last rows of a listing, and counts them in its totals (rows)',
};

export const EVENT_FAULTS: Readonly<Record<EventFault['kind'], string>> = {
  drop: 'is not sent',
  delay: 'is sent late (ms)',
  duplicate: 'is sent more than once (copies)',
  reorder: 'is sent after a later event',
  forge: 'is sent after a forged copy with an invalid signature',
  unsigned: 'has no signature',
  'old-secret': 'is signed with the secret from before the last rotation',
  'mutate-amount': 'has another amount (amount)',
  'mutate-reference': 'has another reference (to)',
  'unknown-kind': 'has an unknown event type',
  unreadable: 'is not JSON',
  drift: 'has fields of another type (into: null, other-type, text, number, extra, missing; field)',
};
