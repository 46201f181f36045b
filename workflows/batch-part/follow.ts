import { isPartEnded, type PartRow, rowIndexOf } from '../../src/domain/batch/batch-part.js';
import { isShownByRow } from '../../src/domain/batch/row-events.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { atLatest, earliest, pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../src/config/settings.js';
import { isOver, type Turn } from '../shared/run/run-until-closed.js';
import { timestamp } from '../shared/run/state.js';
import { type CheckedRows, checkRows } from './checks.js';
import { claimsDueAt, concludeClaims, keepClaim } from './claims.js';
import type { PartLifecycle } from './lifecycle.js';
import { type Read, subjectOf } from './state.js';

/** While rows of a slow batch end one by one, their events share a check. */
const EVENTS_SHARE_MS = 60_000;
/** Events of one storm are seconds apart, however short the grace period is. */
const MIN_STAY_MS = 10_000;
/** After progress the next check is not soon: index in the schedule of rechecks. */
const AFTER_PROGRESS = 3;

/**
 * Follows the rows until each has its final state, and after that until nothing is left to do. Listings conclude rows;
 * events only pull a check forward, and bring session ids. There is one timer, which events do not reset: with hundreds
 * of them that would cost more history than the rows.
 */
export async function followRows(lifecycle: PartLifecycle): Promise<void> {
  const part = lifecycle.subject();
  const atEnd: Turn = { dueAt: () => undefined, summary: () => '', isDone };
  if (lifecycle.inbox.isEmpty() && isOver(lifecycle, atEnd)) return;
  const settings = await lifecycle.settings();
  stayForLateEvents(lifecycle, settings);
  for (;;) {
    conclude(lifecycle, settings);
    if (isOver(lifecycle, atEnd)) return;
    const due = dueAt(lifecycle, settings);
    await lifecycle.pace.pause(
      due,
      isPartEnded(part.snapshot().state) ? 'Grace period for events of rows' : 'Recheck with the gateway',
      () => dueAt(lifecycle, settings) !== due || isOver(lifecycle, atEnd),
    );
    takeRowEvents(lifecycle);
    const checkAt = checkDueAt(lifecycle, settings);
    if (checkAt !== undefined && checkAt <= lifecycle.pace.now()) await checkOnce(lifecycle, settings);
  }

  function isDone(): boolean {
    return isPartEnded(part.snapshot().state) && !part.isReportDue();
  }
}

/** When the loop has to do something next. */
function dueAt(lifecycle: PartLifecycle, settings: Settings): number | undefined {
  const { graceUntil, inbox, pace } = lifecycle;
  if (lifecycle.subject().isReportDue()) return checkDueAt(lifecycle, settings);
  const isEnded = isPartEnded(lifecycle.subject().snapshot().state);
  const graceEnd = isEnded && graceUntil() > pace.now() ? graceUntil() : undefined;
  const eventsAt = inbox.isEmpty() || !isEnded ? undefined : endedEventsAt(lifecycle);
  return earliest(checkDueAt(lifecycle, settings), eventsAt, graceEnd);
}

/**
 * The gateway may send the events of all rows long after the end: the run that the first of them started takes the
 * others too. Each run loads every row of the one before.
 */
function stayForLateEvents(lifecycle: PartLifecycle, { gatewayEventGraceMs }: Settings): void {
  const { state, rows } = lifecycle.subject().snapshot();
  if (!lifecycle.isFromEvent || lifecycle.graceUntil() !== 0 || !isPartEnded(state)) return;
  if (rows.some(lacksSessionId)) lifecycle.stayFor(Math.max(gatewayEventGraceMs, MIN_STAY_MS));
}

const lacksSessionId = ({ state, sessionId }: PartRow) => state === 'SUCCESS' && sessionId === undefined;

/**
 * After the end events that only bring session ids are taken together: once none is missing, or when the grace period
 * ends. Any other is taken at once.
 */
function endedEventsAt({ graceUntil, inbox, pace, subject }: PartLifecycle): number {
  const part = subject().snapshot();
  if (!inbox.waiting().every((event) => isShownByRow(part, event))) return 0;
  const missing = part.rows.filter(lacksSessionId).length;
  const isLater = graceUntil() > pace.now() && inbox.size() < missing;
  return isLater ? graceUntil() : 0;
}

