import type { Response } from 'express';
import { refunds as REFUNDS } from '../../workflows/lifecycles.js';
import { InProgressError, NotFoundError } from '../client/client.js';
import { grantedTerms, type RefundRequest, type RefundsSnapshot } from '../domain/refund/refund.js';
import { toRefund } from '../domain/refund/view.js';
import type { RouteDeps } from './lifecycle-routes.js';
import { setLogLifecycle } from './request-log.js';

/** Requests a refund of a transaction, and replies with it: created, existing, or still in progress. */
export async function requestRefund(
  { oware: { refunds }, grants }: Pick<RouteDeps, 'oware' | 'grants'>,
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
    const target = { kind: REFUNDS, reference: transactionReference };
    const terms = grantedTerms(transactionReference, request);
    const maker = grants?.sign(response, { action: 'create', ...target, terms });
    const signed = { ...request, ...(maker && { maker }) };
    const { isNew, snapshot } = await refunds.request(transactionReference, signed);
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
