import { ApplicationFailure, setCurrentDetails, setHandler, sleep } from '@temporalio/workflow';
import { claimedUntil } from '../../../src/domain/batch/rows-claim.js';
import { isReference } from '../../../src/domain/reference.js';
import { REFUSED_INPUT } from '../../shared/messages.js';
import { isRecord, isText } from '../../shared/run/shapes.js';
import { claim, type RowsClaimInput } from './messages.js';

/** Bounds the state. The first one stays. */
const MOST_BATCHES = 100;

/**
 * Remembers which batches have these payments, until none was asked for, or to be sent, in the last seven days, nor may still be sent: a second batch with the same ones is
 * the same payroll under another name, or meant twice. Only the first claim starts it, so its input names the owner.
 */
export async function claimRows(input: RowsClaimInput): Promise<string> {
  const owner = ownerIn(input);
  let until = claimedUntil(Date.now());
  const batches = [owner];
  const renew = (batch: unknown, startAt?: unknown, notAfter?: unknown) => {
    // a retry, or a batch that is meant twice, pays them once more
    until = Math.max(
      until,
      claimedUntil(Date.now(), { startAt: textIn(startAt), notAfter: textIn(notAfter) }),
    );
    // a client of an earlier version does not say who it is
    if (!isText(batch)) return owner;
    if (!batches.includes(batch)) batches.push(batch);
    if (batches.length > MOST_BATCHES) batches.splice(1, 1);
    return batches.slice(0, batches.indexOf(batch));
  };
  setHandler(claim, renew, { description: 'Returns the batches that have claimed the payments before.' });
  setCurrentDetails(`- Payments of batch \`${owner}\``);
  for (let left = until - Date.now(); left > 0; left = until - Date.now()) await sleep(left);
  return owner;
}

/** Clients of an earlier version do not give all of them. */
const textIn = (given: unknown) => (isText(given) ? given : '');

/** Clients of Temporal are not bound by our types. */
function ownerIn(input: unknown): string {
  const owner = isRecord(input) ? input.owner : undefined;
  if (isText(owner) && isReference(owner)) return owner;
  throw ApplicationFailure.nonRetryable('Input refused: owner: expected a reference', REFUSED_INPUT);
}
