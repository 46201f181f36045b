import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { totalsOfBatch } from '../../src/domain/batch/batch.js';
import { MOST_PARTS_WITH_OTP, partCount } from '../../src/domain/batch/part.js';
import { showNaira, totalOf } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import { awaitApproval, clearApproval } from '../shared/payout/approval.js';
import { createGate } from '../shared/payout/gate.js';
import { timestamp } from '../shared/run/state.js';
import type { BatchLifecycle } from './lifecycle.js';
import { waitUntil } from './parts.js';

const { claimRows } = proxyActivities<Activities>(INTERNAL);

type Step = (lifecycle: BatchLifecycle, settings: Settings) => Promise<void>;

/**
 * Everything before the first send: all rows stored, names checked, twins excluded, approved, due, and funded. Each
 * step leaves its result in the snapshot, so that the next run continues where this one stopped. A step that fails
 * ends the batch.
 */
export async function prepareBatch(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const settings = await lifecycle.settings();
  const steps: readonly Step[] = [awaitSeal, awaitNames, awaitTwin, awaitApprovals, awaitStart, awaitFunds];
  for (const step of steps) {
    if (!batch.isPreparing()) return;
    await step(lifecycle, settings);
  }
  if (!batch.isPreparing()) return;
  const sendUntil = new Date(batch.lastMoment(settings)).toISOString();
  batch.change({ sendingSince: timestamp(), sendUntil });
}

async function awaitSeal(lifecycle: BatchLifecycle, { batchSealMs, payoutOtp }: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const { terms, epoch } = batch.snapshot();
  if (payoutOtp && partCount(terms.count) > MOST_PARTS_WITH_OTP) {
    batch.end('REFUSED', `otp-batch-too-large: more than ${MOST_PARTS_WITH_OTP} parts need an OTP each`);
    return;
  }
  const isSealed = await waitUntil(lifecycle, {
    until: Date.parse(epoch) + batchSealMs,
    summary: 'Wait until all rows are stored',
    holds: () => batch.snapshot().sealedAt !== undefined,
  });
  if (!isSealed) batch.end('REFUSED', 'its rows were not stored in time; nothing was sent');
}

async function awaitNames(lifecycle: BatchLifecycle, settings: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const isChecked = await waitUntil(lifecycle, {
    until: batch.lastMoment(settings),
    summary: 'Wait for the names at the banks',
    holds: () => batch.numbers().every((part) => batch.reportOf(part)),
  });
  if (!isChecked) {
    batch.end('EXPIRED', 'the names were not checked in time; nothing was sent');
    return;
  }
  const { terms } = batch.snapshot();
  const { count, sumKobo } = totalsOfBatch(batch.snapshot());
  if (count !== terms.count || sumKobo !== terms.sumKobo) {
    const found = `${count} rows, ${showNaira(sumKobo)}`;
    batch.end('REFUSED', `the stored rows (${found}) are not those of the request`);
  } else if (batch.toSend().count + batch.held().count === 0) {
    batch.end('REFUSED', 'none of its rows may be sent');
  }
}

/** The same payments within seven days are held, until a person says that they are meant twice. */
async function awaitTwin(lifecycle: BatchLifecycle, settings: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const { terms, claimed } = batch.snapshot();
  if (!claimed) {
    const { fingerprint, reference, retryOf } = terms;
    const summary = { summary: 'Find an equal batch' };
    const owner = await lifecycle.pace.call(() =>
      claimRows.executeWithOptions(summary, [{ fingerprint, batch: reference }]),
    );
    const isTwin = owner !== reference && owner !== retryOf;
    batch.change({ claimed: true, ...(isTwin && { twin: owner }) });
  }
  const { twin } = batch.snapshot();
  if (twin === undefined || terms.duplicateIntended) return;
  const reason = `batch ${twin} of the last seven days has the same payments`;
  const isNew = batch.raise({ kind: 'possible-duplicate', reason, atRiskKobo: terms.sumKobo });
  if (isNew) lifecycle.notify({ type: 'batch.on-hold', effect: 'possible-duplicate' });
  const isReleased = await waitUntil(lifecycle, {
    until: batch.lastMoment(settings),
    summary: 'Wait for a release: an equal batch exists',
    holds: () => batch.isReleased('possible-duplicate'),
  });
  if (!isReleased) batch.end('EXPIRED', `not released in time: ${reason}`);
}

