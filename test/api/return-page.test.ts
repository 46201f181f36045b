import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { Serving } from '../../src/cli/serve.js';
import { type OwareClient, RefusedError } from '../../src/client/client.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { kobo } from '../../src/domain/money.js';
import { newTransaction, withPiece } from '../../src/domain/order/order.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { returnPath, serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

const PAGE = 'https://pay.example/checkout/T|1';

const PENDING: CheckoutSnapshot = {
  ...beginning('PENDING', 'created by the merchant', '2026-01-31T10:00:00.000Z'),
  lifecycle: 'checkout',
  terms: {
    reference: 'order-1',
    amountKobo: kobo(250_000),
    currency: 'NGN',
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
  },
  transactions: [{ ...newTransaction('T|1', kobo(250_000)), paymentReference: 'order-1', checkoutUrl: PAGE }],
};

const DECLINED: CheckoutSnapshot = {
  ...PENDING,
  lastAttempt: {
    channel: 'page',
    outcome: 'declined',
    reason: 'the gateway reports FAILED',
    at: '2026-01-31T10:05:00.000Z',
  },
  transactions: [{ ...PENDING.transactions[0]!, spent: true }],
};

const FURTHER: CheckoutSnapshot = {
  ...DECLINED,
  transactions: [
    ...DECLINED.transactions,
    {
      ...newTransaction('T|2', kobo(250_000)),
      paymentReference: 'order-1--i2',
      checkoutUrl: `${PAGE}2`,
    },
  ],
};

let api: Serving | undefined;
afterEach(() => api?.close());

/** The API with one checkout, which the test sets. */
async function serve(
  payment: CheckoutSnapshot,
  open: () => Promise<CheckoutSnapshot> = () => Promise.resolve(FURTHER),
) {
  const calls = { checks: 0, pages: 0, reads: 0 };
  const checkouts = {
    get: () => Promise.resolve(((calls.reads += 1), payment)),
    requestCheck: () => Promise.resolve(void (calls.checks += 1)),
    page: () => ((calls.pages += 1), open()),
  } as unknown as OwareClient['checkouts'];
  api = await serveApi({ ...untouchedClient(), checkouts });
  return calls;
}

const HERE = returnPath('order-1');
const TOKEN = HERE.split('/').at(-1)!;

async function visit(path = HERE, method: 'GET' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await request(`${api!.url}${path}`, { method });
  const policy = String(headers['content-security-policy']);
  return { status: statusCode, location: headers.location, policy, html: await body.text() };
}

describe('the return page', () => {
  it('says that the payment was declined and that no money was taken, and offers another attempt', async () => {
    const calls = await serve(DECLINED);
    const { html, policy } = await visit();
    expect(html).toContain('declined');
    expect(html).toContain('No money was taken');
    expect(html).toContain(`<form method="post" action="${TOKEN}/again">`);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).not.toMatch(/2,?500|Ada|ada@/);
    // browsers apply it to the redirect that answers the form
    expect(policy).toContain("form-action 'self' https://pay.example;");
    expect(calls.checks).toBe(0);
  });

  it.each([
    ['an event reports money', { kind: 'claim', shows: 'money', amount: kobo(250_000) }],
    ['a charge has no answer', { kind: 'send', step: 'request', answer: 'left', askedAt: 1, answeredAt: 1 }],
  ] as const)(
    'neither says that no money was taken nor offers another attempt while %s',
    async (_what, piece) => {
      const transactions = DECLINED.transactions.map((each) => withPiece(each, piece, 1));
      await serve({ ...DECLINED, transactions });
      for (const path of [HERE, `${HERE}?refreshed=10`]) {
        const { html } = await visit(path);
        expect(html).not.toContain('No money was taken');
        expect(html).not.toContain('<form');
      }
      expect((await visit()).html).toContain('Checking your payment');
    },
  );

  it.each(['EXPIRED', 'FAILED', 'CANCELLED'] as const)(
    'of a checkout that is %s does not say that no payment was received while a charge has no answer',
    async (state) => {
      const left = { kind: 'send', step: 'request', answer: 'left', askedAt: 1, answeredAt: 1 } as const;
      const transactions = PENDING.transactions.map((each) => withPiece(each, left, 1));
      await serve({ ...PENDING, state, transactions });
      expect((await visit()).html).toContain('Checking your payment');
      const { html } = await visit(`${HERE}?refreshed=10`);
      expect(html).toContain('Not confirmed yet');
      expect(html).not.toContain('No payment was received');
    },
  );

  it('offers no page where the checkout has none', async () => {
    const { terms } = DECLINED;
    await serve({ ...DECLINED, terms: { ...terms, channels: ['card'] } });
    const { html, policy } = await visit();
    expect(html).toContain('Go back to the shop');
    expect(html).not.toContain('<form');
    expect(policy).toContain("form-action 'none'");
  });

  it('checks again once another attempt has started', async () => {
    const calls = await serve(FURTHER);
    expect((await visit()).html).toContain('Checking your payment');
    expect(calls.checks).toBe(1);
  });

  it('stops refreshing after a while', async () => {
    await serve(PENDING);
    expect((await visit()).html).toContain(`content="3;url=${TOKEN}?refreshed=1"`);
    expect((await visit(`${HERE}?refreshed=9`)).html).toContain('refreshed=10');
    const { html } = await visit(`${HERE}?refreshed=10`);
    expect(html).toContain('Not confirmed yet');
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).toContain(`<a href="${TOKEN}">Check again</a>`);
    expect((await visit(`${HERE}?refreshed=-1`)).html).toContain('Checking your payment');
  });

  it.each([
    ['PAID', 'The shop has received your payment'],
    ['EXPIRED', 'No payment was received'],
    ['REVERSED', 'returned to you'],
  ] as const)('of a checkout that is %s says so', async (state, text) => {
    await serve({ ...DECLINED, state });
    expect((await visit()).html).toContain(text);
  });
});

