import { request } from 'undici';
import { expect, it } from 'vitest';
import type { OwareClient } from '../../src/client/client.js';
import type { InvoiceTerms } from '../../src/domain/invoice/invoice.js';
import { kobo } from '../../src/domain/money.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

const TERMS: InvoiceTerms = {
  reference: 'school-fees',
  amountKobo: kobo(15_000_00),
  currency: 'NGN',
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
  description: 'School fees',
  expiresAt: '2026-01-31T12:00:00.000Z',
};

async function ask(oware: OwareClient) {
  const api = await serveApi(oware);
  const reply = await request(`${api.url}/v1/invoices`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(TERMS),
  });
  const body = (await reply.body.json()) as object;
  await api.close();
  return { status: reply.statusCode, body };
}

it('an invoice that has expired already is refused, and the field is named', async () => {
  expect(await ask(untouchedClient())).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'expiresAt', message: 'must be in the future' }] },
  });
});

it('the same request after its expiry returns the result of the invoice', async () => {
  const snapshot = {
    ...beginning('EXPIRED', 'the gateway reports EXPIRED', TERMS.expiresAt),
    lifecycle: 'invoice' as const,
    terms: TERMS,
    transactions: [],
  };
  const oware = untouchedClient();
  const invoices = {
    ...oware.invoices,
    get: () => Promise.resolve(snapshot),
    create: () => Promise.resolve({ kind: 'closed' as const, snapshot }),
  };
  expect(await ask({ ...oware, invoices })).toMatchObject({ status: 200, body: { state: 'EXPIRED' } });
});
