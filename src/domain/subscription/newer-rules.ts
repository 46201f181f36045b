import { type Taken, takenEach } from '../newer-rules.js';
import { ZERO } from '../money.js';
import { shownBy } from './change-charge.js';
import { type Charge, nameOf, type Period } from './period.js';
import type { SubscriptionSnapshot } from './subscription.js';

/** Each charge is judged by itself, with its period as it is. */
export function takeRules(subscription: SubscriptionSnapshot, version: number): Taken<SubscriptionSnapshot> {
  const take = (charges: readonly Charge[], period?: Period) =>
    takenEach(subscription, charges, version, {
      name: (charge) => `charge ${nameOf(charge)}`,
      viewBy: (charge, by) => ({ state: shownBy(by, subscription, charge, period).state }),
      atRisk: () => period?.amountKobo ?? ZERO,
    });
  const periods = subscription.periods.map((period) => {
    const { attempts, others, lost } = period;
    const [taken, further, unseen] = [
      take(attempts, period),
      take(others ?? [], period),
      take(lost ? [lost] : [], period),
    ];
    const [known] = unseen.entries;
    return {
      period: {
        ...period,
        attempts: taken.entries,
        ...(others && { others: further.entries }),
        ...(known && { lost: known }),
      },
      differences: [taken, further, unseen].flatMap(({ differences }) => differences),
    };
  });
  const others = take(subscription.others ?? []);
  return {
    part: {
      periods: periods.map(({ period }) => period),
      ...(subscription.others && { others: others.entries }),
    },
    differences: [...periods, others].flatMap(({ differences }) => differences),
  };
}
