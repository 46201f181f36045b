import type { SecretPlace } from '../../src/domain/secret-place.js';
import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { refused, repeatUntilAnswered } from '../shared/gateway/repeat.js';
import { inVault } from '../shared/gateway/vault.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import { isRecord, isText } from '../shared/run/shapes.js';
import { timestamp } from '../shared/run/state.js';
import { read } from './checks.js';
import type { TransferLifecycle } from './lifecycle.js';

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
  transfer.changeAuthorization({ unresolvedSince: timestamp(), waitingSeen: 0 });
  const settings = await lifecycle.settings();
  if (attempts >= settings.otpMaxAttempts) {
    transfer.resolveOtp();
    throw refusal('otp-expired', 'too many incorrect OTPs; the transfer expires at the gateway');
  }
  const { reference } = terms;
  let message = '';
  try {
    const answer = await lifecycle.pace.call(() =>
      inVault(taskQueue, settings).validateTransferOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
        { reference, handle },
      ]),
    );
    if (answer.kind !== 'ok') message = answer.message;
  } catch (error) {
    if (isContinuing(error)) {
      // the call did not start
      transfer.resolveOtp();
      throw error;
    }
    const kind = failureKind(error);
    if (kind === 'outcome-unknown' || kind === 'contract-violated') return whenResolved(lifecycle);
    transfer.resolveOtp();
    throw refusal('not-sent', failureReason(error));
  }
  return concludeOtp(lifecycle, { message, attempts: attempts + 1 });
}

/** Reads the status after a reply. */
async function concludeOtp(
  lifecycle: TransferLifecycle,
  { message, attempts }: { readonly message: string; readonly attempts: number },
): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const reading = await read(lifecycle);
  if (reading.kind === 'none' || reading.kind === 'absent' || reading.kind === 'doubt') {
    return whenResolved(lifecycle);
  }
  const isWaiting = reading.kind === 'authorization';
  // accepted, but the status does not show it yet
  if (isWaiting && message === '') return whenResolved(lifecycle);
  transfer.resolveOtp();
  transfer.apply(reading).forEach(lifecycle.notify);
  if (!isWaiting) return transfer.snapshot();
  transfer.changeAuthorization({ attempts });
  const { otpMaxAttempts } = await lifecycle.settings();
  const left = Math.max(otpMaxAttempts - attempts, 0);
  throw refusal('otp-incorrect', `${message}. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`);
}

/** The reply was lost: the main loop checks until the status shows what became of the OTP. */
async function whenResolved(lifecycle: TransferLifecycle): Promise<TransferSnapshot> {
  const transfer = lifecycle.subject();
  const isWaiting = () => transfer.snapshot().authorization?.unresolvedSince !== undefined;
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
