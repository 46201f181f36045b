import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { SecretPlace } from '../../../src/domain/secret-place.js';
import { changesWithin } from '../gateway/effects.js';
import { failureKind, failureReason } from '../gateway/failures.js';
import { refused, repeatUntilAnswered } from '../gateway/repeat.js';
import { inVault } from '../gateway/vault.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { isContinuing } from '../run/pace.js';
import { isRecord, isText } from '../run/shapes.js';
import { timestamp } from '../run/state.js';
import type { AuthorizedSnapshot, createAuthorization } from './authorization.js';
import { refuseWhilePaused } from './gate.js';

/** An OTP that was asked for a minute ago is of no use later. */
const RESEND_WITHIN_MS = 60_000;

/** What the review item of an unknown outcome is about. */
const STATUS = 'status';

type Gateway = ActivityInterfaceFor<Activities>;

type Answer<Body = unknown> =
  { readonly kind: 'ok'; readonly body: Body } | { readonly kind: string; readonly message: string };

/** What the status of a payout shows of its OTP, and how to apply that. */
export interface OtpStatus {
  readonly shown: 'waiting' | 'decided' | 'nothing';
  readonly apply: () => Promise<void> | void;
}

/** A payout that the gateway may want an OTP for, and the calls about it. */
export interface OtpPayout<Snapshot extends AuthorizedSnapshot, Body = unknown> {
  readonly lifecycle: Lifecycle<
    Snapshot,
    Subject<Snapshot> &
      Pick<ReturnType<typeof createAuthorization<Snapshot>>, 'changeAuthorization' | 'resolveOtp'>
  >;
  /** For messages to people: "transfer". */
  readonly noun: string;
  /** The banks that the money goes to: a pause of any of them holds the OTP back. */
  readonly bankCodes: () => readonly string[];
  /** Whether the gateway waits for an OTP. */
  readonly isAwaited: () => boolean;
  /** The gateway could not send the first OTP: the next one needs no cool-down. */
  readonly isUndispatched: () => boolean;
  readonly validate: (vault: Gateway, handle: string) => Promise<Answer<Body>>;
  /** What the reply to an OTP that the gateway took shows; without it the status decides. */
  readonly readReply?: (body: Body) => OtpStatus;
  readonly resend: (gateway: Gateway) => Promise<Answer>;
  readonly readStatus: () => Promise<OtpStatus>;
}

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseOtp<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
  submission: unknown,
): void {
  if (!isRecord(submission) || !isText(submission.handle) || !isText(submission.taskQueue)) {
    throw refusal('invalid', 'expected the handle of an OTP');
  }
  refuseUnlessFree(payout);
}

/** Refuses unless the gateway waits for an OTP and none is in progress. */
function refuseUnlessFree<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
): void {
  refuseUnlessAwaited(payout);
  if (payout.lifecycle.subject().snapshot().authorization?.unresolvedSince !== undefined) {
    throw refusal('otp-in-progress', 'the gateway has not reported what became of the last OTP');
  }
}

/** Refuses unless the gateway waits for an OTP and the merchant has not cancelled the payout. */
function refuseUnlessAwaited<Snapshot extends AuthorizedSnapshot, Body>({
  lifecycle,
  noun,
  isAwaited,
}: OtpPayout<Snapshot, Body>): void {
  const { state, authorization } = lifecycle.subject().snapshot();
  if (authorization?.withheld && state !== 'CANCELLED') {
    throw refusal('not-open', `the ${noun} was cancelled; its OTP is withheld until it expires`);
  }
  if (!isAwaited()) throw refusal('otp-not-expected', `the ${noun} is ${state}`);
}

/**
 * Submits the OTP once. Whatever the gateway replies, its status decides: a refusal may mean an incorrect code, an
 * expired one, or a payout that was already authorised.
 */
export async function submitOtp<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
  { handle, taskQueue }: SecretPlace,
): Promise<Snapshot> {
  const { lifecycle, noun } = payout;
  const subject = lifecycle.subject();
  refuseUnlessFree(payout);
  const attempts = subject.snapshot().authorization?.attempts ?? 0;
  // set before the first await: a second OTP that arrives now is refused
  subject.changeAuthorization({ unresolvedSince: timestamp() });
  const settings = await lifecycle.settings();
  if (attempts >= settings.otpMaxAttempts) {
    subject.resolveOtp();
    throw refusal('otp-expired', `too many incorrect OTPs; the ${noun} expires at the gateway`);
  }
  await refuseLate(payout).catch((error: unknown) => {
    // the code was not used
    subject.resolveOtp();
    throw error;
  });
  const answer = await validateOnce(payout, { handle, taskQueue });
  if (answer === 'unknown') return whenResolved(payout);
  if (!('message' in answer)) return acceptOtp(payout, answer.body);
  return weighRefusal(payout, answer.message, attempts + 1);
}

/** Refuses while payouts are paused; a cancel that arrives while that is read counts too. */
async function refuseLate<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
): Promise<void> {
  const targets = payout.bankCodes().map((bankCode) => ({ queue: 'payouts', bankCode }) as const);
  await Promise.all(targets.map((target) => refuseWhilePaused(payout.lifecycle, target)));
  refuseUnlessAwaited(payout);
}

