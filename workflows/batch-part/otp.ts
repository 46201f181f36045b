import type { PartSnapshot } from '../../src/domain/batch/batch-part.js';
import { partReference } from '../../src/domain/reference.js';
import type { OtpPayout } from '../shared/payout/otp.js';
import { type CheckedRows, checkRows } from './checks.js';
import { applyCheck, setAuthorised, shownOf } from './follow.js';
import type { PartLifecycle } from './lifecycle.js';

/** The gateway's words for an authorised batch. */
const AUTHORISED: readonly string[] = ['AWAITING_PROCESSING', 'IN_PROGRESS', 'COMPLETED'];

interface Reply {
  readonly batchReference: string;
  readonly batchStatus: string;
}

/** The OTP of a part: it authorises all its rows. */
export function otpOf(lifecycle: PartLifecycle): OtpPayout<PartSnapshot, Reply> {
  const batchReference = () => {
    const { batch, part } = lifecycle.subject().snapshot().terms;
    return partReference(batch, part);
  };
  return {
    lifecycle,
    noun: 'part',
    isAwaited: () => lifecycle.subject().snapshot().state === 'PENDING_AUTHORIZATION',
    isUndispatched: () => false,
    bankCodes: () => [
      ...new Set(
        lifecycle
          .subject()
          .rowsIn('PENDING')
          .map(({ bankCode }) => bankCode),
      ),
    ],
    validate: (vault, handle) =>
      vault.validateBatchOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
        // the gateway expects the batch reference under this name here
        { reference: batchReference(), handle },
      ]),
    readReply: ({ batchReference: named, batchStatus }) => {
      const isProof = named === batchReference() && AUTHORISED.includes(batchStatus);
      return { shown: isProof ? 'decided' : 'nothing', apply: () => setAuthorised(lifecycle) };
    },
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
