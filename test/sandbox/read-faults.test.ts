import { describe, expect, it } from 'vitest';
import {
  beginTransfer,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  terms,
  type Wire,
} from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';
const SEARCH = '/api/v1/transactions/search';
const RESERVED = '/api/v1/bank-transfer/reserved-accounts/transactions?accountReference=ada';
const MINUTE = 60_000;

const plan = (side: Side, fault: Wire, aim: Wire = {}) =>
  side.send('POST', '/sandbox/faults', { on: 'call', ...aim, fault });

async function reserve(side: Side): Promise<Wire> {
  const { result } = await side.call('POST', '/api/v2/bank-transfer/reserved-accounts', {
    accountReference: 'ada',
    accountName: 'Ada Obi',
    currencyCode: 'NGN',
    contractCode: side.sandbox.merchants.first().contractCode,
    customerEmail: 'ada@example.com',
    bvn: '22200000001',
    getAllAvailableBanks: true,
  });
  return (result.accounts as Wire[])[0] ?? {};
}

function invoice(side: Side, invoiceReference: string) {
  return side.call('POST', '/api/v1/invoice/create', {
    amount: 2500,
    currencyCode: 'NGN',
    invoiceReference,
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    contractCode: side.sandbox.merchants.first().contractCode,
    description: 'School fees',
    expiryDate: '2026-06-30 12:00:00',
  });
}

const rowsOf = async (side: Side, path: string): Promise<Wire[]> =>
  ((await side.call('GET', path)).result.content ?? []) as Wire[];

describe('lagging records', () => {
  it('show a payment as unpaid in queries and listings, although its event was delivered', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await side.sandbox.clock.advance(10 * MINUTE);
    await plan(side, { kind: 'lag', ms: 5 * MINUTE }, { reference: 'order-1' });
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await side.sandbox.deliveries.settled();
    expect(received).toHaveLength(1);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PENDING');
    expect(await rowsOf(side, SEARCH)).toMatchObject([{ paymentStatus: 'PENDING', amountPaid: 0 }]);
    expect(await rowsOf(side, `${SEARCH}?paymentStatus=PAID`)).toEqual([]);
    await side.sandbox.clock.advance(5 * MINUTE);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PAID');
    expect(await rowsOf(side, SEARCH)).toMatchObject([{ paymentStatus: 'PAID', amountPaid: 4000 }]);
  });

  it('omit a credit of a reserved account in queries and listings', async () => {
    const side = await startSandbox();
    const account = await reserve(side);
    await pay(side, { ...account, amount: 700 });
    await side.sandbox.clock.advance(10 * MINUTE);
    await plan(side, { kind: 'lag', ms: 5 * MINUTE }, { reference: 'ada' });
    const { body } = await pay(side, { ...account, amount: 800 });
    expect(await rowsOf(side, RESERVED)).toMatchObject([{ amountPaid: 700 }]);
    expect((await statusOf(side, String(body.transactionReference))).status).toBe(404);
    await side.sandbox.clock.advance(5 * MINUTE);
    expect(await rowsOf(side, RESERVED)).toMatchObject([{ amountPaid: 800 }, { amountPaid: 700 }]);
    expect((await statusOf(side, String(body.transactionReference))).status).toBe(200);
  });

  it('show a paid invoice as open, and only that one', async () => {
    const side = await startSandbox();
    const [late, prompt] = [await invoice(side, 'late'), await invoice(side, 'prompt')];
    await side.sandbox.clock.advance(10 * MINUTE);
    await plan(side, { kind: 'lag', ms: 5 * MINUTE }, { reference: 'late' });
    await pay(side, { ...late.result, amount: 2500 });
    await pay(side, { ...prompt.result, amount: 2500 });
    const statuses = async () =>
      (await rowsOf(side, '/api/v1/invoice/all')).map(({ invoiceStatus }) => invoiceStatus);
    expect(await statuses()).toEqual(['PAID', 'PENDING']);
    expect((await side.call('GET', '/api/v1/invoice/late/details')).result.invoiceStatus).toBe('PENDING');
    expect((await side.call('GET', '/api/v1/invoice/prompt/details')).result.invoiceStatus).toBe('PAID');
    await side.sandbox.clock.advance(5 * MINUTE);
    expect(await statuses()).toEqual(['PAID', 'PAID']);
  });

  it('keep the order of listings', async () => {
    const side = await startSandbox();
    for (const paymentReference of ['a', 'b', 'c']) await beginTransfer(side, { paymentReference });
    await plan(side, { kind: 'lag', ms: MINUTE }, { reference: 'b' });
    const order = async () => (await rowsOf(side, SEARCH)).map(({ paymentReference }) => paymentReference);
    expect(await order()).toEqual(['c', 'a']);
    await side.send('DELETE', '/sandbox/faults');
    expect(await order()).toEqual(['c', 'b', 'a']);
  });

  it('lag for reads only: a duplicate reference is still refused', async () => {
    const side = await startSandbox();
    await plan(side, { kind: 'lag', ms: MINUTE });
    expect((await side.call('POST', INIT, terms(side))).status).toBe(200);
    expect(await side.call('POST', INIT, terms(side))).toMatchObject({
      status: 422,
      reason: 'Duplicate payment reference',
    });
  });
});

