import type { RecordShows } from '../../src/domain/payout/record.js';
import { partReference } from '../../src/domain/reference.js';
import { inScope } from '../shared/gateway/money-request.js';
import type { Authorised } from '../shared/payout/authorise.js';
import { banksOf } from './kind.js';
import type { PartLifecycle } from './lifecycle.js';
import { createReader, whyRetryWithheld } from './pay.js';
import { unlessPaused } from '../shared/gateway/send-options.js';

/** The gateway's words for an authorised batch. */
const AUTHORISED: readonly string[] = ['AWAITING_PROCESSING', 'IN_PROGRESS', 'COMPLETED'];

/** The OTP of a part: it authorises all its rows. */
export function otpOf(lifecycle: PartLifecycle): Authorised {
  const part = lifecycle.subject();
  const { batch, part: number } = part.snapshot().terms;
  const batchReference = partReference(batch, number);
  return {
    ...createReader(lifecycle),
    lifecycle,
    noun: 'part',
    whyWithheld: () => whyRetryWithheld(lifecycle),
    cancellable: inScope,
    bankCodes: () => banksOf(part.rowsToSend()),
    reviewItems: () => part.snapshot().review,
    authorization: () => part.snapshot().authorization,
    setAuthorization: (changed) => {
      const { authorization } = part.snapshot();
      if (authorization) part.change({ authorization: { ...authorization, ...changed } });
    },
    validate: async (vault, handle, withdrawable) => {
      const answer = await withdrawable(() =>
        vault.validateBatchOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
          // the gateway expects the batch reference under this name here
          { reference: batchReference, handle },
          unlessPaused(banksOf(lifecycle.subject().rowsToSend())),
        ]),
      );
      return answer.kind === 'ok'
        ? { kind: 'ok', record: shownBy(answer.body, batchReference) }
        : { kind: 'refused', message: answer.message };
    },
    resend: async (gateway) => {
      const answer = await gateway.resendBatchOtp.executeWithOptions({ summary: 'Resend the OTP' }, [
        { batchReference },
      ]);
      return answer.kind === 'ok'
        ? { kind: 'ok', record: undefined }
        : { kind: 'refused', message: answer.message };
    },
  };
}

function shownBy(
  { batchReference, batchStatus }: { readonly batchReference: string; readonly batchStatus: string },
  expected: string,
): RecordShows | undefined {
  if (batchReference !== expected || !AUTHORISED.includes(batchStatus)) return undefined;
  return { shows: 'pending', word: 'PENDING', observed: 'the part was authorised' };
}
