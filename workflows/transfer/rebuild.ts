import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { TransferSnapshot, TransferTerms } from '../../src/domain/transfer/transfer.js';
import type { TransferRecord } from '../../src/domain/transfer/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilAnswered, rebuildBy } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { TransferLifecycle } from './lifecycle.js';
import type { TransferInput } from './messages.js';
import { lastMoment } from './prepare.js';
import { applySent, SEND_KEY, sendOperation } from './send.js';
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

const RECOVERY_KEY = 'recover';

/** The lost run may have sent it. */
function recoverLost(lifecycle: TransferLifecycle, snapshot: TransferSnapshot, since: number): void {
  const transfer = lifecycle.begin(snapshot);
  if (transfer.isUnsent()) lifecycle.operations.set(sentBefore(RECOVERY_KEY, since, Date.now()));
}

/**
 * Looks for what a lost run may have sent, before anything else. If it is proven absent, the transfer takes all steps
 * again, the approval too; should the gateway then know the reference after all, it may be our own.
 */
export async function findLostSend(lifecycle: TransferLifecycle): Promise<void> {
  const lost = lifecycle.operations.get(RECOVERY_KEY);
  if (!lost) return;
  const transfer = lifecycle.subject();
  const settings = await lifecycle.settings();
  const find = {
    ...sendOperation(lifecycle, settings, Date.now()),
    key: RECOVERY_KEY,
    isWanted: () => false,
  };
  const outcome = await lifecycle.run(find);
  if (outcome.kind !== 'answered') {
    const notAfter = lastMoment(transfer.snapshot().terms, transfer.snapshot(), settings);
    lifecycle.operations.set({ ...lost, key: SEND_KEY, phase: 'send', notAfter });
  } else if (outcome.answer.kind === 'sent') await applySent(lifecycle, outcome.answer);
  else {
    lifecycle.notify(transfer.endUnsent('REFUSED', usedElsewhere(outcome.answer.observed)));
  }
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
