import type { Settings } from '../../src/config/settings.js';
import type { SecretPlace } from '../../src/domain/secret-place.js';
import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { judge, type TransferRecord } from '../../src/domain/transfer/verdict.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { refused, repeatUntilAnswered } from '../shared/gateway/repeat.js';
import { inVault } from '../shared/gateway/vault.js';
import { refusal } from '../shared/run/commands.js';
import { refuseWhilePaused } from '../shared/payout/gate.js';
import { isContinuing } from '../shared/run/pace.js';
import { isRecord, isText } from '../shared/run/shapes.js';
import { timestamp } from '../shared/run/state.js';
import { read } from './checks.js';
import { awaitEvent, type TransferLifecycle } from './lifecycle.js';

/** An OTP that was asked for a minute ago is of no use later. */
const RESEND_WITHIN_MS = 60_000;

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseOtp(lifecycle: TransferLifecycle, submission: unknown): void {
  if (!isRecord(submission) || !isText(submission.handle) || !isText(submission.taskQueue)) {
    throw refusal('invalid', 'expected the handle of an OTP');
  }
  refuseUnlessAwaited(lifecycle);
}

/** Refuses unless the gateway waits for an OTP and none is in progress. */
function refuseUnlessAwaited(lifecycle: TransferLifecycle): void {
  const { state, authorization } = lifecycle.subject().snapshot();
  if (authorization?.withheld && state !== 'CANCELLED') {
    throw refusal('not-open', 'the transfer was cancelled; its OTP is withheld until it expires');
  }
  if (state !== 'PENDING_AUTHORIZATION' && state !== 'OTP_EMAIL_DISPATCH_FAILED') {
    throw refusal('otp-not-expected', `the transfer is ${state}`);
  }
  if (authorization?.unresolvedSince !== undefined) {
    throw refusal('otp-in-progress', 'the gateway has not reported what became of the last OTP');
  }
}

/**
 * Submits the OTP once. Whatever the gateway replies, its status decides: a refusal may mean an incorrect code, an
 * expired one, or a transfer that was already authorised.
 */
export async function submitOtp(
  lifecycle: TransferLifecycle,
  { handle, taskQueue }: SecretPlace,
): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  refuseUnlessAwaited(lifecycle);
  const { terms, authorization } = transfer.snapshot();
  const attempts = authorization?.attempts ?? 0;
  // set before the first await: a second OTP that arrives now is refused
  transfer.changeAuthorization({ unresolvedSince: timestamp() });
  const settings = await lifecycle.settings();
  if (attempts >= settings.otpMaxAttempts) {
    transfer.resolveOtp();
    throw refusal('otp-expired', 'too many incorrect OTPs; the transfer expires at the gateway');
  }
  await refuseWhilePaused(lifecycle, { queue: 'payouts', bankCode: terms.destination.bankCode }).catch(
    (error: unknown) => {
      // the code was not used
      transfer.resolveOtp();
      throw error;
    },
  );
  const answer = await validate(lifecycle, { handle, taskQueue }, settings);
  if (answer === 'unknown') return whenResolved(lifecycle);
  return answer.kind === 'ok'
    ? acceptOtp(lifecycle, answer.body)
    : weighRefusal(lifecycle, answer.message, attempts + 1);
}

/** One call, from the vault that holds the OTP. */
async function validate(
  lifecycle: TransferLifecycle,
  { handle, taskQueue }: SecretPlace,
  settings: Settings,
) {
  const transfer = lifecycle.subject();
  const { reference } = transfer.snapshot().terms;
  const summary = { summary: 'Submit the OTP' };
  try {
    return await lifecycle.pace.call(() =>
      inVault(taskQueue, settings).validateTransferOtp.executeWithOptions(summary, [{ reference, handle }]),
    );
  } catch (error) {
    const kind = isContinuing(error) ? undefined : failureKind(error);
    if (kind === 'outcome-unknown' || kind === 'contract-violated') return 'unknown';
    // the call did not start, or was not sent
    transfer.resolveOtp();
    throw kind === undefined ? error : refusal('not-sent', failureReason(error));
  }
}

