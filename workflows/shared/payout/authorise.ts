import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { forbidsStep, whyNotSend, type WhyNot } from '../../../src/domain/movement/may-send.js';
import { isConfirmed } from '../../../src/domain/movement/evidence.js';
import type { SecretPlace } from '../../../src/domain/secret-place.js';
import { isContradicted } from '../../../src/domain/payout/items.js';
import { type Against, reasonsAgainst } from '../../../src/domain/payout/next-step.js';
import type { RecordShows } from '../../../src/domain/payout/record.js';
import { isAuthorising } from '../../../src/domain/payout/state.js';
import { changesWithin } from '../gateway/effects.js';
import { failureReason } from '../gateway/failures.js';
import { refused, repeatUntilAnswered } from '../gateway/repeat.js';
import { inVault } from '../gateway/vault.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle } from '../run/lifecycle.js';
import { isContinuing } from '../run/pace.js';
import { isRecord, isText } from '../run/shapes.js';
import { timestamp } from '../run/state.js';
import { refuseWhilePaused } from './gate.js';
import { addReading, type PayOut, read, type Reader, wantRead } from './pay-out.js';
import { answerTo, withdrawableBy } from '../gateway/money-request.js';
import type { Withdrawable } from './payout-kind.js';
import { addPiece } from './place.js';

/** An OTP that was asked for a minute ago is of no use later. */
const RESEND_WITHIN_MS = 60_000;

const OTP = 'otp';
const IN_PROGRESS = 'the gateway has not reported what became of the last OTP';
const WOULD_PAY_DENIED = 'it would also pay what a person has concluded was not paid; cancel the batch';
const NOT_READ = 'the gateway did not say whether it still waits for an OTP; submit it again';

const WHY_WITHHELD: Readonly<Record<Against, string>> = {
  cancel: 'was cancelled; its OTP is withheld until it expires',
  declined: 'was declined by an approver; its OTP is withheld until it expires',
  'not-ours': 'was not created here; its OTP is withheld',
  recovered: 'lost its run, and maybe its cancel; its OTP is withheld until a person releases it',
};

type Gateway = ActivityInterfaceFor<Activities>;

type Answer =
  | { readonly kind: 'ok'; readonly record: RecordShows | undefined }
  | { readonly kind: 'refused'; readonly message: string };

/** `not-sent`: it is not known now, and may be submitted again. */
export interface Withheld {
  readonly type: 'not-open' | 'not-sent';
  readonly detail: string;
}

/** A payout that the gateway wants an OTP for, and the calls about it. */
export interface Authorised extends Reader {
  readonly lifecycle: Pick<Lifecycle, 'pace' | 'settings' | 'given' | 'operations'>;
  /** For messages to people: "transfer". */
  readonly noun: string;
  /** The banks that the money goes to: a pause of any of them holds the OTP back. */
  readonly bankCodes: () => readonly string[];
  readonly reviewItems: () => readonly Pick<ReviewItem, 'kind'>[];
  /** How the OTP stands. */
  readonly authorization: () =>
    { readonly since: string; readonly attempts: number; readonly resentAt?: string } | undefined;
  readonly setAuthorization: (part: { readonly attempts?: number; readonly resentAt?: string }) => void;
  /** Why no OTP may be submitted, by what else was read before the request and may have changed since. */
  readonly whyWithheld?: () => Promise<Withheld | undefined>;
  /** Work that can be cancelled before a worker has started it. */
  readonly cancellable: PayOut['cancellable'];
  readonly validate: (vault: Gateway, handle: string, withdrawable: Withdrawable) => Promise<Answer>;
  readonly resend: (gateway: Gateway) => Promise<Answer>;
}

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseOtp(payout: Authorised, submission: unknown): void {
  if (!isRecord(submission) || !isText(submission.handle) || !isText(submission.taskQueue)) {
    throw refusal('invalid', 'expected the handle of an OTP');
  }
  refuseUnlessFree(payout);
}

