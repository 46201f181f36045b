import { log, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import {
  type Approval,
  approvalNeeded,
  decisionInWords,
  type KeyHolder,
  statusOf,
} from '../../../src/domain/approval/approval.js';
import { dayOf } from '../../../src/domain/calendar.js';
import type { PayoutSums } from '../../../src/domain/approval/tally.js';
import { pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import type { Kobo } from '../../../src/domain/money.js';
import { rest } from '../../../src/domain/movement/amounts.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { failureKind } from '../gateway/failures.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { isContinuing } from '../run/pace.js';
import { timestamp } from '../run/state.js';
import { type ApprovalPlace, placeOf } from './approval-place.js';
import { type PayoutSnapshot, purposeOf } from './approval-state.js';

export { registerApprovalHandlers } from './approval-handlers.js';
export { clearApproval } from './approval-state.js';

// a few attempts at a time: an activity that never ended would block continue-as-new
const { countPayout } = proxyActivities<Activities>(GATEWAY_READ);

/** What a payout asks of other people before it is sent. */
export interface ApprovalRequest {
  readonly amountKobo: Kobo;
  /** Why it needs an approval whatever its amount is, as a sentence for people. */
  readonly because?: string | undefined;
  /** The last moment to send the payout, in milliseconds since the epoch: no approval is awaited after it. */
  readonly notAfter?: number;
  /** The caller asks again by itself: without the sums of the day nothing is requested. */
  readonly asksAgain?: true;
  /** False once the payout is no longer wanted. */
  isWanted(): boolean;
  /** Called once, when an approval is needed, after its place has it: for the new state, and for webhooks. */
  onRequested?(approval: Approval): void;
}

/** The reasons are for people; they name who decided. */
export type ApprovalOutcome =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'approved'; readonly reason: string }
  | { readonly kind: 'declined'; readonly reason: string }
  /** No decision came in time. */
  | { readonly kind: 'expired'; readonly reason: string }
  /** The payout was no longer wanted. */
  | { readonly kind: 'withdrawn'; readonly reason: string };

const WITHDRAWN: ApprovalOutcome = { kind: 'withdrawn', reason: 'the payout is no longer wanted' };

/** What the wait for an approval needs of a run. */
type Run = Pick<Lifecycle, 'pace' | 'settings'>;

/** For a lifecycle that is one payout. */
export function awaitApproval<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  request: ApprovalRequest,
): Promise<ApprovalOutcome> {
  return awaitApprovalAt(lifecycle, placeOf(lifecycle), request);
}

/**
 * Decides whether a payout needs an approval, and waits for it. The request and all decisions are in its place: a run
 * that continues as new calls this again, and waits for the rest of the time.
 */
export async function awaitApprovalAt(
  run: Run,
  place: ApprovalPlace,
  request: ApprovalRequest,
): Promise<ApprovalOutcome> {
  if (!place.read().approval && !place.read().needsNoApproval) {
    const ended = await requestApproval(run, place, request);
    if (ended) return ended;
  }
  const { approval: requested } = place.read();
  if (!requested) return { kind: 'not-needed' };
  const approval = () => place.read().approval ?? requested;
  const expiresAt = Date.parse(requested.expiresAt);
  const isOver = () => !request.isWanted() || statusOf(approval()) !== 'waiting';
  await place.wait(expiresAt, { summary: 'Wait for an approval', isOver });
  return conclude(place, request, approval());
}

