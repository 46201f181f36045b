import { refuseOtp, refuseResend, resendOtp, submitOtp } from '../shared/payout/authorise.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { openSend } from '../shared/gateway/open-send.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { decide, refuseDecision } from './decide.js';
import type { PartLifecycle } from './lifecycle.js';
import { BATCH_PART } from './messages.js';
import { otpOf } from './otp.js';
import { syncRowItems } from './rows.js';

export function registerHandlers(lifecycle: PartLifecycle): void {
  const { commands } = BATCH_PART;
  const answer = () => lifecycle.subject().inWebhooks();

  registerCommonHandlers(lifecycle, {
    ...BATCH_PART,
    authorize: async (command) => {
      const by = await authorizeDecision(lifecycle, command);
      // rows that have become due meanwhile are not counted with those that the person saw
      syncRowItems(lifecycle);
      return by;
    },
    refuse: (command, item) => refuseDecision(lifecycle, command, item),
    onResolved: (_part, command, item) => decide(lifecycle, command, item),
    // what it reports of a row is read before anything more is sent
    onEvent: () => {
      const isAboutRow = lifecycle.inbox.waiting().some(({ kind }) => kind === 'disbursement');
      if (isAboutRow && lifecycle.isReady()) lifecycle.subject().withdraw();
    },
    openOperations: () => {
      const { request, order, epoch } = lifecycle.subject().snapshot();
      if (order?.kind !== 'send' && !request.movement.left) return [];
      return openSend(request, Date.parse(order?.kind === 'send' ? order.notAfter : epoch));
    },
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