describe('listing pages', () => {
  /** Opens payments 1 to n; n is the newest. */
  async function open(side: Side, n: number): Promise<void> {
    for (let one = 1; one <= n; one += 1) {
      await side.call('POST', INIT, terms(side, { paymentReference: String(one) }));
    }
  }

  async function page(side: Side, number: number, size = 10) {
    const { result } = await side.call('GET', `${SEARCH}?page=${number}&size=${size}`);
    const rows = (result.content as Wire[]).map(({ paymentReference }) => Number(paymentReference));
    return { ...result, rows };
  }

  it('have a maximum size, whatever the request says', async () => {
    const side = await startSandbox();
    await open(side, 5);
    await plan(side, { kind: 'page-cap', size: 2 }, { endpoint: 'searchTransactions' });
    expect(await page(side, 0, 100)).toMatchObject({ rows: [5, 4], size: 2, totalPages: 3, last: false });
    expect(await page(side, 2, 100)).toMatchObject({ rows: [1], totalElements: 5, last: true });
  });

  it('come in reverse order over all pages', async () => {
    const side = await startSandbox();
    await open(side, 5);
    await plan(side, { kind: 'page-order' });
    expect((await page(side, 0, 3)).rows).toEqual([1, 2, 3]);
    expect((await page(side, 1, 3)).rows).toEqual([4, 5]);
  });

  it('shift when rows arrive after the first page was read', async () => {
    const side = await startSandbox();
    await open(side, 6);
    await plan(side, { kind: 'page-arrivals', rows: 1 });
    expect(await page(side, 0, 2)).toMatchObject({ rows: [5, 4], totalElements: 5 });
    expect(await page(side, 1, 2)).toMatchObject({ rows: [4, 3], totalElements: 6 });
    expect((await page(side, 2, 2)).rows).toEqual([2, 1]);
  });

  it('can have all of these faults at once, and are normal again when they are cleared', async () => {
    const side = await startSandbox();
    await open(side, 4);
    await plan(side, { kind: 'page-cap', size: 2 });
    await plan(side, { kind: 'page-order' });
    await plan(side, { kind: 'page-arrivals', rows: 1 });
    expect((await page(side, 0)).rows).toEqual([1, 2]);
    expect((await page(side, 1)).rows).toEqual([3, 4]);
    await side.send('DELETE', '/sandbox/faults');
    expect((await page(side, 0)).rows).toEqual([4, 3, 2, 1]);
  });

  it.each([
    ['listReservedAccountTransactions', RESERVED],
    ['listInvoices', '/api/v1/invoice/all'],
  ])('have these faults in %s too', async (endpoint, path) => {
    const side = await startSandbox();
    const account = await reserve(side);
    for (const amount of [100, 200, 300]) await pay(side, { ...account, amount });
    for (const reference of ['1', '2', '3']) await invoice(side, reference);
    const all = await rowsOf(side, path);
    await plan(side, { kind: 'page-cap', size: 2 }, { endpoint });
    await plan(side, { kind: 'page-order' }, { endpoint });
    expect(await rowsOf(side, path)).toEqual([all[2], all[1]]);
  });

  it('of bills and mandates, which have their own wrappers, have these faults too', async () => {
    const side = await startSandbox();
    await plan(side, { kind: 'page-cap', size: 1 });
    const bills = await side.call('GET', '/api/v1/vas/bills-payment/biller-categories?size=50');
    expect(bills.result).toMatchObject({ size: 1, number: 0, nextPage: 1 });
    expect(bills.result.content).toHaveLength(1);
  });
});
