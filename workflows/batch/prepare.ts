import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { totalsOfBatch } from '../../src/domain/batch/batch.js';
import { MOST_PARTS_WITH_OTP, partCount } from '../../src/domain/batch/part.js';
import { paidSince } from '../../src/domain/batch/retry.js';
import { showNaira, totalOf } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { CHAIN_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { awaitApproval, clearApproval } from '../shared/payout/approval.js';
import { createGate } from '../shared/payout/gate.js';
import { timestamp } from '../shared/run/state.js';
import type { BatchLifecycle } from './lifecycle.js';
import { waitUntil } from './parts.js';

const { claimRows, refusedRows } = proxyActivities<Activities>(CHAIN_READ);

type Step = (lifecycle: BatchLifecycle, settings: Settings) => Promise<void>;

/**
 * Everything before the first send: all rows stored, names checked, twins excluded, approved, due, funded, and not paid since. Each
 * step leaves its result in the snapshot, so that the next run continues where this one stopped. A step that fails
 * ends the batch.
 */
export async function prepareBatch(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const settings = await lifecycle.settings();
  const steps: readonly Step[] = [
    awaitSeal,
    awaitNames,
    awaitTwin,
    awaitApprovals,
    awaitStart,
    awaitFunds,
    checkRetry,
  ];
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
    const { fingerprint, reference, startAt } = terms;
    const notAfter = new Date(batch.lastMoment(settings)).toISOString();
    const claim = { fingerprint, batch: reference, ...(startAt !== undefined && { startAt }), notAfter };
    const summary = { summary: 'Find an equal batch' };
    const owner = await untilAnswered(lifecycle, settings, {
      what: 'whether there is an equal batch',
      read: () => claimRows.executeWithOptions(summary, [claim]),
    });
    if (owner === undefined) return;
    batch.change({ claimed: true, ...(owner !== reference && { twin: owner }) });
  }
  const { twin } = batch.snapshot();
  if (twin === undefined || terms.duplicateIntended) return;
  const reason = `batch ${twin} has the same payments, asked for or to be sent within seven days`;
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
    const because = reasonToAsk(batch.held().count, batch.hasReleased());
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

/** A retry may wait for days: a row that had failed when it was created may have been paid since. Its parts check it again. */
async function checkRetry(lifecycle: BatchLifecycle, settings: Settings): Promise<void> {
  const batch = lifecycle.subject();
  const { reference, retryOf } = batch.snapshot().terms;
  if (retryOf === undefined) return;
  const summary = { summary: `Read the rows of ${retryOf}` };
  const rows = await untilAnswered(lifecycle, settings, {
    what: 'what became of the rows that it retries',
    read: () => refusedRows.executeWithOptions(summary, [reference]),
  });
  if (rows && rows.length > 0) batch.end('REFUSED', paidSince(rows));
}

/** The answer; undefined when the batch ends first: a batch that it retries may be lost, and no run waits for that for ever. */
async function untilAnswered<Answer>(
  lifecycle: BatchLifecycle,
  settings: Settings,
  { what, read }: { readonly what: string; readonly read: () => Promise<Answer> },
): Promise<Answer | undefined> {
  const batch = lifecycle.subject();
  const notAfter = batch.lastMoment(settings);
  for (let tried = 0; ; tried++) {
    const answer = await answerOf(lifecycle, read);
    if (answer !== undefined) return answer;
    const until = Math.min(notAfter, Date.now() + pauseBefore(settings.retryScheduleMs, tried));
    await waitUntil(lifecycle, { until, summary: `Read again ${what}`, holds: () => false });
    if (!batch.isWanted()) return undefined;
    if (Date.now() < notAfter) continue;
    batch.end('EXPIRED', `not known in time: ${what}; nothing was sent`);
    return undefined;
  }
}
