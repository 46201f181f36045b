import { authorizeDecision } from '../shared/payout/decisions.js';
import { refuseOtp, refuseResend, resendOtp, submitOtp } from '../shared/payout/otp.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import type { PartLifecycle } from './lifecycle.js';
import { BATCH_PART } from './messages.js';
import { otpOf } from './otp.js';

export function registerHandlers(lifecycle: PartLifecycle): void {
  const { commands } = BATCH_PART;
  const answer = () => lifecycle.subject().inWebhooks();
  const otp = otpOf(lifecycle);

  registerCommonHandlers(lifecycle, {
    ...BATCH_PART,
    authorize: (command) => authorizeDecision(lifecycle, command),
    onResolved: (part, command) => part.onResolved(command),
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
