import { isSignedGrant } from '../../src/domain/approval/grant.js';
import { type BatchSnapshot, isBatchEnded, releaseTerms } from '../../src/domain/batch/batch.js';
import { isStoppable, type PartReport } from '../../src/domain/batch/batch-part.js';
import { clearApproval, purposeOf } from '../shared/payout/approval-state.js';
import { authorizeDecision, refuseMaker, requireGrant } from '../shared/payout/decisions.js';
import { registerApprovalHandlers } from '../shared/payout/approval.js';
import { cancelOf } from '../shared/messages.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { isRecord, isText } from '../shared/run/shapes.js';
import { timestamp } from '../shared/run/state.js';
import type { BatchLifecycle } from './lifecycle.js';
import { BATCH } from './messages.js';

/** Bounds the state; a request may name many rows. */
const MOST_RELEASES = 50;
const MOST_NUMBERS = 10_000;

export function registerHandlers(lifecycle: BatchLifecycle): void {
  const { commands } = BATCH;
  const answer = () => lifecycle.subject().snapshot();

  registerCommonHandlers(lifecycle, {
    ...BATCH,
    authorize: (command) => authorizeDecision(lifecycle, command),
    onResolved: (batch, command, { kind }) => batch.onResolved(command, kind),
  });
  registerApprovalHandlers(lifecycle, BATCH);

  registerCommand(lifecycle, commands.seal, {
    refuse: (seal) => refuseSeal(lifecycle, seal),
    execute: async () => {
      const batch = await lifecycle.whenReady();
      if (batch.snapshot().sealedAt === undefined) batch.change({ sealedAt: timestamp() });
      return batch.snapshot();
    },
    answer,
    description: 'All rows are stored: the batch may be checked, approved and sent.',
  });

  registerCommand(lifecycle, commands.releaseRows, {
    refuse: (request) => refuseRelease(lifecycle, request),
    execute: async ({ rows, reason, grant }) => {
      const batch = await lifecycle.whenReady();
      const { terms } = batch.snapshot();
      refuseMaker(lifecycle.maker(), grant);
      await requireGrant(lifecycle, grant, purposeOf('decide', releaseTerms(terms, { rows, reason })));
      // another release or an approval may have come first
      refuseUnlessPreparing(lifecycle);
      const release = { rows, reason, at: timestamp(), by: grant.grant.subject };
      batch.change({ releases: [...(batch.snapshot().releases ?? []), release] });
      // with the release, so that no later run finds the approval of other rows
      clearApproval(lifecycle);
      await lifecycle.pace.until(() => batch.hasIncludedReleases() || !batch.isPreparing());
      return batch.snapshot();
    },
    answer,
    description: 'Include rows that were excluded because of their name. Approvals before that are void.',
  });

  registerCommand(lifecycle, cancelOf<BatchSnapshot>(), {
    refuse: () => refuseCancel(lifecycle),
    execute: () => cancelBatch(lifecycle),
    answer,
    description: 'Cancel everything that was not sent, and withhold the OTPs of what was.',
  });
}

function refuseSeal(lifecycle: BatchLifecycle, seal: unknown): void {
  const { terms } = lifecycle.subject().snapshot();
  const isSame =
    isRecord(seal) &&
    seal.count === terms.count &&
    seal.sumKobo === terms.sumKobo &&
    seal.fingerprint === terms.fingerprint;
  if (!isSame) throw refusal('invalid', 'count, sum and fingerprint are not those of the batch');
}

function refuseRelease(lifecycle: BatchLifecycle, request: unknown): void {
  if (!isRecord(request) || !isText(request.reason)) throw refusal('invalid', 'reason: expected a text');
  if (!isSignedGrant(request.grant)) throw refusal('invalid', 'grant: expected a signed grant');
  const { count } = lifecycle.subject().snapshot().terms;
  const isNumber = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 1 && (n as number) <= count;
  const { rows } = request;
  const areRows = Array.isArray(rows) && rows.length <= MOST_NUMBERS && rows.every(isNumber);
  if (rows !== 'all' && !areRows)
    throw refusal('invalid', `rows: expected "all" or numbers from 1 to ${count}`);
  refuseUnlessPreparing(lifecycle);
}

function refuseUnlessPreparing(lifecycle: BatchLifecycle): void {
  const batch = lifecycle.subject();
  const { state, releases = [], approval } = batch.snapshot();
  if (!batch.isPreparing()) throw refusal('not-open', `the batch is ${state}`);
  if (!batch.numbers().every((part) => batch.reportOf(part))) {
    throw refusal('not-open', 'the names of the rows are still being checked');
  }
  const isApproved = approval !== undefined && state !== 'WAITING_FOR_APPROVAL' && approval.given.length > 0;
  if (isApproved) throw refusal('not-open', 'the batch was approved without these rows');
  if (releases.length >= MOST_RELEASES)
    throw refusal('invalid', `at most ${MOST_RELEASES} releases are possible`);
}

function refuseCancel(lifecycle: BatchLifecycle): void {
  const batch = lifecycle.subject();
  const { state, unwanted } = batch.snapshot();
  // a repeat gets the same answer
  if (unwanted !== undefined || state === 'CANCELLED') return;
  if (isBatchEnded(state)) throw refusal('not-open', `the batch is ${state}`);
  if (!areStoppable(lifecycle)) throw refusal('not-open', 'the batch was already sent');
}

const isStoppablePart = (report: PartReport | undefined) => !report || isStoppable(report);

function areStoppable(lifecycle: BatchLifecycle): boolean {
  const batch = lifecycle.subject();
  return batch.numbers().some((part) => isStoppablePart(batch.reportOf(part)));
}

/** Cancels what was not sent, and withholds the OTPs of what was. */
async function cancelBatch(lifecycle: BatchLifecycle): Promise<BatchSnapshot> {
  const batch = await lifecycle.whenReady();
  batch.cancel();
  const isDecided = (report: PartReport | undefined) => !isStoppablePart(report) || report?.withheld === true;
  const areDecided = () => batch.numbers().every((part) => isDecided(batch.reportOf(part)));
  await lifecycle.pace.until(() => isBatchEnded(batch.snapshot().state) || areDecided());
  const { parts } = batch.snapshot();
  const withheld = parts.filter((report) => report.withheld).map(({ part }) => part);
  const hasCancelled = withheld.length > 0 || parts.some(({ state }) => state === 'CANCELLED');
  if (!hasCancelled && batch.snapshot().state !== 'CANCELLED') {
    throw refusal('not-open', 'the batch was already sent');
  }
  if (!isBatchEnded(batch.snapshot().state)) batch.change({ reason: reasonOfCancel(withheld) });
  return batch.snapshot();
}

const reasonOfCancel = (withheld: readonly number[]) =>
  withheld.length === 0
    ? 'the merchant cancelled what was not sent'
    : `the merchant cancelled what was not sent; the OTP of part ${withheld.join(', ')} is withheld until it expires`;
