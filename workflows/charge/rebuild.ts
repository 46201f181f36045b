import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { ChargeSnapshot, ChargeTerms } from '../../src/domain/charge/charge.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';
import { ZERO } from '../../src/domain/money.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { afterLoss, LOST } from '../../src/domain/pull/after-loss.js';
import { chargeReference } from '../../src/domain/reference.js';
import { checkAfterLoss } from '../shared/collection/check-after-loss.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilAnswered, rebuildBy, type Recovery } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { ChargeLifecycle } from './lifecycle.js';
import type { ChargeInput } from './messages.js';
import { CHARGE_RULES } from './rules.js';
import { newSnapshot } from './state.js';

type Left = Pick<Recovery<ChargeTerms, ChargeSnapshot>, 'since' | 'shown'>;

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** Restores the charge: from its last run, from a lost run, or from the gateway's record. */
export function rebuild(lifecycle: ChargeLifecycle, input: ToBeRecovered<ChargeInput>): Promise<void> {
  return rebuildBy(lifecycle, input, {
    newSnapshot,
    recoverLost: (snapshot, since, shown) => recoverLost(lifecycle, snapshot, { since, shown }),
    fromGateway: (reference) => fromGateway(lifecycle, reference),
  });
}

/**
 * The lost run may have sent it: it is read, and counts as sent, until its record or a day without one says otherwise. It is not
 * sent again: the lost run may have accepted a cancel.
 */
function recoverLost(lifecycle: ChargeLifecycle, snapshot: ChargeSnapshot, left: Left): void {
  const { attempt } = snapshot;
  const lost = attempt && afterLoss(attempt, { now: lifecycle.pace.now(), since: left.since });
  lifecycle.begin({ ...snapshot, attempt: lost && { ...lost, notOurs: LOST } });
  checkAfterLoss(lifecycle, CHARGE_RULES, left);
}

/** A charge without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: ChargeLifecycle, reference: string): Promise<void> {
  const paymentReference = chargeReference(reference);
  const record = await readUntilAnswered(lifecycle, () => recordOf(paymentReference));
  const reason = 'an event arrived for a charge that was not created here';
  const terms = termsOf(reference, record);
  lifecycle.begin({
    ...newSnapshot(terms, timestamp()),
    reason,
    unexpected: true,
    attempt: undefined,
    sentAt: timestamp(),
    ...(record && {
      transactions: [{ ...newTransaction(record.transactionReference, terms.amountKobo), paymentReference }],
    }),
  });
}

async function recordOf(paymentReference: string): Promise<TransactionRecord | undefined> {
  const summary = { summary: `Read ${paymentReference}` };
  const answer = await queryTransaction.executeWithOptions(summary, [{ paymentReference }]);
  return answer.kind === 'ok' && answer.body.paymentReference === paymentReference ? answer.body : undefined;
}

function termsOf(reference: string, record: TransactionRecord | undefined): ChargeTerms {
  return { reference, amountKobo: record?.totalPayable ?? ZERO, currency: 'NGN', customer: {} };
}
