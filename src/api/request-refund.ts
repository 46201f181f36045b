import type { Response } from 'express';
import { refunds as REFUNDS } from '../../workflows/lifecycles.js';
import { InProgressError, NotFoundError, type OwareClient } from '../client/client.js';
import type { RefundRequest, RefundsSnapshot } from '../domain/refund/refund.js';
import { toRefund } from '../domain/refund/view.js';
import { setLogLifecycle } from './request-log.js';

/** Requests a refund of a transaction, and replies with it: created, existing, or still in progress. */
export async function requestRefund(
  { refunds }: OwareClient,
  response: Response,
  {
    transactionReference,
    request,
  }: { readonly transactionReference: string; readonly request: RefundRequest },
): Promise<void> {
  const { refundReference: reference } = request;
  setLogLifecycle(response, { lifecycle: REFUNDS.prefix, reference: transactionReference });
  const query = `transactionReference=${encodeURIComponent(transactionReference)}`;
  response.location(`${REFUNDS.path}/${reference}?${query}`);
  const viewOf = (snapshot: RefundsSnapshot | undefined) =>
    (snapshot && toRefund(snapshot, reference)) ?? { reference, transactionReference };
  try {
    const { isNew, snapshot } = await refunds.request(transactionReference, request);
    response.status(isNew ? 201 : 200).json(viewOf(snapshot));
  } catch (error) {
    if (!(error instanceof InProgressError)) throw error;
    const snapshot = await refunds.get(transactionReference).catch(ignoreUnread);
    response.status(202).json({ ...viewOf(snapshot), retry: 'same-reference' });
  }
}

function ignoreUnread(error: unknown): undefined {
  if (error instanceof InProgressError || error instanceof NotFoundError) return undefined;
  throw error;
}
