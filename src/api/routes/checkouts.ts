import { Router } from 'express';
import { z } from 'zod';
import type { CreateAnswer, OwareClient } from '../../client/client.js';
import { toCheckout, toTransferAccount } from '../../domain/checkout-view.js';
import { isReference } from '../../domain/reference.js';
import { invalid, readCheckoutRequest, toFieldProblems } from '../checkout-request.js';
import { Problem } from '../problem.js';

const transferAccountRequest = z.strictObject({
  bankCode: z
    .string()
    .regex(/^\d{3,6}$/, 'must be 3 to 6 digits')
    .optional(),
});

export function checkoutRoutes({ checkouts }: OwareClient): Router {
  const router = Router();

  router.post('/', async (request, response) => {
    const terms = readCheckoutRequest(request.body, request.get('idempotency-key'));
    const { status, body } = toReply(terms.reference, await checkouts.create(terms));
    response.status(status).location(`/v1/checkouts/${terms.reference}`).json(body);
  });

  router.get('/:reference', async (request, response) => {
    const reference = known(request.params.reference);
    const waitMs = readWait(request.query.wait);
    const payment = waitMs === 0 ? checkouts.get(reference) : checkouts.waitForChange(reference, waitMs);
    response.json(toCheckout(await payment));
  });

  router.post('/:reference/confirm', async (request, response) => {
    response.json(toCheckout(await checkouts.confirm(known(request.params.reference))));
  });

  router.post('/:reference/transfer-account', async (request, response) => {
    const reference = known(request.params.reference);
    const parsed = transferAccountRequest.safeParse(request.body ?? {});
    if (!parsed.success) throw invalid(parsed.error.issues.flatMap(toFieldProblems));
    const { bankCode } = parsed.data;
    const wanted = bankCode === undefined ? {} : { bankCode };
    response.json(toTransferAccount(await checkouts.transferAccount(reference, wanted)));
  });

  router.post('/:reference/cancel', async (request, response) => {
    response.json(toCheckout(await checkouts.cancel(known(request.params.reference))));
  });

  return router;
}

function toReply(reference: string, answer: CreateAnswer): { status: number; body: object } {
  switch (answer.kind) {
    case 'open':
      return { status: 201, body: toCheckout(answer.payment) };
    case 'over':
      return { status: 200, body: toCheckout(answer.payment) };
    case 'working': {
      const known = answer.payment ? toCheckout(answer.payment) : { reference };
      return { status: 202, body: { ...known, retry: 'same-reference' } };
    }
    case 'terms-differ': {
      const { differences } = answer;
      const detail = `${reference} is another payment already: ${differences.join(', ')} differ`;
      throw new Problem('terms-differ', detail, { differences });
    }
  }
}

const LONGEST_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const match = typeof given === 'string' ? /^(\d{1,6})(ms|s)$/.exec(given) : null;
  const ms = Number(match?.[1]) * (match?.[2] === 's' ? 1_000 : 1);
  if (!match || ms > LONGEST_WAIT_MS) {
    throw invalid([{ field: 'wait', message: 'must be a time such as 30s or 1500ms, at most 60s' }]);
  }
  return ms;
}

/** What cannot be a reference is not looked for. */
function known(reference: string): string {
  if (!isReference(reference)) throw new Problem('not-found', 'no payment has such a reference');
  return reference;
}
