import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { termsOf, unknownTerms } from '../../src/domain/transfer/unexpected.js';
import type { TransferRecord } from '../../src/domain/transfer/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { addReading } from '../shared/payout/pay-out.js';
import { createPlace } from '../shared/payout/single-run.js';
import { takeAsSent } from '../shared/payout/take-as-sent.js';
import { readUntilAnswered } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import { learn, transferKind } from './kind.js';
import type { TransferLifecycle } from './lifecycle.js';
import { newSnapshot } from './state.js';

const { getTransfer } = proxyActivities<Activities>(GATEWAY_READ);

/** A transfer without an earlier run: as far as Oware knows it was not created here. */
export async function fromGateway(lifecycle: TransferLifecycle, reference: string): Promise<void> {
  const record = await readUntilAnswered(lifecycle, () => recordOf(reference));
  const reason = 'an event arrived for a transfer that was not created here';
  lifecycle.begin({
    ...newSnapshot(record ? termsOf(record) : unknownTerms(reference), timestamp()),
    reason,
    unexpected: true,
  });
  const place = createPlace(lifecycle, transferKind(lifecycle));
  takeAsSent(place, { since: 0, why: { answered: reason, notOurs: reason } });
  const shown = record && learn(lifecycle, record);
  const at = lifecycle.pace.now();
  if (shown) addReading(place, shown, { askedAt: at, answeredAt: at }, place.read().reads);
}

async function recordOf(reference: string): Promise<TransferRecord | undefined> {
  const answer = await getTransfer.executeWithOptions({ summary: `Read ${reference}` }, [{ reference }]);
  return answer.kind === 'ok' && answer.body.reference === reference ? answer.body : undefined;
}
