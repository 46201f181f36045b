import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isEndedForGood, type MandateSnapshot, type MandateTerms } from '../../src/domain/mandate/mandate.js';
import { datesToContinue, debitsAfterLoss, unknownAfterLoss } from '../../src/domain/mandate/after-loss.js';
import type { PlannedDebit } from '../../src/domain/mandate/planned.js';
import type { MandateRecord } from '../../src/domain/mandate/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilAnswered, rebuildBy } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import { CREATE_KEY, createBefore } from './create.js';
import { addLost } from './debits.js';
import type { MandateLifecycle } from './lifecycle.js';
import type { MandateInput } from './messages.js';
import { newSnapshot } from './state.js';

const { getMandate } = proxyActivities<Activities>(GATEWAY_READ);

/** Restores the mandate: from its last run, from a lost run, or from the gateway's record. */
export function rebuild(lifecycle: MandateLifecycle, input: ToBeRecovered<MandateInput>): Promise<void> {
  return rebuildBy(lifecycle, input, {
    newSnapshot,
    recoverLost: (snapshot, since) => recoverLost(lifecycle, snapshot, since),
    fromGateway: (reference) => fromGateway(lifecycle, reference),
  });
}

/**
 * The lost run may have created the mandate and sent debits. Every due date of the plan is looked for under its
 * reference. A cancel of the merchant may be lost, and the gateway has no listing of debits: none starts until an operator
 * says whether there was a cancel and, where the merchant may have debited on demand, how much was debited.
 */
function recoverLost(lifecycle: MandateLifecycle, snapshot: MandateSnapshot, since: number): void {
  const now = lifecycle.pace.now();
  // no clock runs back: what it had asked for lies before its end
  const asked = snapshot.debits.map(({ requestedAt }) => Date.parse(requestedAt));
  const until = Math.max(now, ...asked);
  const lost = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const debits = debitsAfterLoss(snapshot, { now, since: now });
  const { terms, state, createdAt } = snapshot;
  // one that had ended when its run began was debited for no further due date
  const mandate = lifecycle.begin({ ...snapshot, debits, ...(!isEndedForGood(state) && { lost }) });
  for (const date of datesToContinue(snapshot)) addLost(lifecycle, date);
  if (state === 'PENDING' && createdAt === undefined) {
    lifecycle.operations.set(sentBefore(CREATE_KEY, since, createBefore(terms, Date.now())));
  }
  lifecycle.checks.request('recovered');
  for (const unknown of unknownAfterLoss(snapshot)) mandate.askBeforeDebits(unknown, ASKED[unknown]);
}

const ASKED = {
  commands: 'the previous run was lost, and a cancel may be lost with it',
  total:
    'the previous run was lost: an operator has to state how much was debited on demand, beside the debits known here',
} as const;

/** More due dates than are looked for: an operator states what was debited on them. */
export function askForOlderDates(lifecycle: MandateLifecycle, older: readonly PlannedDebit[]): void {
  const [first, last] = [older[0], older.at(-1)];
  if (!first || !last) return;
  const reason = `the previous run was lost: an operator has to state how much was debited on ${older.length} due dates, ${first.day} to ${last.day}, and on demand`;
  lifecycle.subject().askBeforeDebits('total', reason);
}

/** A mandate without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: MandateLifecycle, reference: string): Promise<void> {
  const record = await readUntilAnswered(lifecycle, () => recordOf(reference));
  const terms = record ? termsOf(reference, record) : unknownTerms(reference);
  const mandate = lifecycle.begin({
    ...newSnapshot(terms, timestamp()),
    reason: 'an event arrived for a mandate that was not created here',
    unexpected: true,
    createdAt: timestamp(),
    ...(record && { mandateCode: record.mandateCode }),
  });
  mandate.setFence('foreign', 'the mandate was not created here');
}

async function recordOf(reference: string): Promise<MandateRecord | undefined> {
  const answer = await getMandate.executeWithOptions({ summary: `Read ${reference}` }, [
    { mandateReferences: reference },
  ]);
  if (answer.kind !== 'ok') return undefined;
  return answer.body.find(({ externalMandateReference }) => externalMandateReference === reference);
}

function termsOf(reference: string, record: MandateRecord): MandateTerms {
  const unknown = unknownTerms(reference);
  const { mandateAmount, debitAmount } = record;
  return {
    ...unknown,
    customer: {
      name: record.customerName ?? '',
      email: record.customerEmailAddress ?? '',
      phone: record.customerPhoneNumber ?? '',
      address: record.customerAddress ?? '',
    },
    account: {
      bankCode: record.customerAccountBankCode ?? '',
      accountNumber: record.customerAccountNumber ?? '',
    },
    description: record.mandateDescription ?? '',
    startAt: record.startDate ?? unknown.startAt,
    endAt: record.endDate ?? unknown.endAt,
    ...(record.autoRenew && { autoRenew: true }),
    ...(mandateAmount != null && { amountKobo: mandateAmount }),
    ...(debitAmount != null && { debitAmountKobo: debitAmount }),
  };
}

function unknownTerms(reference: string): MandateTerms {
  return {
    reference,
    currency: 'NGN',
    customer: { name: '', email: '', phone: '', address: '' },
    account: { bankCode: '', accountNumber: '' },
    description: '',
    startAt: timestamp(),
    endAt: timestamp(),
  };
}