/** When the next check with the gateway is due. */
function checkDueAt(lifecycle: PartLifecycle, settings: Settings): number | undefined {
  const { checks } = lifecycle;
  return earliest(
    checks.dueAt(settings.checkGapMs),
    recheckAt(lifecycle, settings),
    eventCheckAt(lifecycle, settings),
    claimsDueAt(lifecycle),
  );
}

function recheckAt(lifecycle: PartLifecycle, settings: Settings): number | undefined {
  const { checks } = lifecycle;
  const { rows, state, authorization, sentAt, pendingSince } = lifecycle.subject().snapshot();
  if (sentAt === undefined || isPartEnded(state)) return undefined;
  const { recheckScheduleMs, transferOtpWindowMs, closingGraceMs, failureConfirmMs, unresolvedAfterMs } =
    settings;
  const since = Date.parse(pendingSince ?? sentAt);
  const last = Math.max(checks.lastStart() ?? 0, since);
  const planned = last + pauseBefore(recheckScheduleMs, checks.undecided());
  if (state === 'PENDING_AUTHORIZATION' && authorization && authorization.waitingSeen === undefined) {
    const { resentAt, since: askedAt } = authorization;
    const windowEnd = Date.parse(resentAt ?? askedAt) + transferOtpWindowMs + closingGraceMs;
    return last < windowEnd ? windowEnd : planned;
  }
  const isPending = rows.some((row) => row.state === 'PENDING');
  if (isPending) return atLatest(planned, since + unresolvedAfterMs, last);
  // only failures are left, which a second read confirms
  const confirmAt = earliest(...rows.filter(isUnconfirmed).map(({ failedAt }) => Date.parse(failedAt ?? '')));
  const dueAt = confirmAt === undefined ? undefined : confirmAt + failureConfirmMs;
  return dueAt === undefined || dueAt > last ? dueAt : planned;
}

const isUnconfirmed = ({ state, failedAt, failedTwice, concluded }: PartRow) =>
  state === 'FAILED' && failedAt !== undefined && !failedTwice && !concluded;

/** Events that wait in the inbox: soon when they cover every row that is under way, together with others otherwise. */
function eventCheckAt(lifecycle: PartLifecycle, { checkGapMs }: Settings): number | undefined {
  const { inbox, checks, subject } = lifecycle;
  const { rows, state } = subject().snapshot();
  if (inbox.isEmpty()) return undefined;
  if (isPartEnded(state)) return undefined;
  const pending = rows.filter((row) => row.state === 'PENDING').length;
  const gap = inbox.size() >= pending ? checkGapMs : EVENTS_SHARE_MS;
  return (checks.lastStart() ?? 0) + gap;
}

/** Takes session ids from events; after the end a state that is not known yet asks for a check. */
function takeRowEvents(lifecycle: PartLifecycle): void {
  const part = lifecycle.subject();
  const { terms, state } = part.snapshot();
  const sessions = new Map<number, string>();
  const keys: string[] = [];
  for (const event of lifecycle.inbox.take()) {
    if (event.kind === 'orders-changed') part.change({ hasUnreadOrders: true });
    if (event.kind !== 'disbursement' || part.hasSeen(event.key)) continue;
    const index = rowIndexOf(terms, event.reference) ?? -1;
    const row = terms.rows[index];
    const known = part.snapshot().rows[index];
    const isKept = row !== undefined && known !== undefined && keepClaim(lifecycle, event, { row, known });
    if (!isKept) keys.push(event.key);
    if (!row || !known) continue;
    if (event.sessionId !== undefined) sessions.set(row.n, event.sessionId);
    if (!isKept && isPartEnded(state) && isNews(known, event)) lifecycle.checks.requestNow();
  }
  if (keys.length > 0) part.markAllSeen(keys);
  part.learnSessions(sessions);
}

const isNews = ({ status }: PartRow, event: Extract<LifecycleEvent, { kind: 'disbursement' }>) =>
  event.status !== status;

