import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { judge, type TransferRecord } from '../../src/domain/transfer/verdict.js';
import type { OtpPayout } from '../shared/payout/otp.js';
import { read } from './checks.js';
import { awaitEvent, type TransferLifecycle } from './lifecycle.js';

/** The OTP of a transfer. */
export function otpOf(lifecycle: TransferLifecycle): OtpPayout<TransferSnapshot> {
  const state = () => lifecycle.subject().snapshot().state;
  const terms = () => lifecycle.subject().snapshot().terms;
  return {
    lifecycle,
    noun: 'transfer',
    isAwaited: () => state() === 'PENDING_AUTHORIZATION' || state() === 'OTP_EMAIL_DISPATCH_FAILED',
    isUndispatched: () => state() === 'OTP_EMAIL_DISPATCH_FAILED',
    bankCodes: () => [terms().destination.bankCode],
    validate: async (vault, handle) => {
      const { reference } = terms();
      const summary = { summary: 'Submit the OTP' };
      const answer = await vault.validateTransferOtp.executeWithOptions(summary, [{ reference, handle }]);
      if (answer.kind !== 'ok') return { kind: 'refused', message: answer.message };
      return { kind: 'taken', apply: proofIn(lifecycle, answer.body) };
    },
    resend: (gateway) => {
      const { reference } = terms();
      return gateway.resendTransferOtp.executeWithOptions({ summary: 'Resend the OTP' }, [{ reference }]);
    },
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

/** The reply proves a success; whatever else it says, the status decides. */
function proofIn(
  lifecycle: TransferLifecycle,
  reply: TransferRecord & { readonly sessionId?: string | null | undefined },
): (() => Promise<void>) | undefined {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const reading = reply.reference === terms.reference ? judge(terms, reply) : undefined;
  const isProof = reading?.kind === 'pending' || (reading?.kind === 'end' && reading.to === 'SUCCESS');
  if (!reading || !isProof) return undefined;
  return () => {
    if (reply.sessionId) transfer.change({ sessionId: reply.sessionId });
    transfer.apply(reading).forEach(lifecycle.notify);
    return awaitEvent(lifecycle);
  };
}
