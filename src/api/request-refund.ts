import type { Response } from 'express';
import { refunds as REFUNDS } from '../../workflows/lifecycles.js';
import { requestRefund } from '../client/request-refund.js';
import { grantedTerms, type RefundRequest } from '../domain/refund/refund.js';
import { toRefund } from '../domain/refund/view.js';
import type { RouteDeps } from './lifecycle-routes.js';
import { setLogLifecycle } from './request-log.js';

/** Of a request for a refund. */
export const REFUND_PROBLEMS = [
  'reference-conflict',
  'not-refundable',
  'below-minimum',
  'destination-required',
  'refund-exceeds-payment',
  'not-sent',
  'refused',
] as const;

const STATUS = { new: 201, existing: 200, 'in-progress': 202 } as const;

/** Requests a refund of a transaction, and replies with it: created, existing, or still in progress. */
export async function replyWithRefund(
  { oware, grants }: Pick<RouteDeps, 'oware' | 'grants'>,
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
  const target = { kind: REFUNDS, reference: transactionReference };
  const terms = grantedTerms(transactionReference, request);
  const maker = grants?.sign(response, { action: 'create', ...target, terms });
  const signed = { ...request, ...(maker && { maker }) };
  const { kind, snapshot } = await requestRefund(oware, transactionReference, signed);
  const view = (snapshot && toRefund(snapshot, reference)) ?? { reference, transactionReference };
  response.status(STATUS[kind]).json({ ...view, ...(kind === 'in-progress' && { retry: 'same-reference' }) });
}
