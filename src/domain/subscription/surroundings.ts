import { standingOf } from '../movement/standing.js';
import type { Against, Situation } from '../pull/next-step.js';
import { isOver } from '../pull/state.js';
import { chargeOf } from './change-charge.js';
import { type Charge, movementsOf, othersIn, type Period } from './period.js';
import { isFinal, type SubscriptionSnapshot } from './subscription.js';

type Surroundings = Pick<Situation, 'startAt' | 'notAfter' | 'against' | 'others' | 'limits'>;

/** What decides about a charge beside itself. */
export function surroundingsOf(snapshot: SubscriptionSnapshot, key: string): Surroundings {
  const { charge, period } = chargeOf(snapshot, key) ?? {};
  const isOwn = period?.attempts.some((each) => each.key === key) === true;
  return {
    startAt: charge ? Date.parse(charge.at) : Infinity,
    notAfter: charge ? Date.parse(charge.notAfter) : 0,
    against: isOwn
      ? [
          ...reasonsAgainst(snapshot, period),
          ...(isOnOldCard(snapshot, charge) ? [{ reason: 'the card was replaced' }] : []),
        ]
      : [{ reason: 'this run did not send it', isLasting: true }],
    others: period ? othersIn(period, key) : [],
    limits: [],
  };
}

/** Its request names the card that was replaced meanwhile; the next one names the new card. */
const isOnOldCard = ({ cards = 0 }: SubscriptionSnapshot, charge: Charge | undefined): boolean =>
  charge?.movement.sending !== undefined && (charge.card ?? 0) !== cards;

/** Why no charge of a period is sent: each is lifted by its own cause. */
export function reasonsAgainst(snapshot: SubscriptionSnapshot, period: Period): readonly Against[] {
  const { state, periods, paused, doubted, hold } = snapshot;
  const unknown = unknownCharge(periods.filter(({ n }) => n !== period.n));
  const lasting = (is: boolean, reason: string): Against | false => is && { reason, isLasting: true };
  const reasons: readonly (Against | false)[] = [
    lasting(isFinal(state), `the subscription is ${state}`),
    lasting(period.dropped !== undefined, period.dropped ?? ''),
    lasting(period.state !== 'DUE', `the period is ${period.state}`),
    lasting(periods.at(-1)?.n !== period.n, 'the next period is due'),
    paused === true && { reason: 'the subscription is paused' },
    doubted === true && { reason: 'commands of the merchant may be lost' },
    hold !== undefined && { reason: hold },
    // nothing new while it is not known whether the gateway has the one before
    unknown !== undefined && { reason: `the outcome of ${unknown.paymentReference} is unknown` },
  ];
  return reasons.filter((reason) => reason !== false);
}

/** One that may have been sent, and of which the gateway has not said whether it has it: nothing new starts meanwhile. */
export const unknownCharge = (periods: readonly Period[]): Charge | undefined =>
  periods.flatMap(movementsOf).find(isUnknown);

function isUnknown(charge: Charge): boolean {
  return !isOver(charge) && standingOf(charge.movement).name === 'unknown';
}