/** A release changes what is approved: approvals before it are void. */
async function awaitApprovals(lifecycle: BatchLifecycle, settings: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const notAfter = batch.lastMoment(settings);
  for (;;) {
    const areIncluded = await waitUntil(lifecycle, {
      until: notAfter,
      summary: 'Wait until the released rows are included',
      holds: batch.hasIncludedReleases,
    });
    if (!areIncluded) {
      batch.end('EXPIRED', 'the released rows were not included in time');
      return;
    }
    const { releases = [] } = batch.snapshot();
    const because = reasonToAsk(batch.held().count, releases.length > 0);
    const outcome = await awaitApproval(lifecycle, {
      amountKobo: batch.toSend().sumKobo,
      because,
      notAfter,
      isWanted: () => batch.isWanted() && (batch.snapshot().releases ?? []).length === releases.length,
      onRequested: ({ because }) =>
        batch
          .enter('WAITING_FOR_APPROVAL', `needs an approval: ${because.join('; ')}`)
          .forEach(lifecycle.notify),
    });
    if (outcome.kind === 'withdrawn') {
      if (!batch.isWanted()) return;
      clearApproval(lifecycle);
      batch.enter('PENDING', 'rows were released');
      continue;
    }
    if (outcome.kind === 'declined') batch.end('CANCELLED', outcome.reason);
    else if (outcome.kind === 'expired') batch.end('EXPIRED', outcome.reason);
    else if (batch.toSend().count === 0) batch.end('REFUSED', 'none of its rows may be sent');
    else if (outcome.kind === 'approved') batch.enter('PENDING', outcome.reason);
    return;
  }
}

/** Why people decide whatever the amount is: names were not confirmed. */
function reasonToAsk(held: number, isReleased: boolean): string | undefined {
  if (held > 0) return `${held} rows are excluded, because their names were not confirmed`;
  return isReleased ? 'rows whose names were not confirmed were released' : undefined;
}

async function awaitStart(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const { startAt } = batch.snapshot().terms;
  const due = startAt === undefined ? 0 : Date.parse(startAt);
  if (due <= Date.now()) return;
  batch.enter('SCHEDULED', `to be sent at ${startAt}`);
  await waitUntil(lifecycle, { until: due, summary: 'Scheduled start', holds: () => false });
  if (batch.isWanted()) batch.enter('PENDING', 'its time has come');
}

/** The wallet must cover all rows and their fees before the first part is sent. */
async function awaitFunds(lifecycle: BatchLifecycle, settings: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const notAfter = batch.lastMoment(settings);
  const gate = createGate(lifecycle, {
    queue: 'payouts',
    needKobo: () => totalOf(...batch.snapshot().parts.map(({ needKobo }) => needKobo)),
    onPaused: ({ reason }) => batch.enter('PAUSED', `paused: ${reason}`).forEach(lifecycle.notify),
    onWaitingForFunds: (reason) => batch.enter('WAITING_FOR_FUNDS', reason).forEach(lifecycle.notify),
    onReady: () => undefined,
  });
  for (;;) {
    if (Date.now() >= notAfter) {
      batch.end('EXPIRED', `not sent in time: ${batch.snapshot().reason}`);
      return;
    }
    const wait = await gate.ready();
    if (!wait || !batch.isWanted()) return;
    await lifecycle.pace.pause(
      Math.min(wait.until, notAfter),
      wait.summary,
      () => wait.wake?.() === true || !batch.isWanted(),
    );
  }
}
