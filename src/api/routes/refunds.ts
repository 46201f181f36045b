import type { Request, Response } from 'express';
import { z } from 'zod';
import { refunds as REFUNDS } from '../../../workflows/lifecycles.js';
import { isReference, originOf } from '../../domain/reference.js';
import { grantedTerms, type RefundsSnapshot } from '../../domain/refund/refund.js';
import { toRefund, toRefunds } from '../../domain/refund/view.js';
import { aboutDecision, ACTIONS, orClosed, readDecision } from '../approval-routes.js';
import { readCommand } from '../command.js';
import { signDecision } from '../grants.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { REFUND, RESOLVE } from '../example-values.js';
import { listQuery, readList } from '../list-request.js';
import { createReplies, type RouteDeps } from '../lifecycle-routes.js';
import { createReadLimit } from '../read-limit.js';
import { readQuery, readWait } from '../wait-query.js';
import { resolution } from '../../requests/decision.js';
import { invalid, parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import { gatewayReference } from '../../requests/fields.js';
import { readRefundRequest, refundRequest } from '../../requests/refund.js';
import { setLogLifecycle } from '../request-log.js';
import { addWebhookRoutes } from '../webhook-log-routes.js';
import { REFUND_PROBLEMS, replyWithRefund } from '../request-refund.js';
import { EXPLAIN, TIMELINE } from '../history-routes.js';
import { listView } from '../views/list.js';
import { refundsView, refundView } from '../views/refund.js';

const OF = {
  transactionReference: gatewayReference
    .optional()
    .meta({ description: 'saves a read of the gateway, which has limits' }),
};
const ofTransaction = z.strictObject(OF);
const readOne = z.strictObject({ ...OF, ...readQuery });
const readMany = z.strictObject({
  ...listQuery.shape,
  transactionReference: gatewayReference
    .optional()
    .meta({ description: 'reads the refunds of this transaction; no other parameter is allowed with it' }),
});

/** Refunds are addressed by their own reference, while their workflow is the transaction's. */
export function refundRoutes({ oware, grants }: RouteDeps): Routes {
  const { refunds, readFromGateway } = oware;
  const routes = createRoutes(refundsView);
  const countRead = createReadLimit();
  const replies = { 200: { about: 'The refund', schema: refundView } };

  routes.router.param('reference', (_request, _response, next, reference: string) => {
    const isPossible = isReference(reference) || originOf(reference).kind === 'refund';
    if (!isPossible) throw new Problem('not-found', 'No refund has this reference.');
    next();
  });

  routes.post(
    '/',
    {
      summary: 'Refund a transaction, in full or in part',
      scope: 'pay',
      body: refundRequest,
      example: { ...REFUND, transactionReference: 'MNFY|20|20260131120000|000001' },
      takesKey: true,
      replies: createReplies('refund', refundView),
      problems: REFUND_PROBLEMS,
    },
    async (request, response) => {
      const { transactionReference: of, terms } = readRefundRequest(
        request.body,
        request.get('idempotency-key'),
      );
      await replyWithRefund({ oware, grants }, response, { transactionReference: of, request: terms });
    },
  );

  routes.get(
    '/',
    {
      summary: 'List transactions with refunds, or read the refunds of one',
      detail:
        'With `transactionReference` the reply is the refunds of that transaction, otherwise one page of a list.',
      scope: 'read',
      query: readMany,
      replies: {
        200: { about: 'One page, or the refunds of a transaction', schema: z.union([listView, refundsView]) },
      },
    },
    async (_request, response, { transactionReference: of, ...query }) => {
      if (of === undefined) {
        response.json(await readList((page) => refunds.list(page), query));
        return;
      }
      const [other] = Object.keys(query).filter((name) => query[name as keyof typeof query] !== undefined);
      if (other !== undefined)
        throw invalid([{ field: other, message: 'is not allowed with transactionReference' }]);
      setLogLifecycle(response, { lifecycle: REFUNDS.prefix, reference: of });
      response.json(toRefunds(await refunds.get(of)));
    },
  );

  routes.get(
    '/:reference',
    {
      summary: 'Read a refund',
      scope: 'read',
      query: readOne,
      replies,
      problems: ['too-many-requests', 'refused'],
    },
    async (request, response, query) => {
      const of = await transactionOf(request, response, query);
      const waitMs = readWait(query.wait);
      const snapshot = await (waitMs === 0 ? refunds.get(of) : refunds.waitForChange(of, waitMs));
      response.json(viewOf(snapshot, request));
    },
  );

  const ofOne = { query: ofTransaction, problems: ['too-many-requests', 'refused'] } as const;
  routes.get('/:reference/timeline', { ...TIMELINE, ...ofOne }, async (request, response, query) => {
    response.json(await refunds.timeline(await transactionOf(request, response, query)));
  });

  routes.get('/:reference/explain', { ...EXPLAIN, ...ofOne }, async (request, response, query) => {
    response.json(await refunds.explain(await transactionOf(request, response, query)));
  });

  routes.post(
    '/:reference/confirm',
    {
      ...ofOne,
      summary: 'Check with the gateway now',
      scope: 'read',
      replies,
    },
    async (request, response, query) => {
      const of = await transactionOf(request, response, query);
      response.json(viewOf(await refunds.confirm(of), request));
    },
  );

  routes.post(
    '/:reference/cancel',
    {
      summary: 'Cancel the refund, before it is sent',
      scope: 'pay',
      query: ofTransaction,
      takesKey: true,
      replies,
      problems: ['not-open', 'command-conflict', 'refused', 'too-many-requests'],
    },
    async (request, response, query) => {
      const of = await transactionOf(request, response, query);
      const { reference: refundReference } = request.params;
      const known = toRefund(await refunds.get(of), refundReference);
      // a repeat gets the same answer, also when the run has closed since
      if (known?.state === 'CANCELLED') {
        response.json(known);
        return;
      }
      const snapshot = await refunds.cancelRefund(of, { refundReference }, readCommand(request));
      response.json(viewOf(snapshot, request));
    },
  );

  for (const action of ACTIONS) {
    const about = { ...aboutDecision(action, 'refund', refundView), query: ofTransaction };
    routes.post(`/:reference/${action}`, about, async (request, response, query) => {
      const { options, sign } = readDecision(request, response, { action, grants });
      const of = await transactionOf(request, response, query);
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

  routes.post(
    '/:reference/review-items/:key/resolve',
    {
      summary: 'Resolve a review item',
      scope: 'approve',
      query: ofTransaction,
      body: resolution,
      example: RESOLVE,
      takesKey: true,
      replies,
      problems: [
        'nothing-to-resolve',
        'review-item-changed',
        'send-in-progress',
        'refused',
        'command-conflict',
        'not-open',
        'grant-invalid',
        'too-many-requests',
      ],
    },
    async (request, response, query) => {
      const given = parse(resolution, request.body);
      const of = await transactionOf(request, response, query);
      const { key } = request.params;
      const { terms } = await refunds.get(of);
      const target = { kind: REFUNDS, reference: of, terms };
      const grant = signDecision(response, grants, { ...target, decision: { key, ...given } });
      const snapshot = await refunds.resolve(of, key, { ...given, grant }, readCommand(request));
      response.json(viewOf(snapshot, request));
    },
  );

  // the webhooks of all refunds of its transaction
  addWebhookRoutes(routes, refunds, {
    query: OF,
    problems: ['too-many-requests', 'refused'],
    find: transactionOf,
  });

  /** The transaction that the query names, or the gateway's record of the refund. */
  async function transactionOf(
    request: Request<{ readonly reference: string }>,
    response: Response,
    { transactionReference: given }: z.output<typeof ofTransaction>,
  ): Promise<string> {
    const { reference: refundReference } = request.params;
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

  return routes;
}

function viewOf(snapshot: RefundsSnapshot, { params }: Request<{ readonly reference: string }>): object {
  const view = toRefund(snapshot, params.reference);
  if (!view) throw notFound(params.reference);
  return view;
}

function notFound(refundReference: string): Problem {
  return new Problem('not-found', `Refund ${refundReference} not found.`);
}
