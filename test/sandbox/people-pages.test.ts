import { describe, expect, it } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import {
  type Answer,
  beginTransfer,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  terms,
} from './merchant-side.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function begin(side: Side, changes = {}) {
  const { result } = await side.call(
    'POST',
    '/api/v1/merchant/transactions/init-transaction',
    terms(side, changes),
  );
  const reference = String(result.transactionReference);
  return { reference, path: `/checkout/${encodeURIComponent(reference)}` };
}

const post = (side: Side, path: string, fields: Record<string, string>, headers = {}): Promise<Answer> =>
  side.send('POST', path, new URLSearchParams(fields).toString(), { ...FORM, ...headers });

function cardOf(scenario: string): Record<string, string> {
  const number = testCards().find((card) => card.scenario === scenario)?.number ?? '';
  return { number, expiryMonth: '12', expiryYear: '2049', cvv: '123', pin: '1234' };
}

/** Follows the redirect of a form, as a browser does. */
const follow = (side: Side, { headers }: Answer): Promise<Answer> =>
  side.send('GET', headers.get('location') ?? '');

/** The hidden fields of a form. */
function hiddenFields({ text }: Answer): Record<string, string> {
  const fields = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

describe('paying by card on the hosted checkout', () => {
  it('lists all test cards', async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const { text } = await side.send('GET', path);
    for (const { number } of testCards()) expect(text).toContain(number);
    expect(text.split('12/2049')).toHaveLength(2);
  });

  it('is approved at once with a simple card, and links back to the merchant', async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side, { redirectUrl: 'https://shop.example/thanks?order=1' });
    const page = await follow(side, await post(side, `${path}/card`, cardOf('approved')));
    expect(page.text).toContain('This payment is PAID.');
    const back = new URLSearchParams({
      order: '1',
      paymentReference: 'order-1',
      transactionReference: reference,
    });
    expect(page.text).toContain(`https://shop.example/thanks?${back.toString()}`.replaceAll('&', '&#38;'));
  });

  it('asks for the OTP, and asks again after a wrong one', async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side);
    const asked = await follow(side, await post(side, `${path}/card`, cardOf('otp')));
    expect(asked.text).toContain('Confirm with your OTP');
    const wrong = await post(side, `${path}/otp`, { otp: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('<p role="alert">Invalid OTP supplied</p>');
    await post(side, `${path}/otp`, { otp: '123456' });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PAID');
  });

  it('shows the same page with the reason for an invalid card', async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const refused = await post(side, `${path}/card`, { ...cardOf('approved'), number: '4242424242424242' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('<p role="alert">Invalid Card Number</p>');
    expect(refused.text).toContain('Pay by card');
    expect(refused.text).not.toContain('4242424242424242');
  });

  it("redirects to the issuer's page for a 3-D Secure card", async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side);
    const sent = await post(side, `${path}/card`, cardOf('issuer'));
    const issuer = sent.headers.get('location') ?? '';
    expect((await side.send('GET', issuer)).text).toContain('400000******0002');
    expect((await post(side, issuer, { otp: '1234', answer: 'confirm' })).status).toBe(422);
    const done = await follow(side, await post(side, issuer, { otp: '123456', answer: 'confirm' }));
    expect(done.text).toContain('the payment is PAID');
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PAID');
    expect((await side.send('GET', issuer)).status).toBe(404);
  });

  it("fails when the customer declines on the issuer's page", async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side);
    const sent = await post(side, `${path}/card`, cardOf('issuer'));
    await post(side, sent.headers.get('location') ?? '', { otp: '', answer: 'decline' });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('FAILED');
  });

  it('accepts an issuer form from a page of another origin', async () => {
    const side = await startSandbox();
    const { reference } = await begin(side);
    const { result } = await side.call('POST', '/api/v1/merchant/cards/charge', {
      transactionReference: reference,
      collectionChannel: 'API_NOTIFICATION',
      card: cardOf('issuer-by-post'),
    });
    const { md = '', paReq = '', termUrl = '' } = result.secure3dData as Record<string, string>;
    const fields = { MD: md, PaReq: paReq, TermUrl: termUrl };
    const page = await follow(side, await post(side, '/issuer', fields, { 'sec-fetch-site': 'cross-site' }));
    expect(page.text).toContain('confirm this payment');
  });

  it("posts a form to the issuer's page for a card with 3-D Secure by POST", async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const page = await follow(side, await post(side, `${path}/card`, cardOf('issuer-by-post')));
    expect(page.text).toContain('<form method="post" action="/issuer" data-submit>');
    expect(page.text).toContain('<button>Continue to your bank</button>');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    const issuer = await follow(side, await post(side, '/issuer', hiddenFields(page)));
    expect(issuer.text).toContain('400000******0119');
  });

  it('returns from the bank to a page that changes nothing', async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side);
    const page = await follow(side, await post(side, `${path}/card`, cardOf('issuer-by-post')));
    const { MD = '', TermUrl = '' } = hiddenFields(page);
    const back = new URL(TermUrl).pathname;
    const posted = await post(side, back, { MD, PaRes: 'yes' }, { 'sec-fetch-site': 'cross-site' });
    for (const answer of [posted, await side.send('GET', back)]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('Your bank has responded.');
    }
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PENDING');
  });
});

