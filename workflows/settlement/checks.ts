import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Kobo } from '../../src/domain/money.js';
import { isSame, type Listed } from '../../src/domain/settlement/settlement.js';
import { totalIn } from '../../src/domain/settlement/total.js';
import { COMPARISON } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { timestamp } from '../shared/run/state.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { SettlementLifecycle } from './lifecycle.js';

const { sumSettlement, compareSettlement } = proxyActivities<Activities>(COMPARISON);

/** The total that the listed payments prove; without one, that the listing no longer changes. */
export type SettlementVerdict =
  { readonly kind: 'proven'; readonly total?: Kobo; readonly listed: Listed } | { readonly kind: 'unproven' };

/** Sums the listing, compares its payments with their lifecycles, and looks which announced total they prove. */
export async function check(lifecycle: SettlementLifecycle): Promise<Checked<SettlementVerdict>> {
  const settlement = lifecycle.subject();
  const { announced, listed: before } = settlement.snapshot();
  const subjects = lifecycle.claims().map(({ subject }) => subject);
  const claimed = subjects.flatMap((subject) => totalIn(subject).amountKobo ?? []);
  const totals = announced?.amountKobo === undefined ? claimed : [announced.amountKobo, ...claimed];
  const listed = await readSums(lifecycle, totals);
  if (listed === undefined) return unanswered;
  if (listed === 'absent') return { ...nothing, shown: new Map(subjects.map((subject) => [subject, 0])) };
  settlement.setListed(listed);
  if (!(await compare(lifecycle, listed))) return unanswered;
  const proves = (total: Kobo | undefined) =>
    total === undefined ? isSame(before, listed) : total === listed.netKobo;
  const shown = subjects.map((subject) => [subject, proves(totalIn(subject).amountKobo) ? 1 : 0] as const);
  const total = totals.find(proves);
  const isProven = total !== undefined || (totals.length === 0 && proves(undefined));
  return {
    verdict: isProven
      ? { kind: 'proven', listed, ...(total !== undefined && { total }) }
      : { kind: 'unproven' },
    shown: new Map(shown),
    isComplete: true,
  };
}

const nothing = { verdict: { kind: 'unproven' }, isComplete: true } as const;
const unanswered = {
  verdict: { kind: 'unproven' },
  shown: new Map<string, number>(),
  isComplete: false,
} as const;

async function readSums(
  lifecycle: SettlementLifecycle,
  totals: readonly Kobo[],
): Promise<Listed | 'absent' | undefined> {
  const { terms, announced } = lifecycle.subject().snapshot();
  const count = announced?.count;
  const request = { reference: terms.reference, totals, ...(count !== undefined && { count }) };
  const answer = await answerOf(lifecycle, () =>
    sumSettlement.executeWithOptions({ summary: 'Sum the listed payments' }, [request]),
  );
  if (answer?.kind !== 'listed') return answer && 'absent';
  return { ...answer.sums, at: timestamp() };
}

/** Once for each number of listed payments; false when it could not be done now. */
async function compare(lifecycle: SettlementLifecycle, { count }: Listed): Promise<boolean> {
  const settlement = lifecycle.subject();
  const { terms, compared } = settlement.snapshot();
  if (compared?.count === count) return true;
  const { reference } = terms;
  const answer = await answerOf(lifecycle, () =>
    compareSettlement.executeWithOptions({ summary: 'Compare the payments with their lifecycles' }, [
      { reference },
    ]),
  );
  if (answer?.kind !== 'compared') return false;
  settlement.setCompared(answer.compared);
  // a listing that changed meanwhile is compared again
  return answer.compared.count === count;
}
