import fc from 'fast-check';
import { MINUTE } from './world/world.js';

/** The amount of each checkout and invoice: 2,500 naira, in kobo. */
export const ASKED = 2_500_00;

/** One step of a merchant, a payer or the gateway. */
export type Act =
  | { readonly kind: 'pay'; readonly kobo: number; readonly event: EventFault; readonly lagMs: number }
  | { readonly kind: 'check' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'replay' };

type EventFault = 'none' | 'drop' | 'duplicate' | 'reorder' | 'delay';

export interface Plan {
  readonly lifecycle: 'checkout' | 'invoice' | 'reserved-account';
  /** In order of time; the last steps lie after the end of checkouts. */
  readonly acts: readonly { readonly step: number; readonly act: Act }[];
}

/** The shared timeline: how far each step moves the clock. The checkout window ends within it, with time for late money. */
export const STEPS: readonly number[] = [2, 3, 5, 8, 10, 8, 3, 2, 5, 10].map((minutes) => minutes * MINUTE);

/** The first step that certainly lies after the end of a checkout. */
const AFTER_THE_END = 8;

const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constant(ASKED) },
  { weight: 2, arbitrary: fc.constantFrom(1_000_00, 1_500_00, 100) },
  { weight: 1, arbitrary: fc.constant(3_000_00) },
);

const pay = fc.record({
  kind: fc.constant('pay' as const),
  kobo: amount,
  event: fc.constantFrom<EventFault>('none', 'none', 'drop', 'duplicate', 'reorder', 'delay'),
  lagMs: fc.constantFrom(0, 0, 5_000, 90_000),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: pay },
  { weight: 2, arbitrary: fc.constant({ kind: 'check' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'replay' as const }) },
);

/**
 * Without its event, a payment after the end is found only by a sweep, and one whose record lags is not found by the check
 * before a cancel. The plan does not drop such events.
 */
function withEvent({ step, act: one }: Plan['acts'][number], cancel: 'none' | 'before' | 'after'): Act {
  const isLost = one.kind === 'pay' && one.event === 'drop';
  const isAfterAnEnd = cancel === 'before' || step >= AFTER_THE_END - 2;
  const isUnseenAtTheEnd = cancel === 'after' && one.kind === 'pay' && one.lagMs > 0;
  return isLost && (isAfterAnEnd || isUnseenAtTheEnd) ? { ...one, event: 'none' } : one;
}

export const plan: fc.Arbitrary<Plan> = fc.record({
  lifecycle: fc.constantFrom('checkout', 'checkout', 'checkout', 'invoice', 'invoice', 'reserved-account'),
  acts: fc
    .array(fc.record({ step: fc.nat({ max: STEPS.length - 1 }), act }), { minLength: 1, maxLength: 6 })
    .map((some) => {
      const acts = [...some].sort((one, other) => one.step - other.step);
      const cancelledAt = acts.findIndex(({ act: one }) => one.kind === 'cancel');
      return acts.map((one, index) => ({
        step: one.step,
        act: withEvent(one, cancelledAt < 0 ? 'none' : index > cancelledAt ? 'before' : 'after'),
      }));
    }),
});