describe('a payment of a different amount', () => {
  it.for([
    { naira: '1500.50', received: '₦1,500.50', word: 'Still to pay', difference: '₦2,499.50' },
    { naira: '5000', received: '₦5,000.00', word: 'Overpaid by', difference: '₦1,000.00' },
  ])('of $naira for 4,000 shows "$word"', async ({ naira, received, word, difference }) => {
    const side = await startSandbox();
    const { bankCode, accountNumber, transactionReference } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: naira });
    const { text } = await side.send('GET', `/checkout/${encodeURIComponent(transactionReference)}`);
    expect(text).toContain('<dd class="amount">₦4,000.00</dd>');
    expect(text).toMatch(new RegExp(`<dt>Received</dt>\\s*<dd>${received}</dd>`));
    expect(text).toMatch(new RegExp(`<dt>${word}</dt>\\s*<dd>${difference}</dd>`));
  });
});

describe('the bank simulator', () => {
  it.for([
    ['an unknown account', { bankCode: '058', accountNumber: '9999999999', amount: '12.50' }],
    ['an invalid amount', { bankCode: '058', accountNumber: '9999999999', amount: 'a lot' }],
  ] as const)('keeps the entered values after refusing %s', async ([, typed]) => {
    const side = await startSandbox();
    const sent = await post(side, '/simulator', typed);
    const page = sent.status === 303 ? await follow(side, sent) : sent;
    expect(page.text).toContain('role="alert"');
    expect(page.text).toMatch(/<option value="058" selected/);
    expect(page.text).toContain(`value="${typed.accountNumber}"`);
    expect(page.text).toContain(`value="${typed.amount}"`);
  });
});

describe('the mandate page', () => {
  async function askForMandate(side: Side): Promise<string> {
    const { result } = await side.call('POST', '/api/v1/direct-debit/mandate/create', {
      contractCode: side.sandbox.merchants.first().contractCode,
      mandateReference: 'rent',
      customerName: 'Ada Obi',
      customerEmailAddress: 'ada@example.com',
      customerPhoneNumber: '08030000000',
      customerAddress: 'Lagos',
      customerAccountNumber: '0100000005',
      customerAccountBankCode: '058',
      mandateDescription: 'Rent',
      mandateStartDate: '2026-06-27T09:10:00',
      mandateEndDate: '2026-12-31T10:00:00',
    });
    await side.sandbox.clock.advance(2_000);
    return `/mandates/${encodeURIComponent(String(result.mandateCode))}`;
  }

  it('is linked from the message inbox and authorizes', async () => {
    const side = await startSandbox();
    const path = await askForMandate(side);
    expect((await side.send('GET', '/inbox')).text).toContain(`${side.url}${path}`);
    expect((await side.send('GET', path)).text).toContain('PENDING_AUTHORIZATION');
    const after = await follow(side, await post(side, path, { answer: 'authorize' }));
    expect(after.text).toContain('PENDING_ACTIVATION');
    expect(after.text).toContain('Thank you. Your bank activates the direct debit within a minute.');
  });

  it('shows after a refusal that nothing will be debited', async () => {
    const side = await startSandbox();
    const path = await askForMandate(side);
    const after = await follow(side, await post(side, path, { answer: 'refuse' }));
    expect(after.text).toContain('You refused the direct debit. Nothing will be debited.');
  });
});

describe('the dashboard', () => {
  it('shows keys, clock, events and ledger, and replays an event', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await side.sandbox.deliveries.settled();
    const { text } = await side.send('GET', '/');
    expect(text).toContain(side.sandbox.merchants.first().secretKey);
    expect(text).toContain('2026-06-27 09:08:11');
    expect(text).toContain('SUCCESSFUL_TRANSACTION');
    expect(text).toContain('balanced');
    expect(text).toMatch(/<span>bank:058:0100000001<\/span>\s*<span class="number">−₦4,000.00<\/span>/);
    expect(text).toMatch(/<td class="number">−₦4,000.00<\/td>/);
    expect(text).toContain(`all: ${url}`);
    const [delivery] = side.sandbox.deliveries.list();
    await post(side, `/dashboard/deliveries/${delivery?.id ?? ''}/replay`, {});
    await side.sandbox.deliveries.settled();
    expect(received).toHaveLength(2);
  });

  it('moves the clock, adds faults and clears them', async () => {
    const side = await startSandbox();
    await post(side, '/clock', { duration: '2h' });
    expect(side.sandbox.clock.now() - Date.parse('2026-06-27T08:08:11Z')).toBe(7_200_000);
    await post(side, '/dashboard/faults', { plan: '{"on":"event","fault":{"kind":"drop"}}' });
    expect((await side.send('GET', '/')).text).toContain('Clear fault F1');
    await post(side, '/dashboard/faults/clear', { id: 'F1' });
    expect((await side.send('GET', '/')).text).toContain('No faults are planned.');
  });

  it('shows that no event address is set', async () => {
    const side = await startSandbox();
    expect((await side.send('GET', '/')).text).toContain('<dd>no address set</dd>');
  });

  it('keeps an invalid fault plan in the form', async () => {
    const side = await startSandbox();
    const page = await post(side, '/dashboard/faults', { plan: '[nonsense]' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('<h1>Sandbox dashboard</h1>');
    expect(page.text).toContain('role="alert"');
    expect(page.text).toMatch(/<textarea[^>]*>\[nonsense\]<\/textarea>/);
  });

  it('refuses forms of other sites', async () => {
    const side = await startSandbox();
    const answer = await post(side, '/clock', { duration: '2h' }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect((await side.send('GET', '/sandbox/clock')).body.skippedMs).toBe(0);
  });
});
