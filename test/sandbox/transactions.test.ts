import { describe, expect, it } from 'vitest';
import { beginTransfer, pay, START, startSandbox, statusOf, terms, type Wire } from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';

describe('querying a payment', () => {
  it('returns zero amounts while it is pending', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { result } = await statusOf(side, transactionReference);
    expect(result).toMatchObject({
      paymentStatus: 'PENDING',
      amountPaid: '0.00',
      totalPayable: '0.00',
      settlementAmount: null,
      paidOn: null,
      cardDetails: null,
    });
  });

  it('also finds it by the payment reference', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { result } = await side.call('GET', '/api/v2/merchant/transactions/query?paymentReference=order-1');
    expect(result.transactionReference).toBe(transactionReference);
  });

  it('does not find an unknown payment', async () => {
    const side = await startSandbox();
    const byTransaction = await statusOf(side, 'MNFY|01|20260627090811|999999');
    expect(byTransaction.status).toBe(404);
    expect(byTransaction.reason).toBe("There's no transaction matching supplied reference.");
    const byPayment = await side.call('GET', '/api/v2/merchant/transactions/query?paymentReference=none');
    expect(byPayment.status).toBe(404);
    expect(byPayment.reason).toContain('payment reference none for Calabash Stores');
  });

  it('requires one of the two references', async () => {
    const side = await startSandbox();
    expect((await side.call('GET', '/api/v2/merchant/transactions/query')).status).toBe(400);
  });

  it('with a raw | in the URL is refused by the web server', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const answer = await side.call('GET', `/api/v2/transactions/${transactionReference}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });
});

describe('searching payments', () => {
  async function three() {
    const side = await startSandbox();
    const paid = await beginTransfer(side, { paymentReference: 'first', amount: 100 });
    await pay(side, { ...paid, amount: 100 });
    await side.call('POST', INIT, terms(side, { paymentReference: 'second', amount: 200 }));
    await side.sandbox.clock.advance(40 * 60_000);
    await side.call('POST', INIT, terms(side, { paymentReference: 'third', amount: 300 }));
    return side;
  }

  async function found(query: string): Promise<unknown[]> {
    const side = await three();
    const { result } = await side.call('GET', `/api/v1/transactions/search?${query}`);
    return (result.content as Wire[]).map((row) => row.paymentReference);
  }

  it.each([
    ['page=0&size=10', ['third', 'second', 'first']],
    ['page=1&size=2', ['first']],
    ['paymentReference=second', ['second']],
    ['paymentStatus=PAID', ['first']],
    ['paymentStatus=EXPIRED', ['second']],
    ['fromAmount=150&toAmount=250', ['second']],
    ['amount=300', ['third']],
    ['customerEmail=ADA@example.com', ['third', 'second', 'first']],
    ['customerName=unknown', []],
    [`from=${START + 1}`, ['third']],
    [`to=${START}`, ['second', 'first']],
  ])('by %s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('returns a page in the gateway’s wrapper, with the requested amount and the creation time', async () => {
    const side = await three();
    const { result } = await side.call('GET', '/api/v1/transactions/search?size=2');
    expect(result).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      first: true,
      last: false,
      numberOfElements: 2,
      size: 2,
      number: 0,
      empty: false,
      pageable: { pageSize: 2, pageNumber: 0, offset: 0, paged: true, unpaged: false },
    });
    expect((result.content as Wire[])[1]).toMatchObject({
      amount: 200,
      paymentStatus: 'EXPIRED',
      completed: true,
      createdOn: '2026-06-27T08:08:11.000+0000',
      currencyCode: 'NGN',
    });
  });

  it('refuses a page that is not a number', async () => {
    const side = await startSandbox();
    const answer = await side.call('GET', '/api/v1/transactions/search?page=first');
    expect(answer.status).toBe(400);
    expect(answer.reason).toContain('page must be a whole number');
  });
});
