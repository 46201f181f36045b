import { type CallFault, type EventFault } from './rules.js';

/** What each kind of fault does, for people. A kind without a line here does not compile. */
export const CALL_FAULTS: Readonly<Record<CallFault['kind'], string>> = {
  delay: 'answers late (ms)',
  reset: 'cuts the connection',
  unauthorized: 'answers that the token has expired',
  'rate-limited': 'answers 429 (retryAfterSeconds)',
  error: 'answers 500',
  'bad-gateway': 'answers 502, in HTML',
  truncated: 'sends half of the body',
  garbage: 'answers what is not JSON',
  'wrong-envelope': 'answers JSON of another shape',
  'wrong-reference': 'answers for other references',
  lag: 'shows records as they were earlier (ms), in questions and listings; reference names the records',
  flap: 'shows another status every other time (status)',
  drift: 'gives fields another type (into: null, other-type, text, number, extra, missing; field)',
  'page-cap': 'gives pages of at most this size, whatever was asked for (size)',
  'page-order': 'lists in the opposite order, mostly the oldest first',
  'page-arrivals': 'lets rows arrive at the head of a listing after its first page was read (rows)',
};

export const EVENT_FAULTS: Readonly<Record<EventFault['kind'], string>> = {
  drop: 'is not sent',
  delay: 'is sent late (ms)',
  duplicate: 'is sent more than once (copies)',
  reorder: 'is sent after a later one',
  forge: 'comes after a false one under a false signature',
  unsigned: 'has no signature',
  'old-secret': 'is signed with the secret from before the last rotation',
  'mutate-amount': 'names another amount (amount)',
  'mutate-reference': 'names another reference (to)',
  'unknown-kind': 'is of a kind that nobody knows',
  unreadable: 'is not JSON',
  drift: 'has fields of another type (into: null, other-type, text, number, extra, missing; field)',
};
