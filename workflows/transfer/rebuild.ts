import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { TransferSnapshot, TransferTerms } from '../../src/domain/transfer/transfer.js';
import type { TransferRecord } from '../../src/domain/transfer/verdict.js';
import type { Settings } from '../../src/config/settings.js';
import { ZERO } from '../../src/domain/money.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { findLostSend, markLost } from '../shared/payout/prepare-and-send.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilAnswered, rebuildBy } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { TransferLifecycle } from './lifecycle.js';
import type { TransferInput } from './messages.js';
import { lastMoment } from './prepare.js';
import { applyOutcome, sendOperation } from './send.js';
import { newSnapshot } from './state.js';

const { getTransfer } = proxyActivities<Activities>(GATEWAY_READ);

/** Restores the transfer: from its last run, from a lost run, or from the gateway's record. */
export function rebuild(lifecycle: TransferLifecycle, input: ToBeRecovered<TransferInput>): Promise<void> {
  return rebuildBy(lifecycle, input, {
    newSnapshot,
    recoverLost: (snapshot, since) => recoverLost(lifecycle, snapshot, since),
    fromGateway: (reference) => fromGateway(lifecycle, reference),
  });
}

/** The lost run may have sent it. */
function recoverLost(lifecycle: TransferLifecycle, snapshot: TransferSnapshot, since: number): void {
  if (lifecycle.begin(snapshot).isUnsent()) markLost(lifecycle, since);
}

/** Looks for what a lost run may have sent. */
export function findLostTransfer(lifecycle: TransferLifecycle): Promise<void> {
  const { snapshot } = lifecycle.subject();
  const notAfter = (settings: Settings) => lastMoment(snapshot().terms, snapshot(), settings);
  return findLostSend(lifecycle, {
    notAfter,
    operation: (settings) => sendOperation(lifecycle, settings, notAfter(settings)),
    apply: (outcome) => applyOutcome(lifecycle, outcome),
  });
}

/** A transfer without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: TransferLifecycle, reference: string): Promise<void> {
  const record = await readUntilAnswered(lifecycle, () => recordOf(reference));
  const reason = 'an event arrived for a transfer that was not created here';
  lifecycle.begin({
    ...newSnapshot(record ? termsOf(record) : unknownTerms(reference), timestamp()),
    reason,
    unexpected: true,
    sentAt: timestamp(),
    pendingSince: timestamp(),
  });
}

async function recordOf(reference: string): Promise<TransferRecord | undefined> {
  const answer = await getTransfer.executeWithOptions({ summary: `Read ${reference}` }, [{ reference }]);
  return answer.kind === 'ok' && answer.body.reference === reference ? answer.body : undefined;
}

function termsOf(record: TransferRecord & { narration?: string | null }): TransferTerms {
  return {
    ...unknownTerms(record.reference),
    amountKobo: record.amount,
    destination: {
      bankCode: record.destinationBankCode ?? '',
      accountNumber: record.destinationAccountNumber ?? '',
      accountName: '',
    },
    narration: record.narration ?? '',
  };
}

function unknownTerms(reference: string): TransferTerms {
  return {
    reference,
    amountKobo: ZERO,
    currency: 'NGN',
    destination: { bankCode: '', accountNumber: '', accountName: '' },
    narration: '',
  };
}
