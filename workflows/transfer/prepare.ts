import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { nextTry } from '../../src/domain/lifecycle/schedule.js';
import { kobo, showNaira } from '../../src/domain/money.js';
import { lastMomentOf } from '../../src/domain/payout-end.js';
import { namesMatch } from '../../src/domain/transfer/name-match.js';
import type { TransferTerms } from '../../src/domain/transfer/transfer.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { failureKind } from '../shared/gateway/failures.js';
import { awaitApproval } from '../shared/payout/approval.js';
import { waitUnsent } from '../shared/payout/wait-unsent.js';
import { isContinuing } from '../shared/run/pace.js';
import { timestamp } from '../shared/run/state.js';
import type { TransferLifecycle } from './lifecycle.js';

const { enquireName } = proxyActivities<Activities>(GATEWAY_READ);

/**
 * Everything before the send: limits, the name at the bank, the approval, the planned time. Each step leaves its result
 * in the snapshot, so that the next run continues where this one stopped. Ends the transfer if it must not be sent.
 */
export async function prepareTransfer(lifecycle: TransferLifecycle): Promise<void> {
  const settings = await lifecycle.settings();
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const { transferMaxKobo } = settings;
  if (transferMaxKobo !== undefined && terms.amountKobo > transferMaxKobo) {
    const limit = showNaira(kobo(transferMaxKobo));
    lifecycle.notify(transfer.endUnsent('REFUSED', `above the limit of ${limit} for one transfer`));
    return;
  }
  await checkName(lifecycle, settings);
  if (transfer.isUnsent()) await waitForApproval(lifecycle, settings);
  if (transfer.isUnsent()) await waitUntilStart(lifecycle);
}

/** The last moment to send it. */
export function lastMoment(
  terms: TransferTerms,
  { epoch }: { readonly epoch: string },
  { transferValidityMs }: Settings,
): number {
  return lastMomentOf(terms, epoch, transferValidityMs);
}

/** Compares the merchant's name with the bank's. An enquiry without an answer is never a match. */
async function checkName(lifecycle: TransferLifecycle, settings: Settings): Promise<void> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const deadline = lastMoment(terms, transfer.snapshot(), settings);
  if (!transfer.snapshot().name) {
    const answer = await enquireUntilAnswered(lifecycle, settings, deadline);
    if (answer === undefined) {
      endUnanswered(lifecycle);
      return;
    }
    if (answer.kind === 'not-found') {
      lifecycle.notify(
        transfer.endUnsent('REFUSED', `the bank does not know the account: ${answer.message}`),
      );
      return;
    }
    const { accountName: held } = answer.body;
    const matches = namesMatch(terms.destination.accountName, held);
    transfer.change({ name: { held, matches, at: timestamp() } });
  }
  const { name } = transfer.snapshot();
  if (!name || name.matches || settings.policyNameMismatch === 'accept') return;
  if (settings.policyNameMismatch === 'refuse') {
    lifecycle.notify(transfer.endUnsent('REFUSED', 'the bank holds another name for the account'));
    return;
  }
  await waitForRelease(lifecycle, deadline);
}

async function enquireUntilAnswered(lifecycle: TransferLifecycle, settings: Settings, notAfter: number) {
  const transfer = lifecycle.subject();
  const { accountNumber, bankCode } = transfer.snapshot().terms.destination;
  const summary = { summary: 'Name enquiry' };
  for (let count = 0; ; count++) {
    if (!transfer.isWanted()) return undefined;
    try {
      const answer = await lifecycle.pace.call(() =>
        enquireName.executeWithOptions(summary, [{ accountNumber, bankCode }]),
      );
      // a reply about another account proves nothing about this one
      if (answer.kind !== 'ok' || answer.body.accountNumber === accountNumber) return answer;
    } catch (error) {
      if (isContinuing(error)) throw error;
      failureKind(error);
    }
    const next = nextTry(settings.recheckScheduleMs, count, { now: Date.now(), notAfter });
    if (next === undefined) return undefined;
    await lifecycle.pace.pause(next, 'Repeat the name enquiry', () => !transfer.isWanted());
  }
}

function endUnanswered(lifecycle: TransferLifecycle): void {
  const transfer = lifecycle.subject();
  const { unwanted } = transfer.snapshot();
  const draft =
    unwanted === undefined
      ? transfer.endUnsent('EXPIRED', 'the name enquiry was not answered in time; nothing was sent')
      : transfer.endUnsent('CANCELLED', unwanted);
  lifecycle.notify(draft);
}

/** The name differs: an operator releases the transfer or refuses it. */
async function waitForRelease(lifecycle: TransferLifecycle, deadline: number): Promise<void> {
  const transfer = lifecycle.subject();
  const { amountKobo } = transfer.snapshot().terms;
  const isReleased = () => transfer.isReleased('name-mismatch');
  if (isReleased()) return;
  const reason = "the name at the bank differs from the merchant's";
  const isNew = transfer.raise({ kind: 'name-mismatch', reason, atRiskKobo: amountKobo });
  if (isNew) lifecycle.notify({ type: 'transfer.on-hold', effect: 'name-mismatch' });
  await waitUnsent(lifecycle, deadline, {
    summary: 'Wait for a release: the name differs',
    isOver: () => isReleased() || !transfer.isWanted(),
  });
  const { unwanted } = transfer.snapshot();
  if (unwanted !== undefined) lifecycle.notify(transfer.endUnsent('CANCELLED', unwanted));
  else if (!isReleased()) {
    lifecycle.notify(transfer.endUnsent('EXPIRED', `not released in time: ${reason}`));
  }
}

/** Above a limit another person must approve it. */
async function waitForApproval(lifecycle: TransferLifecycle, settings: Settings): Promise<void> {
  const transfer = lifecycle.subject();
  const { terms, epoch } = transfer.snapshot();
  const outcome = await awaitApproval(lifecycle, {
    amountKobo: terms.amountKobo,
    notAfter: lastMoment(terms, { epoch }, settings),
    isWanted: transfer.isWanted,
    onRequested: ({ because }) =>
      transfer.enter('WAITING_FOR_APPROVAL', because.join('; ')).forEach(lifecycle.notify),
  });
  switch (outcome.kind) {
    case 'not-needed':
      return;
    case 'approved':
      transfer.enter('PENDING', outcome.reason);
      return;
    case 'expired':
      lifecycle.notify(transfer.endUnsent('EXPIRED', outcome.reason));
      return;
    default:
      lifecycle.notify(transfer.endUnsent('CANCELLED', transfer.snapshot().unwanted ?? outcome.reason));
  }
}

async function waitUntilStart(lifecycle: TransferLifecycle): Promise<void> {
  const transfer = lifecycle.subject();
  const { startAt } = transfer.snapshot().terms;
  const due = startAt === undefined ? 0 : Date.parse(startAt);
  if (due <= Date.now()) return;
  transfer.enter('SCHEDULED', `to be sent at ${startAt}`);
  await waitUnsent(lifecycle, due, { summary: 'Scheduled start', isOver: () => !transfer.isWanted() });
  const { unwanted } = transfer.snapshot();
  if (unwanted !== undefined) lifecycle.notify(transfer.endUnsent('CANCELLED', unwanted));
  else transfer.enter('PENDING', 'its time has come');
}
