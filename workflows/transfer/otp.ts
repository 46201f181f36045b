import { inScope } from '../shared/gateway/money-request.js';
import { createReader } from '../shared/payout/single-run.js';
import type { Authorised } from '../shared/payout/authorise.js';
import { unlessPaused } from '../shared/gateway/send-options.js';
import { learn, transferKind } from './kind.js';
import type { TransferLifecycle } from './lifecycle.js';

/** The OTP of a transfer. */
export function otpOf(lifecycle: TransferLifecycle): Authorised {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const { reference, destination } = terms;
  return {
    ...createReader(lifecycle, transferKind(lifecycle)),
    lifecycle,
    noun: 'transfer',
    cancellable: inScope,
    bankCodes: () => [destination.bankCode],
    reviewItems: () => transfer.snapshot().review,
    authorization: () => transfer.snapshot().authorization,
    setAuthorization: (part) => {
      const { authorization } = transfer.snapshot();
      if (authorization) transfer.change({ authorization: { ...authorization, ...part } });
    },
    validate: async (vault, handle, withdrawable) => {
      const answer = await withdrawable(() =>
        vault.validateTransferOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
          { reference, handle },
          unlessPaused([destination.bankCode]),
        ]),
      );
      return answer.kind === 'ok'
        ? { kind: 'ok', record: learn(lifecycle, answer.body) }
        : { kind: 'refused', message: answer.message };
    },
    resend: async (gateway) => {
      const answer = await gateway.resendTransferOtp.executeWithOptions({ summary: 'Resend the OTP' }, [
        { reference },
      ]);
      return answer.kind === 'ok'
        ? { kind: 'ok', record: undefined }
        : { kind: 'refused', message: answer.message };
    },
  };
}
