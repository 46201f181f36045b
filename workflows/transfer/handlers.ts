import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { cancelOf } from '../shared/messages.js';
import { refuseOtp, refuseResend, resendOtp, submitOtp } from '../shared/payout/authorise.js';
import { registerPayoutHandlers, registerCancel } from '../shared/payout/single-handlers.js';
import { registerCommand } from '../shared/run/handlers.js';
import { transferKind } from './kind.js';
import type { TransferLifecycle } from './lifecycle.js';
import { TRANSFER } from './messages.js';
import { otpOf } from './otp.js';

export function registerHandlers(lifecycle: TransferLifecycle): void {
  const { commands } = TRANSFER;
  const answer = () => lifecycle.subject().snapshot();
  const kind = () => transferKind(lifecycle);

  registerPayoutHandlers(lifecycle, TRANSFER, kind);

  registerCancel(lifecycle, cancelOf<TransferSnapshot>(), {
    noun: TRANSFER.noun,
    kind,
    description: 'Cancel the transfer, if it was not sent; withhold its OTP, if it waits for one.',
  });

  registerCommand(lifecycle, commands.submitOtp, {
    refuse: (submission) => refuseOtp(otpOf(lifecycle), submission),
    execute: async (submission) => {
      await submitOtp(otpOf(lifecycle), submission);
      return answer();
    },
    answer,
    description: 'Submit the OTP from the e-mail.',
  });

  registerCommand(lifecycle, commands.resendOtp, {
    refuse: () => refuseResend(otpOf(lifecycle)),
    execute: async () => {
      await resendOtp(otpOf(lifecycle));
      return answer();
    },
    answer,
    description: 'Ask the gateway for another OTP.',
  });
}