/** The gateway took the OTP. Its reply proves a success; whatever else it says, the status decides. */
async function acceptOtp(
  lifecycle: TransferLifecycle,
  reply: TransferRecord & { readonly sessionId?: string | null | undefined },
): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const reading = reply.reference === terms.reference ? judge(terms, reply) : undefined;
  const isProof = reading?.kind === 'pending' || (reading?.kind === 'end' && reading.to === 'SUCCESS');
  if (!reading || !isProof) return whenResolved(lifecycle);
  transfer.resolveOtp();
  if (reply.sessionId) transfer.change({ sessionId: reply.sessionId });
  transfer.apply(reading).forEach(lifecycle.notify);
  await awaitEvent(lifecycle);
  return transfer.snapshot();
}

/** Reads the status after a refusal: it covers an incorrect OTP, an expired one, and an authorised transfer. */
async function weighRefusal(
  lifecycle: TransferLifecycle,
  message: string,
  attempts: number,
): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const reading = await read(lifecycle);
  if (reading.kind === 'none' || reading.kind === 'absent' || reading.kind === 'doubt') {
    return whenResolved(lifecycle);
  }
  transfer.resolveOtp();
  transfer.apply(reading).forEach(lifecycle.notify);
  if (reading.kind !== 'authorization') return transfer.snapshot();
  transfer.changeAuthorization({ attempts });
  const { otpMaxAttempts } = await lifecycle.settings();
  const left = Math.max(otpMaxAttempts - attempts, 0);
  throw refusal('otp-incorrect', `${message}. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`);
}

/** The reply was lost: the main loop checks until the status shows what became of the OTP. */
async function whenResolved(lifecycle: TransferLifecycle): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const isWaiting = () => transfer.snapshot().authorization?.unresolvedSince !== undefined;
  transfer.changeAuthorization({ waitingSeen: 0 });
  await lifecycle.pace.until(() => !isWaiting());
  if (transfer.snapshot().state === 'PENDING_AUTHORIZATION') {
    throw refusal('not-sent', 'the gateway did not process the OTP; submit it again');
  }
  return transfer.snapshot();
}

/** Refuses another OTP within the cool-down; each one makes the last one useless. */
export function refuseResend(lifecycle: TransferLifecycle): void {
  refuseUnlessAwaited(lifecycle);
  const { resentAt, since } = lifecycle.subject().snapshot().authorization ?? {};
  const last = Date.parse(resentAt ?? since ?? '');
  const given = lifecycle.given();
  const isFailed = lifecycle.subject().snapshot().state === 'OTP_EMAIL_DISPATCH_FAILED';
  if (!given || Number.isNaN(last) || (isFailed && resentAt === undefined)) return;
  const left = last + given.otpResendCooldownMs - Date.now();
  if (left > 0) throw refusal('too-soon', `ask again in ${Math.ceil(left / 1_000)} seconds`);
}

/** Asks the gateway for another OTP. A repeat only replaces the code, so a lost reply needs no check. */
export async function resendOtp(lifecycle: TransferLifecycle): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const settings = await lifecycle.settings();
  refuseResend(lifecycle);
  const { reference } = transfer.snapshot().terms;
  // set before the request: a storm of requests sends one
  transfer.changeAuthorization({ resentAt: timestamp() });
  const notAfter = Date.now() + RESEND_WITHIN_MS;
  const outcome = await repeatUntilAnswered(
    {
      summary: 'Resend the OTP',
      notAfter,
      send: () =>
        changesWithin(notAfter - Date.now()).resendTransferOtp.executeWithOptions(
          { summary: 'Resend the OTP' },
          [{ reference }],
        ),
    },
    { pace: lifecycle.pace, settings },
  );
  if (outcome.kind !== 'answered') throw refused(outcome);
  const { answer } = outcome;
  transfer.apply(await read(lifecycle)).forEach(lifecycle.notify);
  if (answer.kind !== 'ok') throw refusal('refused', answer.message);
  return transfer.snapshot();
}
