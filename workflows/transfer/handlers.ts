import { isAuthorising, isEnded, type TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { cancelOf } from '../shared/messages.js';
import { registerApprovalHandlers } from '../shared/payout/approval.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { refuseOtp, refuseResend, resendOtp, submitOtp } from '../shared/payout/otp.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import type { TransferLifecycle } from './lifecycle.js';
import { TRANSFER } from './messages.js';
import { otpOf } from './otp.js';

export function registerHandlers(lifecycle: TransferLifecycle): void {
  const { commands } = TRANSFER;
  const answer = () => lifecycle.subject().snapshot();
  const otp = otpOf(lifecycle);

  registerCommonHandlers(lifecycle, {
    ...TRANSFER,
    authorize: (command) => authorizeDecision(lifecycle, command),
    onResolved: (transfer, command, { kind }) => transfer.onResolved(command, kind),
  });
  registerApprovalHandlers(lifecycle, TRANSFER);

  registerCommand(lifecycle, cancelOf<TransferSnapshot>(), {
    refuse: () => refuseEnded(lifecycle),
    execute: () => cancelTransfer(lifecycle),
    answer,
    description: 'Cancel the transfer, if it was not sent; withhold its OTP, if it waits for one.',
  });

  registerCommand(lifecycle, commands.submitOtp, {
    refuse: (submission) => refuseOtp(otp, submission),
    execute: (submission) => submitOtp(otp, submission),
    answer,
    description: 'Submit the OTP from the e-mail.',
  });

  registerCommand(lifecycle, commands.resendOtp, {
    refuse: () => refuseResend(otp),
    execute: () => resendOtp(otp),
    answer,
    description: 'Ask the gateway for another OTP.',
  });
}

function refuseEnded(lifecycle: TransferLifecycle): void {
  const { state, sentAt } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state === 'CANCELLED' || isAuthorising(state)) return;
  if (isEnded(state)) throw refusal('not-open', `the transfer is ${state}`);
  if (sentAt !== undefined) throw refusal('not-open', 'the transfer was already sent');
}

/**
 * Cancels what was not sent. A transfer that waits for its OTP cannot be withdrawn: Oware withholds the OTP, and it is
 * cancelled once it has expired at the gateway.
 */
async function cancelTransfer(lifecycle: TransferLifecycle): Promise<TransferSnapshot> {
  const transfer = await lifecycle.whenReady();
  if (transfer.isUnsent()) transfer.change({ unwanted: 'the merchant cancelled it' });
  await lifecycle.pace.until(() => !transfer.isUnsent());
  const { state } = transfer.snapshot();
  if (isAuthorising(state)) transfer.changeAuthorization({ withheld: true });
  else if (state !== 'CANCELLED') throw refusal('not-open', `the transfer was already sent: it is ${state}`);
  return transfer.snapshot();
}
