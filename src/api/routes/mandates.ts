import { mandates as MANDATE } from '../../../workflows/lifecycles.js';
import { requestDebit } from '../../client/request-debit.js';
import type { MandateSnapshot } from '../../domain/mandate/mandate.js';
import { toDebit, toDebits } from '../../domain/mandate/view.js';
import type { Routes } from '../described-routes.js';
import { ACCOUNT, CUSTOMER, inDays } from '../example-values.js';
import { addCancelRoute, createReplies, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import {
  debitRequest,
  mandateRequest,
  readDebitRequest,
  readMandateRequest,
  refuseLate,
} from '../../requests/mandate.js';
import { debitsView, debitView, mandateView } from '../views/mandate.js';
import { Problem } from '../../requests/problem.js';

const STATUS = { new: 201, existing: 200, 'in-progress': 202 } as const;

export function mandateRoutes({ oware: { mandates }, grants }: RouteDeps): Routes {
  const options = {
    kind: MANDATE,
    client: mandates,
    view: mandateView,
    scope: 'collect' as const,
    body: mandateRequest,
    example: (now: number) => ({
      reference: 'rent-12',
      amount: '100000.00',
      customer: { ...CUSTOMER, phone: '08030000000', address: '1 Broad Street, Lagos' },
      account: ACCOUNT,
      description: 'Rent',
      startAt: inDays(now, 1),
      endAt: inDays(now, 365),
    }),
    readTerms: readMandateRequest,
    refuseNew: refuseLate,
    grants,
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, { detail: 'From now on no debit starts.' });

  routes.post(
    '/:reference/debits',
    {
      summary: 'Debit the account now',
      detail:
        'A repeat with the same reference and amount gets the same debit. A fixed mandate needs no amount.',
      scope: 'collect',
      body: debitRequest,
      example: { reference: 'rent-12-april', amount: '9000.00' },
      takesKey: true,
      replies: createReplies('debit', debitView),
      problems: ['debit-exceeds-mandate', 'reference-conflict', 'not-open', 'refused', 'paused'],
    },
    async (request, response) => {
      const { reference } = request.params;
      const given = readDebitRequest(request.body, request.get('idempotency-key'));
      response.location(`${MANDATE.path}/${reference}/debits/${given.reference}`);
      const { kind, debit } = await requestDebit(mandates, reference, given);
      const retry = kind === 'in-progress' && { retry: 'same-reference' };
      response.status(STATUS[kind]).json({ ...(debit ?? { reference: given.reference }), ...retry });
    },
  );

  routes.get(
    '/:reference/debits',
    {
      summary: 'List the debits of the mandate',
      detail: 'All open ones, and the newest of the others; the newest last.',
      scope: 'read',
      replies: { 200: { about: 'The debits', schema: debitsView } },
    },
    async (request, response) => {
      response.json(toDebits(await mandates.get(request.params.reference)));
    },
  );

  routes.get(
    '/:reference/debits/:debit',
    {
      summary: 'Read a debit',
      detail: 'By the reference of the merchant, or by that at the gateway.',
      scope: 'read',
      replies: { 200: { about: 'The debit', schema: debitView } },
    },
    async (request, response) => {
      const { reference, debit } = request.params;
      response.json(viewOf(await mandates.get(reference), debit));
    },
  );

  return routes;
}

function viewOf(snapshot: MandateSnapshot, reference: string): object {
  const view = toDebit(snapshot, reference);
  if (!view) throw new Problem('not-found', `Debit ${reference} not found.`);
  return view;
}
