import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Settings } from '../../src/config/settings.js';
import type { Kobo } from '../../src/domain/money.js';
import { isCompared, isProof, type Listed, withReading } from '../../src/domain/settlement/settlement.js';
import { totalIn } from '../../src/domain/settlement/total.js';
import { COMPARISON } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { timestamp } from '../shared/run/state.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { SettlementLifecycle } from './lifecycle.js';

const { sumSettlement, compareSettlement } = proxyActivities<Activities>(COMPARISON);

/** The total that the listed payments prove; without one, that the listing no longer changes. */
export type SettlementVerdict =
  | {
      readonly kind: 'proven';
      readonly total?: Kobo;
      readonly listed: Listed;
    }
  /** The listing no longer changes, and shows other sums than the total. */
  | { readonly kind: 'contradicted'; readonly total: Kobo }
  | { readonly kind: 'unproven' };

/** Sums the listing, compares its payments with their lifecycles, and looks which announced total they prove. */
export async function check(
  lifecycle: SettlementLifecycle,
  settings: Settings,
): Promise<Checked<SettlementVerdict>> {
  const settlement = lifecycle.subject();
  const { announced, listed: before } = settlement.snapshot();
  const subjects = lifecycle.claims().map(({ subject }) => subject);
  const claimed = subjects.flatMap((subject) => totalIn(subject).amountKobo ?? []);
  const totals = announced?.amountKobo === undefined ? claimed : [announced.amountKobo, ...claimed];
  const read = await readSums(lifecycle, totals);
  if (read === undefined) return unanswered;
  if (read === 'absent') return { ...nothing, shown: new Map(subjects.map((subject) => [subject, 0])) };
  const listed = withReading(before, read);
  settlement.setListed(listed);
  // what it leaves out is shown, and keeps the settlement open; the sums are what they are
  await compare(lifecycle, listed, settings);
  const proves = (total: Kobo | undefined) => isProof(listed, total, settings.propagationMs);
  const shown = subjects.map(
    (subject) => [subject, proves(totalIn(subject).amountKobo) ? PROVEN_AGAIN : 0] as const,
  );
  return { verdict: toVerdict(), shown: new Map(shown), isComplete: true };

  function toVerdict(): SettlementVerdict {
    const total = totals.find(proves);
    if (total !== undefined) return { kind: 'proven', listed, total };
    if (totals.length === 0) return proves(undefined) ? { kind: 'proven', listed } : { kind: 'unproven' };
    const isContradicted = announced?.amountKobo !== undefined && proves(undefined);
    return isContradicted ? { kind: 'contradicted', total: announced.amountKobo } : { kind: 'unproven' };
  }
}

/** What a claim can reach: its total is proven, or the sums of a listing that has grown since. */
export const PROVEN = 1;
export const PROVEN_AGAIN = 2;

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

/** Until every listed payment was compared; a listing that changed meanwhile is compared again with the next check. */
async function compare(
  lifecycle: SettlementLifecycle,
  listed: Listed,
  { followSince }: Settings,
): Promise<void> {
  const settlement = lifecycle.subject();
  const { terms, compared } = settlement.snapshot();
  if (isCompared(compared, listed)) return;
  const request = { reference: terms.reference, followSince };
  const answer = await answerOf(lifecycle, () =>
    compareSettlement.executeWithOptions({ summary: 'Compare the payments with their lifecycles' }, [
      request,
    ]),
  );
  if (answer?.kind === 'compared') settlement.setCompared(answer.compared);
}