/** One call, from the vault that holds the OTP. */
async function validateOnce<Snapshot extends AuthorizedSnapshot, Body>(
  { lifecycle, validate }: OtpPayout<Snapshot, Body>,
  { handle, taskQueue }: SecretPlace,
): Promise<Answer<Body> | 'unknown'> {
  const settings = await lifecycle.settings();
  const { operations, pace } = lifecycle;
  // it authorises the payout: no decision on its outcome meanwhile
  operations.setOnItsWay(STATUS, true);
  try {
    return await pace.call(() => validate(inVault(taskQueue, settings), handle));
  } catch (error) {
    const kind = isContinuing(error) ? undefined : failureKind(error);
    if (kind === 'outcome-unknown' || kind === 'contract-violated') return 'unknown';
    // the call did not start, or was not sent
    lifecycle.subject().resolveOtp();
    throw kind === undefined ? error : refusal('not-sent', failureReason(error));
  } finally {
    operations.setOnItsWay(STATUS, false);
  }
}

/** The gateway took the OTP. */
async function acceptOtp<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
  body: Body,
): Promise<Snapshot> {
  const subject = payout.lifecycle.subject();
  const { shown, apply } = payout.readReply?.(body) ?? (await readStatus(payout));
  // without an answer, or accepted although the status does not show it yet
  if (shown !== 'decided') return whenResolved(payout);
  subject.resolveOtp();
  await apply();
  return subject.inWebhooks();
}

/** Reads the status after a refusal: it covers an incorrect OTP, an expired one, and an authorised payout. */
async function weighRefusal<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
  message: string,
  attempts: number,
): Promise<Snapshot> {
  const { lifecycle } = payout;
  const subject = lifecycle.subject();
  const { shown, apply } = await readStatus(payout);
  if (shown === 'nothing') return whenResolved(payout);
  subject.resolveOtp();
  await apply();
  if (shown === 'decided') return subject.inWebhooks();
  subject.changeAuthorization({ attempts });
  const { otpMaxAttempts } = await lifecycle.settings();
  const left = Math.max(otpMaxAttempts - attempts, 0);
  throw refusal('otp-incorrect', `${message}. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`);
}

/** Reads the status after an OTP. If the run ends before that, the next one finds out what became of the OTP. */
function readStatus<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
): Promise<OtpStatus> {
  return payout.readStatus().catch((error: unknown) => {
    if (isContinuing(error)) payout.lifecycle.subject().changeAuthorization({ waitingSeen: 0 });
    throw error;
  });
}

/** The reply was lost: the main loop checks until the status shows what became of the OTP. */
async function whenResolved<Snapshot extends AuthorizedSnapshot, Body>({
  lifecycle,
  isAwaited,
}: OtpPayout<Snapshot, Body>): Promise<Snapshot> {
  const subject = lifecycle.subject();
  subject.changeAuthorization({ waitingSeen: 0 });
  const isWaiting = () => subject.snapshot().authorization?.unresolvedSince !== undefined;
  await lifecycle.pace.until(() => !isWaiting());
  if (isAwaited()) {
    throw refusal('not-sent', 'the gateway did not process the OTP; submit it again');
  }
  return subject.inWebhooks();
}

/** Refuses another OTP within the cool-down; each one makes the last one useless. */
export function refuseResend<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
): void {
  const { lifecycle, isUndispatched } = payout;
  refuseUnlessFree(payout);
  const { resentAt, since } = lifecycle.subject().snapshot().authorization ?? {};
  const last = Date.parse(resentAt ?? since ?? '');
  const given = lifecycle.given();
  if (!given || Number.isNaN(last) || (isUndispatched() && resentAt === undefined)) return;
  const left = last + given.otpResendCooldownMs - Date.now();
  if (left > 0) throw refusal('too-soon', `ask again in ${Math.ceil(left / 1_000)} seconds`);
}

/** Asks the gateway for another OTP. A repeat only replaces the code, so a lost reply needs no check. */
export async function resendOtp<Snapshot extends AuthorizedSnapshot, Body>(
  payout: OtpPayout<Snapshot, Body>,
): Promise<Snapshot> {
  const { lifecycle, resend } = payout;
  const subject = lifecycle.subject();
  const settings = await lifecycle.settings();
  refuseResend(payout);
  // set before the request: a storm of requests sends one
  subject.changeAuthorization({ resentAt: timestamp() });
  const notAfter = Date.now() + RESEND_WITHIN_MS;
  const outcome = await repeatUntilAnswered(
    { summary: 'Resend the OTP', notAfter, send: () => resend(changesWithin(notAfter - Date.now())) },
    { pace: lifecycle.pace, settings },
  );
  if (outcome.kind !== 'answered') throw refused(outcome);
  const { answer } = outcome;
  await (await payout.readStatus()).apply();
  if ('message' in answer) throw refusal('refused', answer.message);
  return subject.inWebhooks();
}
