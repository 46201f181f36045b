import { type CallFault, type EventFault } from './rules.js';

/** A fault that a reference triggers once. */
export type Magic =
  | { readonly on: 'call'; readonly when: 'before' | 'after'; readonly fault: CallFault }
  | { readonly on: 'event'; readonly fault: EventFault };

const MAGIC = /fault\.(before|after|event)\.([a-z]+(?:-[a-z]+)*)/;

const CALLS: Readonly<Record<string, CallFault>> = {
  delay: { kind: 'delay', ms: 5_000 },
  reset: { kind: 'reset' },
  unauthorized: { kind: 'unauthorized' },
  'rate-limited': { kind: 'rate-limited', retryAfterSeconds: 2 },
  error: { kind: 'error' },
  'bad-gateway': { kind: 'bad-gateway' },
  truncated: { kind: 'truncated' },
  garbage: { kind: 'garbage' },
  'wrong-envelope': { kind: 'wrong-envelope' },
  'wrong-reference': { kind: 'wrong-reference' },
};

const EVENTS: Readonly<Record<string, EventFault>> = {
  drop: { kind: 'drop' },
  delay: { kind: 'delay', ms: 60_000 },
  duplicate: { kind: 'duplicate', copies: 3 },
  reorder: { kind: 'reorder' },
  forge: { kind: 'forge' },
  unsigned: { kind: 'unsigned' },
  'mutate-amount': { kind: 'mutate-amount', amount: 1 },
  'mutate-reference': { kind: 'mutate-reference', to: 'another-reference' },
  'unknown-kind': { kind: 'unknown-kind' },
  unreadable: { kind: 'unreadable' },
};

/** Faults without code: a payment with the reference order-7.fault.after.reset loses its first response. */
export function magicOf(reference: string): Magic | undefined {
  const [, place, name = ''] = MAGIC.exec(reference) ?? [];
  if (place === undefined) return undefined;
  if (place === 'event') return EVENTS[name] && { on: 'event', fault: EVENTS[name] };
  return CALLS[name] && { on: 'call', when: place as 'before' | 'after', fault: CALLS[name] };
}

export function magicReferences(): string[] {
  const calls = Object.keys(CALLS).flatMap((name) => [`fault.before.${name}`, `fault.after.${name}`]);
  return [...calls, ...Object.keys(EVENTS).map((name) => `fault.event.${name}`)];
}
