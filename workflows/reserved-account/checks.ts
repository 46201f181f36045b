import { afterCheck, type Claim, openClaim } from '../../src/domain/lifecycle/claim.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { earliest, pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../src/config/settings.js';
import { kobo, ZERO } from '../../src/domain/money.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { isOver, nextTurn } from '../shared/run/run-until-closed.js';
import { isContinuing } from '../shared/run/pace.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { checkCredit } from './credits.js';
import type { AccountLifecycle } from './lifecycle.js';
import { sweep } from './sweep.js';

/**
 * A run may have two thousand pending activities; a sweep after an outage may find more credits than that.
 */
const MOST_AT_ONCE = 100;
/** Open claims wait side by side, up to as many as continue-as-new can carry. */
const MOST_CLAIMS = 500;

/**
 * Processes events while the account is open, and after its end. It checks each credit separately, so that a
 * stale record delays no other; a daily sweep finds credits without an event.
 */
export async function processCredits(lifecycle: AccountLifecycle): Promise<void> {
  const { checks } = lifecycle;
  const inProgress = new Set<string>();
  let isSweeping = false;

  function claimsDue(now: number): Claim[] {
    const capacity = MOST_AT_ONCE - inProgress.size;
    return lifecycle
      .claims()
      .filter(({ key, dueAt }) => dueAt <= now && !inProgress.has(key))
      .slice(0, capacity);
  }

  const nextClaim = () =>
    inProgress.size >= MOST_AT_ONCE
      ? undefined
      : earliest(...lifecycle.claims().flatMap(({ key, dueAt }) => (inProgress.has(key) ? [] : [dueAt])));

  const nextSweep = ({ checkGapMs }: Settings) => (isSweeping ? undefined : checks.dueAt(checkGapMs));

  /**
   * A separate timer, which credits do not reset: resetting it with each credit would cost two history
   * events.
   */
  async function sweepDaily({ dailyCheckMs, recheckScheduleMs }: Settings): Promise<void> {
    const account = lifecycle.subject();
    /** A day after the last sweep; sooner when the gateway did not answer the last one. */
    const dueAt = () => {
      const unanswered = checks.undecided();
      const pause = unanswered === 0 ? dailyCheckMs : pauseBefore(recheckScheduleMs, unanswered - 1);
      return (checks.lastStart() ?? Date.parse(account.snapshot().epoch)) + pause;
    };
    while (account.isOpen()) {
      const due = dueAt();
      await lifecycle.pace.pause(due, 'Daily sweep', () => !account.isOpen() || dueAt() < due);
      if (account.isOpen() && dueAt() <= Date.now()) checks.request('daily');
      await lifecycle.pace.until(() => !checks.isWanted() && !isSweeping);
    }
  }

  async function checkOnce(claim: Claim, settings: Settings): Promise<void> {
    inProgress.add(claim.key);
    try {
      await checkClaim(lifecycle, settings, claim);
    } finally {
      inProgress.delete(claim.key);
    }
  }

  async function sweepOnce(): Promise<void> {
    isSweeping = true;
    checks.started();
    try {
      const { found, isComplete } = await sweep(lifecycle);
      lifecycle.subject().setSweepResult(found);
      if (isComplete) checks.resetUndecided();
      else checks.countUndecided();
      checks.ended(isComplete);
    } catch (error) {
      // the next run carries the request and answers it
      if (!isContinuing(error)) throw error;
    } finally {
      isSweeping = false;
    }
  }

  const hasWork = () => !lifecycle.inbox.isEmpty() || lifecycle.claims().length > 0 || checks.isWanted();
  if (!lifecycle.subject().isOpen() && !hasWork()) {
    if (isOver(lifecycle, { dueAt: () => undefined, summary: () => '', isDone: () => true })) return;
  }
  const settings = await lifecycle.settings();
  const turn = {
    dueAt: () => earliest(nextClaim(), nextSweep(settings)),
    summary: () => 'Recheck with the gateway',
    isDone: () => !lifecycle.subject().isOpen(),
    // the inbox is drained as checks finish
    hasEvents: () => !lifecycle.inbox.isEmpty() && freeCapacity(lifecycle) > 0,
  };
  if (lifecycle.subject().isOpen()) lifecycle.spawn(sweepDaily(settings));
  for (;;) {
    if (isOver(lifecycle, turn)) return;
    await nextTurn(lifecycle, turn);
    takeEvents(lifecycle, settings);
    for (const claim of claimsDue(lifecycle.pace.now())) lifecycle.spawn(checkOnce(claim, settings));
    const sweepAt = nextSweep(settings);
    if (sweepAt !== undefined && sweepAt <= lifecycle.pace.now()) lifecycle.spawn(sweepOnce());
  }
}