async function checkOnce(lifecycle: PartLifecycle, settings: Settings): Promise<void> {
  const { checks } = lifecycle;
  const part = lifecycle.subject();
  const ended = () => part.snapshot().rows.filter(({ state }) => state !== 'PENDING').length;
  const before = ended();
  const startedAt = Date.now();
  checks.started();
  const checked = await checkRows(lifecycle);
  concludeClaims(lifecycle, checked, { startedAt, settings });
  applyCheck(lifecycle, checked, settings);
  const hasProgress = ended() > before;
  if (hasProgress) checks.resetUndecided(AFTER_PROGRESS);
  else checks.countUndecided();
  raiseUnresolved(lifecycle, settings);
  checks.ended(checked.isComplete);
}

/** Applies what a check shows: of rows, and of the OTP. */
export function applyCheck(lifecycle: PartLifecycle, checked: CheckedRows, settings: Settings): void {
  const part = lifecycle.subject();
  part.applyReadings(checked.readings);
  part.confirmFailures(({ n }) => isFailureShown(checked, n), settings);
  weighAuthorization(lifecycle, checked);
  part.weighOtp(shownOf(checked), settings);
}

/** What a check shows of the OTP: rows wait for it, or are under way or ended. */
export function shownOf({ readings }: CheckedRows): 'waiting' | 'decided' | 'nothing' {
  const kinds = [...readings.values()].map(({ reading }) => reading.kind);
  if (kinds.some((kind) => kind === 'pending' || kind === 'end')) return 'decided';
  return kinds.includes('authorization') ? 'waiting' : 'nothing';
}

function isFailureShown({ readings }: CheckedRows, n: number): boolean {
  const reading = readings.get(n)?.reading;
  return reading?.kind === 'end' && reading.to === 'FAILED';
}

/** Rows that are under way show that the OTP was accepted; rows that wait show that it is wanted. */
function weighAuthorization(lifecycle: PartLifecycle, checked: CheckedRows): void {
  const part = lifecycle.subject();
  const { state, authorization } = part.snapshot();
  const shown = shownOf(checked);
  if (state === 'IN_PROGRESS' && shown === 'waiting' && !authorization) {
    part.change({ authorization: { since: timestamp(), attempts: 0 } });
    part.transitionTo('PENDING_AUTHORIZATION', 'the gateway wants an OTP');
  }
  const isExpired = ({ reading }: Read) => reading.kind === 'end' && reading.to === 'EXPIRED';
  const areExpired = [...checked.readings.values()].every(isExpired);
  if (state === 'PENDING_AUTHORIZATION' && shown === 'decided' && !areExpired) {
    setAuthorised(lifecycle);
  }
}

/** The gateway took the OTP: the rows are under way. */
export function setAuthorised(lifecycle: PartLifecycle): void {
  const part = lifecycle.subject();
  part.change({ pendingSince: timestamp() });
  part.transitionTo('IN_PROGRESS', 'the part was authorised');
  lifecycle.checks.resetUndecided();
}

function raiseUnresolved(lifecycle: PartLifecycle, { unresolvedAfterMs }: Settings): void {
  const part = lifecycle.subject();
  const { pendingSince, state } = part.snapshot();
  if (pendingSince === undefined || state === 'PENDING_AUTHORIZATION') return;
  if (Date.now() < Date.parse(pendingSince) + unresolvedAfterMs) return;
  for (const row of part.rowsIn('PENDING')) {
    const reason = `row ${row.n}: the gateway has not reported an outcome`;
    part.raise({ kind: 'unresolved', subject: subjectOf(row), reason, atRiskKobo: row.amountKobo });
  }
}

/** The end of the part, once every row has its own. */
function conclude(lifecycle: PartLifecycle, { gatewayEventGraceMs }: Settings): void {
  const part = lifecycle.subject();
  const { state, rows } = part.snapshot();
  if (!part.isOver()) return;
  const isPaidAfterAll =
    (state === 'CANCELLED' || state === 'REFUSED' || state === 'EXPIRED') && hasMoved(rows);
  if (isPartEnded(state) && !isPaidAfterAll) return;
  const isExpired = rows.some((row) => row.state === 'EXPIRED') && !hasMoved(rows);
  if (isExpired) part.transitionTo('EXPIRED', 'it was not authorised in time');
  else part.transitionTo('COMPLETED', 'every row has its final state');
  lifecycle.stayFor(gatewayEventGraceMs);
}

const hasMoved = (rows: readonly PartRow[]) =>
  rows.some(({ state }) => state === 'SUCCESS' || state === 'REVERSED' || state === 'FAILED');
