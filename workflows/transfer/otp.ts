import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { judge, type TransferRecord } from '../../src/domain/transfer/verdict.js';
import type { OtpPayout } from '../shared/payout/otp.js';
import { read } from './checks.js';
import { awaitEvent, type TransferLifecycle } from './lifecycle.js';

type Reply = TransferRecord & { readonly sessionId?: string | null | undefined };

/** The OTP of a transfer. */
export function otpOf(lifecycle: TransferLifecycle): OtpPayout<TransferSnapshot, Reply> {
  const state = () => lifecycle.subject().snapshot().state;
  const reference = () => lifecycle.subject().snapshot().terms.reference;
  return {
    lifecycle,
    noun: 'transfer',
    bankCodes: () => [lifecycle.subject().snapshot().terms.destination.bankCode],
    isAwaited: () => state() === 'PENDING_AUTHORIZATION' || state() === 'OTP_EMAIL_DISPATCH_FAILED',
    isUndispatched: () => state() === 'OTP_EMAIL_DISPATCH_FAILED',
    validate: (vault, handle) =>
      vault.validateTransferOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
        { reference: reference(), handle },
      ]),
    // its reply proves a success; whatever else it says, the status decides
    readReply: (reply) => {
      const transfer = lifecycle.subject();
      const { terms } = transfer.snapshot();
      const reading = reply.reference === terms.reference ? judge(terms, reply) : undefined;
      const isProof = reading?.kind === 'pending' || (reading?.kind === 'end' && reading.to === 'SUCCESS');
      return {
        shown: isProof ? 'decided' : 'nothing',
        apply: async () => {
          if (reply.sessionId) transfer.change({ sessionId: reply.sessionId });
          if (reading) transfer.apply(reading).forEach(lifecycle.notify);
          await awaitEvent(lifecycle);
        },
      };
    },
    resend: (gateway) =>
      gateway.resendTransferOtp.executeWithOptions({ summary: 'Resend the OTP' }, [
        { reference: reference() },
      ]),
    readStatus: async () => {
      const reading = await read(lifecycle);
      const isRead = reading.kind === 'end' || reading.kind === 'pending';
      return {
        shown: isRead ? 'decided' : reading.kind === 'authorization' ? 'waiting' : 'nothing',
        apply: () => lifecycle.subject().apply(reading).forEach(lifecycle.notify),
      };
    },
  };
}
