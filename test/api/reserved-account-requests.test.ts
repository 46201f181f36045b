import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReservedAccountRequest } from '../../src/requests/reserved-account.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
beforeAll(async () => {
  api = await serveApi(untouchedClient());
});
afterAll(() => api.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function send(method: Method, path: string, body?: unknown) {
  const reply = await request(`${api.url}/v1/reserved-accounts${path}`, {
    method,
    headers: {
      authorization: 'Bearer key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, text, ...(JSON.parse(text) as { errors?: { field: string }[] }) };
}

const BVN = '22212345678';
const good = { reference: 'ada-1', accountName: 'Ada Obi', customer: { email: 'ada@example.com' }, bvn: BVN };
const splitOf = (item: object) => ({ ...good, incomeSplit: [{ subAccountCode: 'S1', ...item }] });

describe('a bad request for a reserved account names the field, and no BVN or NIN', () => {
  it.each([
    ['no reference', { ...good, reference: undefined }, 'reference'],
    ['a reference with a bar', { ...good, reference: 'a|b' }, 'reference'],
    ['another kind', { ...good, kind: 'special' }, 'kind'],
    ['no name', { ...good, accountName: undefined }, 'accountName'],
    ['an empty name', { ...good, accountName: '' }, 'accountName'],
    ['another currency', { ...good, currency: 'USD' }, 'currency'],
    ['a wrong e-mail', { ...good, customer: { email: 'ada' } }, 'customer.email'],
    ['neither BVN nor NIN', { ...good, bvn: undefined }, 'bvn'],
    ['a BVN that is too long', { ...good, bvn: `${BVN}9` }, 'bvn'],
    ['a BVN as a number', { ...good, bvn: Number(BVN) }, 'bvn'],
    ['a NIN with letters', { ...good, nin: '1234567890a' }, 'nin'],
    ['an unknown field', { ...good, banks: [] }, 'banks'],
    ['a split of an invoice account', { ...splitOf({}), kind: 'invoice' }, 'incomeSplit'],
    [
      'sources of an invoice account',
      { ...good, kind: 'invoice', allowedSources: { bvns: [BVN] } },
      'allowedSources',
    ],
    ['a split over 100 percent', splitOf({ splitPercentage: '100.5' }), 'incomeSplit.0.splitPercentage'],
    ['a split of half a kobo', splitOf({ splitAmount: '1.005' }), 'incomeSplit.0.splitAmount'],
    ['sources without an entry', { ...good, allowedSources: { bvns: [] } }, 'allowedSources'],
    [
      'a malformed source account',
      { ...good, allowedSources: { bankAccounts: [{ accountNumber: '1', bankCode: '035' }] } },
      'allowedSources.bankAccounts.0.accountNumber',
    ],
  ])('%s', async (_what, body, field) => {
    const reply = await send('POST', '', body);
    expect(reply).toMatchObject({ status: 400 });
    expect(reply.errors?.map((error) => error.field)).toContain(field);
    expect(reply.text).not.toContain(BVN);
  });

  it.each<[string, Method, string, unknown, string]>([
    ['no bank to link', 'POST', '/ada-1/linked-accounts', {}, 'banks'],
    ['all and some banks', 'POST', '/ada-1/linked-accounts', { all: true, banks: ['035'] }, 'banks'],
    ['not all', 'POST', '/ada-1/linked-accounts', { all: false }, 'all'],
    ['a malformed bank code', 'POST', '/ada-1/linked-accounts', { banks: ['wema'] }, 'banks.0'],
    ['no BVN', 'PUT', '/ada-1/bvn', {}, 'bvn'],
    ['a short BVN', 'PUT', '/ada-1/bvn', { bvn: '123' }, 'bvn'],
    ['neither BVN nor NIN', 'PUT', '/ada-1/kyc', {}, 'bvn'],
    ['a short NIN', 'PUT', '/ada-1/kyc', { nin: '123' }, 'nin'],
    ['restricted without sources', 'PUT', '/ada-1/payment-sources', { restricted: true }, 'allowed'],
    ['neither restricted nor not', 'PUT', '/ada-1/payment-sources', {}, 'restricted'],
    ['no items', 'PUT', '/ada-1/income-split', {}, 'items'],
    [
      'an item without a sub-account',
      'PUT',
      '/ada-1/income-split',
      { items: [{}] },
      'items.0.subAccountCode',
    ],
    ['a page before the first', 'GET', '/ada-1/transactions?page=-1', undefined, 'page'],
    ['a page of a thousand', 'GET', '/ada-1/transactions?size=1000', undefined, 'size'],
    ['a page of nothing', 'GET', '/ada-1/transactions?size=0', undefined, 'size'],
    ['fresh that is not a boolean', 'GET', '/ada-1?fresh=yes', undefined, 'fresh'],
    ['a wait that is not a duration', 'GET', '/ada-1?wait=long', undefined, 'wait'],
    ['no reason', 'POST', '/ada-1/review-items/paid-late/resolve', { decision: 'accept' }, 'reason'],
  ])('%s', async (_what, method, path, body, field) => {
    const reply = await send(method, path, body);
    expect(reply).toMatchObject({ status: 400 });
    expect(reply.errors?.map((error) => error.field)).toContain(field);
  });

  it.each<[Method, string]>([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/credits'],
    ['GET', '/transactions'],
    ['POST', '/sweep'],
    ['PUT', '/bvn'],
  ])('%s …%s of what cannot be a reference', async (method, more) => {
    expect(await send(method, `/a%7Cb${more}`)).toMatchObject({ status: 404 });
  });
});

describe('a good request', () => {
  it('becomes terms, with money and shares as exact values', () => {
    const split = { splitPercentage: '12.5', splitAmount: '10.50', feeBearer: true };
    const body = { ...splitOf(split), reference: undefined, allowedSources: { accountNames: ['ADA OBI'] } };
    expect(readReservedAccountRequest(body, 'ada-key')).toEqual({
      reference: 'ada-key',
      kind: 'general',
      accountName: 'Ada Obi',
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
      bvn: BVN,
      incomeSplit: [
        { subAccountCode: 'S1', splitPercentage: '12.5', splitAmountKobo: 1_050, feeBearer: true },
      ],
      allowedSources: { accountNames: ['ADA OBI'] },
    });
  });
});