/** Why an OTP may not be submitted now, by the rule for every request that can move money. */
function whyNot({ place, lifecycle, kind, reviewItems }: Authorised) {
  const payout = place.read();
  const { movement } = payout;
  const now = lifecycle.pace.now();
  return whyNotSend({
    step: 'authorise',
    now,
    waitedUntil: -Infinity,
    notAfter: Infinity,
    against: [...reasonsAgainst(payout), ...(isContradicted(reviewItems()) ? ['contradicted'] : [])],
    // it was approved before its request
    isApproved: true,
    checkedAt: now,
    movement,
    // the rows of a part are money of its own: what a person must look at first, or has said was not paid, its OTP would pay as well
    others: (kind.others?.() ?? []).filter(forbidsStep),
    obligation: movement.terms.asked,
    limits: [],
  });
}

/** Refuses unless the gateway waits for an OTP and none is in progress. */
function refuseUnlessFree(payout: Authorised): void {
  refuseUnlessAwaited(payout, { isReadNext: true });
  if (payout.lifecycle.operations.isOnItsWay(OTP)) throw refusal('otp-in-progress', IN_PROGRESS);
}

/** What a read of the record can lift: it was not read since the last OTP, or not lately. */
const UNREAD: readonly (WhyNot['because'] | undefined)[] = ['not-fresh', 'not-awaited'];

/** Refuses unless an OTP may be submitted, by the rule for every request that can move money. */
function refuseUnlessAwaited(payout: Authorised, { isReadNext = false } = {}): void {
  const { noun, place } = payout;
  const { state } = place.read();
  const [against] = reasonsAgainst(place.read());
  if (against !== undefined && state !== 'CANCELLED') {
    throw refusal('not-open', `the ${noun} ${WHY_WITHHELD[against]}`);
  }
  if (!isAuthorising(state)) throw refusal('otp-not-expected', `the ${noun} is ${state}`);
  const why = whyNot(payout)?.because;
  if (why === undefined || (isReadNext && UNREAD.includes(why))) return;
  if (why === 'needs-command') throw refusal('not-open', `the ${noun} gets no OTP: ${WOULD_PAY_DENIED}`);
  const isForPerson = why === 'doubtful' || why === 'against';
  if (isForPerson) throw refusal('otp-in-progress', `a person must look at the ${noun} first`);
  throw refusal('otp-in-progress', UNREAD.includes(why) ? NOT_READ : IN_PROGRESS);
}

/**
 * Submits the OTP once. Whatever the gateway replies, its record decides: a refusal may mean an incorrect code, an expired
 * one, or a payout that was already authorised.
 */
export async function submitOtp(payout: Authorised, submission: SecretPlace): Promise<void> {
  const { operations } = payout.lifecycle;
  refuseUnlessFree(payout);
  // set before the first await: a second OTP that arrives now is refused
  operations.setOnItsWay(OTP, true);
  try {
    await submitOne(payout, submission);
  } finally {
    operations.setOnItsWay(OTP, false);
  }
}

async function submitOne(payout: Authorised, { handle, taskQueue }: SecretPlace): Promise<void> {
  const { lifecycle, noun, bankCodes, place } = payout;
  const settings = await lifecycle.settings();
  const attempts = payout.authorization()?.attempts ?? 0;
  if (attempts >= settings.otpMaxAttempts) {
    throw refusal('otp-expired', `too many incorrect OTPs; the ${noun} expires at the gateway`);
  }
  refuseUnlessAwaited(payout, { isReadNext: true });
  if (UNREAD.includes(whyNot(payout)?.because)) await read(payout);
  refuseUnlessAwaited(payout);
  const withheld = await payout.whyWithheld?.();
  if (withheld) throw refusal(withheld.type, `the ${noun} gets no OTP: ${withheld.detail}`);
  // last, so that nothing that takes time comes between a pause and the request
  const targets = bankCodes().map((bankCode) => ({ queue: 'payouts', bankCode }) as const);
  await Promise.all(targets.map((target) => refuseWhilePaused(lifecycle, target)));
  // nothing is awaited from here until it is on its way: a cancel in between would not withdraw it
  refuseUnlessAwaited(payout);
  const answer = await validateOnce(payout, { handle, vault: inVault(taskQueue, settings) });
  if (answer === undefined) return whenResolved(payout);
  if (answer.kind === 'ok' && answer.record && isAnswer(answer.record)) {
    const at = lifecycle.pace.now();
    addReading(place, answer.record, { askedAt: at, answeredAt: at }, place.read().reads);
    return;
  }
  await read(payout);
  if (answer.kind === 'ok' || !isAuthorising(place.read().state)) return whenResolved(payout);
  payout.setAuthorization({ attempts: attempts + 1 });
  const left = Math.max(settings.otpMaxAttempts - attempts - 1, 0);
  throw refusal('otp-incorrect', `${answer.message}. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`);
}