function freeCapacity(lifecycle: AccountLifecycle): number {
  const claims = lifecycle.claims();
  const due = claims.filter(({ dueAt }) => dueAt <= lifecycle.pace.now()).length;
  return Math.max(Math.min(MOST_AT_ONCE - due, MOST_CLAIMS - claims.length), 0);
}

function takeEvents(lifecycle: AccountLifecycle, settings: Settings): void {
  const account = lifecycle.subject();
  for (const event of lifecycle.inbox.take(freeCapacity(lifecycle))) {
    if (account.hasSeen(event.key) || lifecycle.claims().some(({ key }) => key === event.key)) continue;
    if (event.kind === 'collection' && isWorthChecking(lifecycle, event)) {
      const knownLevel = account.forwardedOn(event.transactionReference) ?? ZERO;
      const reported = { key: event.key, subject: event.transactionReference, level: event.amountKobo };
      const known = { knownLevel, wasConcludedBefore: knownLevel > ZERO };
      lifecycle.setClaims([...lifecycle.claims(), openClaim(reported, known, Date.now())]);
      continue;
    }
    account.markSeen(event.key);
    if (event.kind === 'collection') account.compareReported(event);
    if (event.kind === 'rejected-payment') notify(lifecycle, settings, account.reject(event));
    if (event.kind === 'refund-ended') notify(lifecycle, settings, account.recordRefund(event));
    if (event.kind === 'invoice-attached') account.attach(event);
  }
}

/**
 * A credit is one transaction, reported once; only an invoice's transaction grows. One check at a time for
 * each.
 */
function isWorthChecking(
  lifecycle: AccountLifecycle,
  { transactionReference, key }: Extract<LifecycleEvent, { kind: 'collection' }>,
) {
  if (lifecycle.subject().hasReported(transactionReference)) return false;
  const isSwept = key.startsWith('swept:');
  return !isSwept || !lifecycle.claims().some(({ subject }) => subject === transactionReference);
}

export function notify(
  lifecycle: AccountLifecycle,
  settings: Settings,
  draft: WebhookDraft | undefined,
): void {
  if (!draft) return;
  lifecycle.notify(draft);
  // a run started by an event stays for a grace period: more late money may follow
  if (!lifecycle.subject().isOpen()) lifecycle.stayFor(settings.gatewayEventGraceMs);
}

/**
 * Checks one credit. Its record may lag behind the event, so it is checked repeatedly; what stays unproven
 * becomes a review item.
 */
async function checkClaim(lifecycle: AccountLifecycle, settings: Settings, claim: Claim): Promise<void> {
  const account = lifecycle.subject();
  const { key, subject, level } = claim;
  const others = () => lifecycle.claims().filter((each) => each.key !== key);
  const end = () => {
    lifecycle.setClaims(others());
    account.markSeen(key);
  };
  // reported through another event meanwhile
  if (account.hasReported(subject)) {
    end();
    return;
  }
  const checked = await checkCredit(lifecycle, settings, claim);
  if (checked.kind === 'concluded') {
    if (checked.draft) notify(lifecycle, settings, checked.draft);
    requestPolicyRefunds(lifecycle);
    end();
    return;
  }
  const { recheckScheduleMs: recheckScheduleMs, propagationMs, unresolvedAfterMs } = settings;
  const rules = { recheckScheduleMs, propagationMs, unresolvedAfterMs };
  const after = afterCheck(claim, checked.isAnswered ? 0 : undefined, { now: Date.now(), rules });
  if (after.kind === 'open') {
    lifecycle.setClaims(lifecycle.claims().map((each) => (each.key === key ? after.claim : each)));
    return;
  }
  if (after.kind === 'unproven' && claim.enough === undefined) {
    const reason = `an event reported ${subject}: ${checked.why}`;
    account.raise({ kind: 'unproven-event', subject, reason, atRiskKobo: kobo(level) });
  }
  end();
}