it('sends payers back to the shop to pay again only where the record of each page shows an end', async () => {
  const shop = 'Go back to the shop to try again';
  await serve({ ...PENDING, state: 'CANCELLED' });
  expect((await visit()).html).not.toContain(shop);
  await api?.close();
  const end = { kind: 'reading', shows: 'end', askedAt: 1, answeredAt: 1 } as const;
  const transactions = PENDING.transactions.map((each) => withPiece(each, end, 1));
  await serve({ ...PENDING, state: 'CANCELLED', transactions });
  expect((await visit()).html).toContain(shop);
});

describe('another attempt', () => {
  const again = () => visit(`${HERE}/again`, 'POST');

  it('leads to no page while an event reports money', async () => {
    const claim = { kind: 'claim', shows: 'money', amount: kobo(250_000) } as const;
    const transactions = FURTHER.transactions.map((each) => withPiece(each, claim, 1));
    const calls = await serve({ ...FURTHER, transactions });
    expect(await again()).toMatchObject({ status: 303, location: `../${TOKEN}` });
    expect(calls.pages).toBe(0);
  });

  it('opens a new page, at a limited rate', async () => {
    const calls = await serve(DECLINED);
    expect(await again()).toMatchObject({ status: 303, location: 'https://pay.example/checkout/T|12' });
    expect(await again()).toMatchObject({ status: 303, location: `../${TOKEN}` });
    expect(calls.pages).toBe(1);
  });

  it('redirects to the open page, and opens no other', async () => {
    const calls = await serve(FURTHER);
    expect((await again()).location).toContain('https://pay.example/checkout/');
    expect(calls.pages).toBe(0);
  });

  it.each([
    ['is paid by now', { ...DECLINED, state: 'PAID' as const }, undefined],
    ['is refused', DECLINED, () => Promise.reject(new RefusedError('not-open', 'the checkout is CLOSING'))],
  ])('leads back to the return page where it %s', async (_what, payment, open) => {
    await serve(payment, open);
    expect(await again()).toMatchObject({ status: 303, location: `../${TOKEN}` });
  });
});

describe('a return URL without its token', () => {
  const AT_THE_SHOP = {
    ...PENDING,
    terms: { ...PENDING.terms, redirectUrl: 'https://shop.example/?secret=1' },
  };

  it.each([
    ['/return/order-1', 'GET'],
    ['/return/order-1/', 'GET'],
    [`/return/order-1/${TOKEN.slice(0, -1)}`, 'GET'],
    [`/return/order-1/${TOKEN}x`, 'GET'],
    [`/return/order-2/${TOKEN}`, 'GET'],
    ['/return/order-1/wrong/again', 'POST'],
  ] as const)('%s reveals nothing, and nothing is read', async (path, method) => {
    const calls = await serve(AT_THE_SHOP);
    const { status, location, html } = await visit(path, method);
    expect(calls).toEqual({ checks: 0, pages: 0, reads: 0 });
    expect(status).toBe(method === 'POST' ? 303 : 404);
    expect(location).toBe(method === 'POST' ? '../wrong' : undefined);
    if (method === 'GET') expect(html).toContain('We could not find this payment');
    expect(html).not.toContain('shop.example');
  });

  it('is answered like one of an unknown reference', async () => {
    await serve(AT_THE_SHOP);
    const plain = async (path: string) => (await visit(path)).html.replaceAll(/nonce="[^"]+"/g, '');
    expect(await plain('/return/order-1/wrong')).toBe(await plain('/return/nobodys/wrong'));
    expect(await plain('/return/order-1')).toBe(await plain('/return/order-1/wrong'));
  });

  it('with its token redirects to the shop, without caching or a referrer', async () => {
    await serve(AT_THE_SHOP);
    const { statusCode, headers, body } = await request(`${api!.url}${HERE}`);
    await body.dump();
    expect(statusCode).toBe(303);
    expect(headers).toMatchObject({
      location: 'https://shop.example/?secret=1&reference=order-1',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});