/** Its reply proves a success; whatever else it says, the record decides. */
const isAnswer = ({ shows }: RecordShows) => shows === 'money' || shows === 'pending';

/** One call, from the vault that holds the OTP; undefined when it is not known what became of it. */
async function validateOnce(
  { lifecycle, place, validate, cancellable }: Authorised,
  { handle, vault }: { readonly handle: string; readonly vault: Gateway },
): Promise<Answer | undefined> {
  const { pace } = lifecycle;
  const askedAt = pace.now();
  const step = 'authorise' as const;
  const answered = (answer: Parameters<typeof addPiece>[1] & { readonly kind: 'send' }) =>
    addPiece(place, answer);
  try {
    const answer = await pace.call(() => {
      addPiece(place, { kind: 'sending', step, askedAt });
      const withdrawable = withdrawableBy({ cancellable, setWithdrawal: place.setWithdrawal });
      return validate(vault, handle, withdrawable);
    });
    const word = answer.kind === 'ok' ? ('accepted' as const) : ('refused' as const);
    answered({ kind: 'send', step, answer: word, askedAt, answeredAt: pace.now() });
    return answer;
  } catch (error) {
    if (isContinuing(error)) throw error;
    const answer = answerTo(error);
    answered({ kind: 'send', step, answer, askedAt, answeredAt: pace.now() });
    // the call did not start, or was not sent: the record is as it was
    wantRead(place);
    if (answer !== 'left') throw refusal('not-sent', failureReason(error));
    return undefined;
  } finally {
    place.setWithdrawal(undefined);
  }
}

/** Until the record shows what became of the OTP: something else, or twice that it is still awaited. */
async function whenResolved({ lifecycle, place }: Authorised): Promise<void> {
  const isStillAwaited = () => {
    const { run } = place.read().movement;
    return run?.shows === 'authorising' && isConfirmed(run);
  };
  wantRead(place);
  await lifecycle.pace.until(() => !isAuthorising(place.read().state) || isStillAwaited());
  if (isAuthorising(place.read().state)) {
    throw refusal('not-sent', 'the gateway did not process the OTP; submit it again');
  }
}

/** Refuses another OTP within the cool-down; each one makes the last one useless. */
export function refuseResend(payout: Authorised): void {
  const { lifecycle, place } = payout;
  refuseUnlessFree(payout);
  const { resentAt, since } = payout.authorization() ?? {};
  const last = Date.parse(resentAt ?? since ?? '');
  const given = lifecycle.given();
  const isUndispatched = place.read().state === 'OTP_EMAIL_DISPATCH_FAILED';
  if (!given || Number.isNaN(last) || (isUndispatched && resentAt === undefined)) return;
  const left = last + given.otpResendCooldownMs - Date.now();
  if (left > 0) throw refusal('too-soon', `ask again in ${Math.ceil(left / 1_000)} seconds`);
}

/** Asks the gateway for another OTP. A repeat only replaces the code, so a lost reply needs no check. */
export async function resendOtp(payout: Authorised): Promise<void> {
  const { lifecycle, resend } = payout;
  const settings = await lifecycle.settings();
  refuseResend(payout);
  // set before the request: a storm of requests sends one
  payout.setAuthorization({ resentAt: timestamp() });
  const notAfter = Date.now() + RESEND_WITHIN_MS;
  const outcome = await repeatUntilAnswered(
    { summary: 'Resend the OTP', notAfter, send: () => resend(changesWithin(notAfter - Date.now())) },
    { pace: lifecycle.pace, settings },
  );
  if (outcome.kind !== 'answered') throw refused(outcome);
  await read(payout);
  if (outcome.answer.kind === 'refused') throw refusal('refused', outcome.answer.message);
}