/** Stores a request in its place, or that none is needed; returns an outcome when it could do neither. */
export async function requestApproval(
  run: Run,
  place: ApprovalPlace,
  request: ApprovalRequest,
): Promise<ApprovalOutcome | undefined> {
  const settings = await run.settings();
  const { approvalAboveKobo, approvalAboveDailyKobo, approvalAboveDailyPerKeyKobo } = settings;
  const { amountKobo, because, notAfter = Infinity } = request;
  const isDayLimited = approvalAboveDailyKobo !== undefined || approvalAboveDailyPerKeyKobo !== undefined;
  const mayNeedOne = isDayLimited || because !== undefined || amountKobo > approvalAboveKobo;
  const maker = mayNeedOne ? await findMaker(place) : undefined;
  const sums = isDayLimited ? await countToday(run, place, { request, maker }) : undefined;
  if (isDayLimited && !sums) return unanswered(request);
  const payout = {
    amountKobo,
    because,
    maker,
    sumTodayKobo: sums?.sumKobo,
    keySumTodayKobo: sums?.keySumKobo,
  };
  const needed = approvalNeeded(payout, settings);
  if (!needed) {
    place.write({ needsNoApproval: true });
    return undefined;
  }
  const approval: Approval = {
    ...needed,
    requestedAt: timestamp(),
    expiresAt: new Date(Math.min(Date.now() + settings.approvalWindowMs, notAfter)).toISOString(),
    ...(maker && { maker }),
    given: [],
  };
  place.write({ approval });
  request.onRequested?.(approval);
  return undefined;
}

/** Who asked for the payout, if the api signed that: any client of Temporal can send a request without it. */
async function findMaker(place: ApprovalPlace): Promise<KeyHolder | undefined> {
  const signed = place.maker();
  if (!signed) return undefined;
  const check = await place.checkMaker(signed, purposeOf('create', place.requestedTerms()));
  if (!check.valid) {
    log.warn('the maker of a payout is not proven', { reason: check.reason });
    return undefined;
  }
  const { key, subject } = signed.grant;
  return { key, subject };
}

/** The sums of the day, this payout included; undefined when the payout ended before they were known. */
async function countToday(
  { pace, settings }: Run,
  place: ApprovalPlace,
  { request, maker }: { readonly request: ApprovalRequest; readonly maker: KeyHolder | undefined },
): Promise<PayoutSums | undefined> {
  const { amountKobo, notAfter = Infinity } = request;
  const { retryScheduleMs } = await settings();
  for (let tried = 0; request.isWanted() && Date.now() < notAfter; tried++) {
    const day = dayOf(Date.now());
    const payout = { day, ...toCount(place, day, amountKobo), ...(maker && { key: maker.key }) };
    try {
      const summary = 'Add the payout to the sums of the day';
      const sums = await pace.call(() => countPayout.executeWithOptions({ summary }, [payout]));
      place.write({ counted: { day, amountKobo } });
      return sums;
    } catch (error) {
      if (isContinuing(error)) throw error;
      failureKind(error);
    }
    if (request.asksAgain) return undefined;
    const nextAt = Math.min(Date.now() + pauseBefore(retryScheduleMs, tried), notAfter);
    await pace.pause(nextAt, 'Retry the sums of the day', () => !request.isWanted());
  }
  return undefined;
}

/** A payout that was counted already, and has changed since, adds what it is more. */
function toCount(place: ApprovalPlace, day: string, amountKobo: Kobo) {
  const { reference } = place;
  const { counted } = place.read();
  if (counted?.day !== day) return { reference, amountKobo };
  return { reference: `${reference}:${amountKobo}`, amountKobo: rest(amountKobo, counted.amountKobo) };
}

/** Without the sums the payout is not sent. */
function unanswered(request: ApprovalRequest): ApprovalOutcome {
  if (!request.isWanted()) return WITHDRAWN;
  return { kind: 'expired', reason: 'the sums of the day could not be read in time' };
}

/** What became of a request that no longer waits. Of a cancel and an approval at once, the cancel counts. */
function conclude(place: ApprovalPlace, request: ApprovalRequest, approval: Approval): ApprovalOutcome {
  const isWanted = request.isWanted();
  const status = statusOf(approval);
  if (status === 'waiting') {
    place.write({ approval: { ...approval, ended: isWanted ? 'expired' : 'withdrawn' } });
  }
  if (!isWanted || status === 'withdrawn') return WITHDRAWN;
  if (status === 'approved') {
    return { kind: 'approved', reason: `approved by ${approval.given.map(decisionInWords).join(' and ')}` };
  }
  if (approval.declined)
    return { kind: 'declined', reason: `declined by ${decisionInWords(approval.declined)}` };
  return { kind: 'expired', reason: `no approval until ${approval.expiresAt}` };
}
