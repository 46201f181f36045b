import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { refunds as REFUNDS } from '../../../workflows/lifecycles.js';
import { isReference, originOf } from '../../domain/reference.js';
import { grantedTerms, type RefundsSnapshot } from '../../domain/refund/refund.js';
import { toRefund, toRefunds } from '../../domain/refund/view.js';
import { ACTIONS, orClosed, readDecision } from '../approval-routes.js';
import { readCommand } from '../command.js';
import { signDecision } from '../grants.js';
import { createReadLimit, readWait, resolution, type RouteDeps } from '../lifecycle-routes.js';
import { parse } from '../parse.js';
import { Problem } from '../problem.js';
import { readRefundRequest, transactionReference } from '../refund-request.js';
import { setLogLifecycle } from '../request-log.js';
import { requestRefund } from '../request-refund.js';

const ofTransaction = z.object({ transactionReference });
const ofAny = z.object({ transactionReference: transactionReference.optional() });

/** Refunds are addressed by their own reference, while their workflow is the transaction's. */
export function refundRoutes({ oware, grants }: RouteDeps): Router {
  const { refunds, readFromGateway } = oware;
  const router = Router();
  const countRead = createReadLimit();

  router.param('reference', (_request, _response, next, reference: string) => {
    const isPossible = isReference(reference) || originOf(reference).kind === 'refund';
    if (!isPossible) throw new Problem('not-found', 'No refund has this reference.');
    next();
  });

  router.post('/', async (request, response) => {
    const { transactionReference: of, terms } = readRefundRequest(
      request.body,
      request.get('idempotency-key'),
    );
    await requestRefund({ oware, grants }, response, { transactionReference: of, request: terms });
  });

  router.get('/', async (request, response) => {
    const { transactionReference: of } = parse(ofTransaction, request.query);
    setLogLifecycle(response, { lifecycle: REFUNDS.prefix, reference: of });
    response.json(toRefunds(await refunds.get(of)));
  });

  router.get('/:reference', async (request, response) => {
    const of = await transactionOf(request, response);
    const waitMs = readWait(request.query.wait);
    const snapshot = await (waitMs === 0 ? refunds.get(of) : refunds.waitForChange(of, waitMs));
    response.json(viewOf(snapshot, request));
  });

  router.post('/:reference/confirm', async (request, response) => {
    const of = await transactionOf(request, response);
    response.json(viewOf(await refunds.confirm(of), request));
  });

  router.post('/:reference/cancel', async (request, response) => {
    const of = await transactionOf(request, response);
    const { reference: refundReference } = request.params;
    const known = toRefund(await refunds.get(of), refundReference);
    // a repeat gets the same answer, also when the run has closed since
    if (known?.state === 'CANCELLED') {
      response.json(known);
      return;
    }
    const snapshot = await refunds.cancelRefund(of, { refundReference }, readCommand(request));
    response.json(viewOf(snapshot, request));
  });

  for (const action of ACTIONS) {
    router.post(`/:reference/${action}`, async (request, response) => {
      const { options, sign } = readDecision(request, response, { action, grants });
      const of = await transactionOf(request, response);
      const { reference: refundReference } = request.params;
      const refundIn = (snapshot: RefundsSnapshot) =>
        snapshot.refunds.find(({ terms }) => terms.refundReference === refundReference);
      const snapshot = await refunds.get(of);
      const refund = refundIn(snapshot);
      if (!refund) throw notFound(refundReference);
      // the person decides about the refund as it is: the grant is for just these terms
      const terms = grantedTerms(snapshot.terms.reference, refund.terms);
      const grant = sign({ kind: REFUNDS, reference: of, terms });
      const sent = refunds[`${action}Refund`](of, { refundReference, grant }, options);
      const approvalIn = (ended: RefundsSnapshot) => refundIn(ended)?.approval;
      response.json(viewOf(await orClosed(sent, { action, grant, approvalIn }), request));
    });
  }

  router.post('/:reference/review-items/:key/resolve', async (request, response) => {
    const of = await transactionOf(request, response);
    const given = parse(resolution, request.body);
    const { key } = request.params;
    const { terms } = await refunds.get(of);
    const target = { kind: REFUNDS, reference: of, terms };
    const grant = signDecision(response, grants, { ...target, decision: { key, ...given } });
    const snapshot = await refunds.resolve(of, key, { ...given, grant }, readCommand(request));
    response.json(viewOf(snapshot, request));
  });

  /** The transaction that the query names, or the gateway's record of the refund. */
  async function transactionOf(
    request: Request<{ readonly reference: string }>,
    response: Response,
  ): Promise<string> {
    const { reference: refundReference } = request.params;
    const { transactionReference: given } = parse(ofAny, request.query);
    const found = given ?? (await atGateway(refundReference));
    setLogLifecycle(response, { lifecycle: REFUNDS.prefix, reference: found });
    return found;
  }

  async function atGateway(refundReference: string): Promise<string> {
    countRead(refundReference, 'no transactionReference');
    const answer = await readFromGateway('getRefund', { refundReference });
    if (answer.kind === 'refused') throw new Problem('refused', answer.message);
    if (answer.kind === 'ok') return answer.body.transactionReference;
    throw new Problem(
      'not-found',
      `The gateway has no refund ${refundReference}. Give its transactionReference in the query: it may not have been sent yet.`,
    );
  }

  return router;
}

function viewOf(snapshot: RefundsSnapshot, { params }: Request<{ readonly reference: string }>): object {
  const view = toRefund(snapshot, params.reference);
  if (!view) throw notFound(params.reference);
  return view;
}

function notFound(refundReference: string): Problem {
  return new Problem('not-found', `Refund ${refundReference} not found.`);
}
