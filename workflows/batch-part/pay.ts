import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isPartEnded, rowIndexOf } from '../../src/domain/batch/batch-part.js';
import type { PartRow } from '../../src/domain/batch/part-row.js';
import { paidSince } from '../../src/domain/batch/retry.js';
import { isShownByRow } from '../../src/domain/batch/row-events.js';
import { isInRequest, payoutOf } from '../../src/domain/batch/row-payout.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { earliest, pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { isSeen } from '../../src/domain/movement/evidence.js';
import { isAwaited, nextReadAt, type ReadRules } from '../../src/domain/movement/next-read.js';
import type { Claim } from '../../src/domain/movement/pieces.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { unresolvedAt } from '../../src/domain/payout/items.js';
import type { Wait } from '../../src/domain/payout/next-step.js';
import { claimOf } from '../../src/domain/transfer/verdict.js';
import type { Settings } from '../../src/config/settings.js';
import { CHAIN_READ, GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { inScope } from '../shared/gateway/money-request.js';
import type { Withheld } from '../shared/payout/authorise.js';
import { payOut, type Reader, wantRead } from '../shared/payout/pay-out.js';
import { changePayout } from '../shared/payout/place.js';
import { isOver as isClosed, type Turn } from '../shared/run/run-until-closed.js';
import { search } from './find.js';
import { areNamesKnown, partKind } from './kind.js';
import type { PartLifecycle } from './lifecycle.js';
import { renewNames } from './names.js';
import { createRequestPlace, expectedFrom } from './place.js';
import { addClaims, addPresence, syncRowItems } from './rows.js';

const { look } = proxyActivities<Activities>(GATEWAY_READ);
const { refusedRows } = proxyActivities<Activities>(CHAIN_READ);

/** While rows of a slow batch end one by one, their events share a check. */
const EVENTS_SHARE_MS = 60_000;
/** Events of one storm are seconds apart, however short the grace period is. */
const MIN_STAY_MS = 10_000;
/** After progress the next check is not soon: how many reads it counts as. */
const AFTER_PROGRESS = 4;

/** Reads the batch that the gateway has of the part, for its main loop and for commands. */
export function createReader(lifecycle: PartLifecycle): Reader {
  const { checks } = lifecycle;
  const place = createRequestPlace(lifecycle);
  let last = { isComplete: true, hasProgress: false };
  const kind = partKind(lifecycle, async () => {
    const { found, ...result } = await search(lifecycle);
    last = result;
    return found;
  });
  const onRead = {
    started: () => checks.started(),
    ended: (isAnswered: boolean) => {
      const isComplete = isAnswered && last.isComplete;
      checks.ended(isComplete);
      const { reads } = place.read();
      if (last.hasProgress) changePayout(place, { reads: { ...reads, count: AFTER_PROGRESS - 1 } });
      return isComplete;
    },
  };
  return { lifecycle, place, kind, onRead };
}

/**
 * Sends the part once, follows its rows until each has its final state, and after that until nothing is left to do. Listings
 * conclude rows; events only pull a check forward, and bring session ids. There is one timer, which events do not reset:
 * with hundreds of them that would cost more history than the rows.
 */
export async function payPart(lifecycle: PartLifecycle): Promise<void> {
  const reader = createReader(lifecycle);
  const part = lifecycle.subject();
  let wasOver = part.isOver();
  if (lifecycle.inbox.isEmpty() && isClosed(lifecycle, atEnd(lifecycle))) return;
  const settings = await lifecycle.settings();
  stayForLateEvents(lifecycle, settings);
  await payOut({
    ...reader,
    look: async (request) => {
      const now = lifecycle.pace.now();
      if (!areNamesKnown(lifecycle, now)) await renewNames(lifecycle, reader.place);
      await renewRetry(lifecycle);
      return look.executeWithOptions({ summary: 'Look before the send' }, [request]);
    },
    cancellable: inScope,
    // its batch has the approval
    askApproval: () => Promise.resolve(),
    takeEvents: () => takeDueEvents(lifecycle, reader, settings),
    idle: async (wait) => {
      const isNow = part.isOver();
      if (isNow && !wasOver && part.snapshot().sentAt !== undefined) {
        lifecycle.stayFor(settings.gatewayEventGraceMs);
      }
      wasOver = isNow;
      return idle(lifecycle, reader, { wait, settings });
    },
  });
}

/** With every look, so with the last one before the send: a row that had failed may have been paid since. */
async function renewRetry(lifecycle: PartLifecycle): Promise<void> {
  const { order } = lifecycle.subject().snapshot();
  if (order?.kind === 'send' && order.isRetry) await readRetry(lifecycle);
}

/** The same before an OTP, which may come hours later: without an order it is not known whether the batch is a retry. */
export async function whyRetryWithheld(lifecycle: PartLifecycle): Promise<Withheld | undefined> {
  const { order } = lifecycle.subject().snapshot();
  if (order?.kind === 'send' && !order.isRetry) return undefined;
  const paid = await answerOf(lifecycle, () => readRetry(lifecycle));
  if (!paid) return { type: 'not-sent', detail: 'what became of the rows that it retries could not be read' };
  return paid.length > 0 ? { type: 'not-open', detail: paidSince(paid) } : undefined;
}

async function readRetry(lifecycle: PartLifecycle): Promise<readonly number[]> {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const summary = { summary: 'Read the rows that it retries' };
  const rows = await refusedRows.executeWithOptions(summary, [terms.batch, terms.part]);
  part.change({ paidSince: rows });
  return rows;
}

const atEnd = (lifecycle: PartLifecycle): Turn => ({
  dueAt: () => undefined,
  summary: () => '',
  isDone: () => lifecycle.subject().isOver() && !lifecycle.subject().isReportDue(),
});

interface Idle {
  readonly wait: Wait;
  readonly settings: Settings;
}

/** Waits until something is due or has changed; true when the lifecycle is closed. */
async function idle(lifecycle: PartLifecycle, { place }: Reader, given: Idle): Promise<boolean> {
  const { checks, operations, pace, inbox } = lifecycle;
  const { settings, wait } = given;
  const part = lifecycle.subject();
  syncRowItems(lifecycle);
  if (isClosed(lifecycle, atEnd(lifecycle))) return true;
  const readAt = readDueAt(lifecycle, given);
  // nothing is read while a request is on its way
  const dueNow = () =>
    isSending() ? graceEnd() : earliest(readAt, checkDueAt(), eventsDueAt(lifecycle, settings), graceEnd());
  const due = dueNow();
  const [seen, resumed] = [part.changes(), operations.resumes()];
  const isEnded = isPartEnded(part.snapshot().state);
  await pace.pause(
    due,
    isEnded ? 'Grace period for events of rows' : wait.for,
    () =>
      part.changes() !== seen ||
      operations.resumes() !== resumed ||
      dueNow() !== due ||
      isClosed(lifecycle, atEnd(lifecycle)),
  );
  if (operations.resumes() !== resumed) changePayout(place, { look: undefined });
  const now = pace.now();
  const isRowDue = readAt !== undefined && readAt <= now && isFollowed(lifecycle);
  const isCheckDue = (checkDueAt() ?? Infinity) <= now;
  if (isCheckDue && isUnsent()) checks.answerUnchecked();
  else if (!isSending() && (isRowDue || isCheckDue)) wantRead(place);
  return false;

  function checkDueAt() {
    return checks.dueAt(settings.checkGapMs);
  }

  function isSending() {
    return place.read().movement.sending !== undefined;
  }

  function isUnsent() {
    return (
      standingOf(place.read().movement).name === 'unsent' && !part.snapshot().rows.some(({ seen: s }) => s)
    );
  }

  function graceEnd() {
    const { graceUntil } = lifecycle;
    return part.isOver() && inbox.isEmpty() && graceUntil() > pace.now() ? graceUntil() : undefined;
  }
}

/** Its rows say when it is read next, unless a read is wanted: the gateway has it, or something else is known of one of them. */
function isFollowed(lifecycle: PartLifecycle): boolean {
  const { request, rows } = lifecycle.subject().snapshot();
  if (request.reads.isWanted) return false;
  return isSeen(request.movement) || rows.some(({ seen }) => seen !== undefined);
}

/** When the next read is due by what is known of the request, or of its rows. */
function readDueAt(lifecycle: PartLifecycle, { wait, settings }: Idle): number | undefined {
  const { request } = lifecycle.subject().snapshot();
  if (!isFollowed(lifecycle)) return wait.until;
  const rowsAt = rowsDueAt(lifecycle, settings);
  // what is in doubt of the request itself is not seen by its rows
  const isWaiting = standingOf(request.movement).name === 'waiting';
  return isWaiting ? rowsAt : earliest(rowsAt, wait.until);
}

function rowsDueAt(lifecycle: PartLifecycle, settings: Settings): number | undefined {
  const { terms, rows, request } = lifecycle.subject().snapshot();
  const { recheckScheduleMs: scheduleMs, safetyChecksMs, dailyCheckMs, unresolvedAfterMs } = settings;
  const expected = expectedFrom(lifecycle, settings);
  const rules: ReadRules = {
    scheduleMs,
    graceMs: expected === 0 ? pauseBefore(scheduleMs, 0) : settings.closingGraceMs,
    expectedFrom: expected,
    safetyMs: safetyChecksMs,
    dailyMs: dailyCheckMs,
    unresolvedAt: Infinity,
  };
  const { count, lastAt } = request.reads;
  const due = terms.rows.map((row, index) => {
    const known = rows[index];
    if (!known || (!known.seen && !isInRequest(known))) return undefined;
    const payout = payoutOf(row, known, request);
    if (!isAwaited(payout.movement)) return undefined;
    const { ofClaim = 0 } = payout.reads;
    const reads = { count, ofClaim, ...(lastAt !== undefined && { lastAt }) };
    const at = unresolvedAt(payout, { unresolvedAfterMs }, expected);
    return nextReadAt(payout.movement, reads, { ...rules, unresolvedAt: at });
  });
  return earliest(...due);
}

/** The gateway may send the events of all rows long after the end: the run that the first of them started takes the others too. */
function stayForLateEvents(lifecycle: PartLifecycle, { gatewayEventGraceMs }: Settings): void {
  const { state, rows } = lifecycle.subject().snapshot();
  if (!lifecycle.isFromEvent || lifecycle.graceUntil() !== 0 || !isPartEnded(state)) return;
  if (rows.some(lacksSessionId)) lifecycle.stayFor(Math.max(gatewayEventGraceMs, MIN_STAY_MS));
}

const lacksSessionId = ({ state, sessionId }: PartRow) => state === 'SUCCESS' && sessionId === undefined;

/** When the events that wait are taken; undefined without any. */
function eventsDueAt(lifecycle: PartLifecycle, { checkGapMs }: Settings): number | undefined {
  const { inbox, checks, graceUntil, pace } = lifecycle;
  const part = lifecycle.subject().snapshot();
  if (inbox.isEmpty()) return undefined;
  if (isPartEnded(part.state)) {
    // those that only bring session ids are taken together: once none is missing, or when the grace period ends
    if (!inbox.waiting().every((event) => isShownByRow(part, event))) return 0;
    const missing = part.rows.filter(lacksSessionId).length;
    const isLater = graceUntil() > pace.now() && inbox.size() < missing;
    return isLater ? graceUntil() : 0;
  }
  // soon when they cover every row that is under way, together with others otherwise
  const pending = part.rows.filter((row) => row.state === 'PENDING').length;
  const gap = inbox.size() >= pending ? checkGapMs : EVENTS_SHARE_MS;
  return (checks.lastStart() ?? 0) + gap;
}

function takeDueEvents(lifecycle: PartLifecycle, { place }: Reader, settings: Settings): void {
  const { pace } = lifecycle;
  if (place.read().movement.sending !== undefined) return;
  if ((eventsDueAt(lifecycle, settings) ?? Infinity) <= pace.now()) takeEvents(lifecycle, place);
}

/** Takes session ids, and what events claim: whatever is news asks for a read. */
function takeEvents(lifecycle: PartLifecycle, place: Reader['place']): void {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const wasEnded = isPartEnded(part.snapshot().state);
  const sessions = new Map<number, string>();
  const claims = new Map<number, Claim[]>();
  const reported: number[] = [];
  const keys: string[] = [];
  let isNews = false;
  for (const event of lifecycle.inbox.take()) {
    if (event.kind === 'orders-changed') part.change({ hasUnreadOrders: true });
    if (event.kind !== 'disbursement' || part.hasSeen(event.key) || keys.includes(event.key)) continue;
    keys.push(event.key);
    const index = rowIndexOf(terms, event.reference) ?? -1;
    const row = terms.rows[index];
    const known = part.snapshot().rows[index];
    if (!row || !known) continue;
    if (event.sessionId !== undefined) sessions.set(row.n, event.sessionId);
    reported.push(row.n);
    const shows = claimOf(event.status);
    if (shows) {
      const claim: Claim = { kind: 'claim', shows, amount: row.amountKobo };
      claims.set(row.n, [...(claims.get(row.n) ?? []), claim]);
    }
    isNews ||= !wasEnded || (!shows && isUnknownWord(known, event));
  }
  if (keys.length > 0) part.markAllSeen(keys);
  learnSessions(lifecycle, sessions);
  addPresence(lifecycle, reported);
  const isClaimed = addClaims(lifecycle, claims);
  // news begins the schedule of reads anew
  if (isClaimed) changePayout(place, { reads: { ...place.read().reads, count: 0 } });
  isNews ||= isClaimed;
  if (isNews) wantRead(place, { isOwed: wasEnded });
}

const isUnknownWord = ({ status }: PartRow, event: Extract<LifecycleEvent, { kind: 'disbursement' }>) =>
  event.status !== status;

/** The batch does not need them. */
function learnSessions(lifecycle: PartLifecycle, sessions: ReadonlyMap<number, string>): void {
  lifecycle.subject().changeRows((known, row) => {
    const sessionId = sessions.get(row.n);
    return sessionId === undefined || sessionId === known.sessionId ? known : { ...known, sessionId };
  });
}
