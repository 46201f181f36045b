import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type MandateSnapshot, type MandateTerms, takesDemands } from '../../src/domain/mandate/mandate.js';
import { withUnread } from '../../src/domain/mandate/planned.js';
import type { MandateRecord } from '../../src/domain/mandate/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilAnswered, rebuildBy } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import { CREATE_KEY, createBefore } from './create.js';
import type { MandateLifecycle } from './lifecycle.js';
import type { MandateInput } from './messages.js';
import { newSnapshot } from './state.js';

const { getMandate } = proxyActivities<Activities>(GATEWAY_READ);

/** More debits on demand than a run sends before it continues as new. */
const DEMANDS_OF_A_RUN = 1_000;

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
  // no clock runs back: what it had asked for lies before its end
  const asked = snapshot.debits.map(({ requestedAt }) => Date.parse(requestedAt));
  const until = Math.max(Date.now(), ...asked);
  const lost = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const mandate = lifecycle.begin({
    ...snapshot,
    debits: withUnread(snapshot),
    lost,
    demands: snapshot.demands + DEMANDS_OF_A_RUN,
  });
  const { terms, state, createdAt } = snapshot;
  if (state === 'PENDING' && createdAt === undefined) {
    lifecycle.operations.set(sentBefore(CREATE_KEY, since, createBefore(terms, Date.now())));
  }
  lifecycle.checks.request('recovered');
  if (!mandate.isOpen()) return;
  // one that is known stays in force
  if (!snapshot.cancel) {
    mandate.askBeforeDebits('commands', 'the previous run was lost, and a cancel may be lost with it');
  }
  if (takesDemands(terms)) {
    const asked = 'an operator has to state how much was debited on demand, beside the debits known here';
    mandate.askBeforeDebits('total', `the previous run was lost: ${asked}`);
  }
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
