import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import type { OtpPayout } from '../shared/payout/otp.js';
import { read } from './checks.js';
import type { TransferLifecycle } from './lifecycle.js';

/** The OTP of a transfer. */
export function otpOf(lifecycle: TransferLifecycle): OtpPayout<TransferSnapshot> {
  const state = () => lifecycle.subject().snapshot().state;
  const reference = () => lifecycle.subject().snapshot().terms.reference;
  return {
    lifecycle,
    noun: 'transfer',
    isAwaited: () => state() === 'PENDING_AUTHORIZATION' || state() === 'OTP_EMAIL_DISPATCH_FAILED',
    isUndispatched: () => state() === 'OTP_EMAIL_DISPATCH_FAILED',
    validate: (vault, handle) =>
      vault.validateTransferOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
        { reference: reference(), handle },
      ]),
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
