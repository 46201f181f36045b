import type { PartSnapshot } from '../../src/domain/batch/batch-part.js';
import { partReference } from '../../src/domain/reference.js';
import type { OtpPayout } from '../shared/payout/otp.js';
import { type CheckedRows, checkRows } from './checks.js';
import { applyCheck, shownOf } from './follow.js';
import type { PartLifecycle } from './lifecycle.js';

/** The OTP of a part: it authorises all its rows. */
export function otpOf(lifecycle: PartLifecycle): OtpPayout<PartSnapshot> {
  const batchReference = () => {
    const { batch, part } = lifecycle.subject().snapshot().terms;
    return partReference(batch, part);
  };
  return {
    lifecycle,
    noun: 'part',
    pausedBy: { queue: 'payouts' },
    isAwaited: () => lifecycle.subject().snapshot().state === 'PENDING_AUTHORIZATION',
    isUndispatched: () => false,
    validate: (vault, handle) =>
      vault.validateBatchOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
        // the gateway expects the batch reference under this name here
        { reference: batchReference(), handle },
      ]),
    resend: (gateway) =>
      gateway.resendBatchOtp.executeWithOptions({ summary: 'Resend the OTP' }, [
        { batchReference: batchReference() },
      ]),
    readStatus: async () => {
      const checked: CheckedRows = await checkRows(lifecycle);
      const settings = await lifecycle.settings();
      return { shown: shownOf(checked), apply: () => applyCheck(lifecycle, checked, settings) };
    },
  };
}
