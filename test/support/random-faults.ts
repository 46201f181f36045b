import fc from 'fast-check';
import { ACCOUNTS } from './lifecycles/scenario-accounts.js';
import { HOUR, MINUTE } from './world/world.js';

export const SENT_KINDS = ['transfer', 'refund', 'charge', 'debit', 'subscription'] as const;
export type SentKind = (typeof SENT_KINDS)[number];

/** What the gateway does to one request that moves money, and to what it says of it afterwards. */
export interface SentPlan {
  readonly kind: SentKind;
  /** `before`: the request is lost. `after`: it is carried out, and its reply is lost. */
  readonly lost: 'none' | 'before' | 'after';
  readonly event: 'none' | 'drop' | 'duplicate' | 'reorder' | 'delay' | 'forge';
  /** For how long its record is not shown, or shown as it was. */
  readonly lagMs: number;
  /** Decides how a transfer or a debit ends. */
  readonly account: string;
  readonly acts: readonly { readonly step: number; readonly act: SentAct }[];
}

export type SentAct = 'check' | 'cancel' | 'replay';

/** How far each step moves the clock while events, commands and records are in disorder. */
export const SENT_STEPS: readonly number[] = [
  5_000,
  20_000,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  HOUR,
];

const act = fc.record({
  step: fc.nat({ max: SENT_STEPS.length - 1 }),
  act: fc.constantFrom<SentAct>('check', 'check', 'cancel', 'replay'),
});

const usual = '0100090002';
const { dormant, slow, slowFailure, reversed, falseFailure } = ACCOUNTS;

export const sentPlan = (kind: SentKind): fc.Arbitrary<SentPlan> =>
  fc.record({
    kind: fc.constant(kind),
    lost: fc.constantFrom<SentPlan['lost']>('none', 'none', 'before', 'after', 'after'),
    event: fc.constantFrom<SentPlan['event']>(
      'none',
      'none',
      'drop',
      'duplicate',
      'reorder',
      'delay',
      'forge',
    ),
    lagMs: fc.constantFrom(0, 0, 5_000, 90_000, 20 * MINUTE),
    account: fc.constantFrom(usual, usual, usual, dormant, slow, slowFailure, reversed, falseFailure),
    acts: fc.array(act, { maxLength: 4 }),
  });
