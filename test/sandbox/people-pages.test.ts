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
    const { text } = await side.send('GET', `${path}?by=card`);
    for (const { number } of testCards()) expect(text).toContain(`<span class="whole">${number}</span>`);
    expect(text.split('12/2049')).toHaveLength(2);
  });

  it('fills the form with the test card that a chip names, and with nothing else', async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const { number = '' } = cardOf('otp');
    const numberField = async (query: string) =>
      /name="number"[^>]*value="([^"]*)"/.exec((await side.send('GET', `${path}?by=card${query}`)).text)?.[1];
    expect(await numberField('&card=otp')).toBe(number);
    expect(await numberField('&card=4242424242424242')).toBe('');
    expect(await numberField('&card=constructor')).toBe('');
  });

  it('is approved at once with a simple card, and links back to the merchant', async () => {
    const side = await startSandbox();
    const { path, reference } = await begin(side, { redirectUrl: 'https://shop.example/thanks?order=1' });
    const page = await follow(side, await post(side, `${path}/card`, cardOf('approved')));
    expect(page.text).toContain('Payment received');
    expect(page.text).toContain('₦4,000.00 has arrived');
    expect(page.text).toContain('order-1');
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
    expect(asked.text).toContain('3 attempts left.');
    const wrong = await post(side, `${path}/otp`, { otp: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/role="alert"[^>]*>This code is not correct/);
    expect(wrong.text).toContain('2 attempts left.');
    await post(side, `${path}/otp`, { otp: '123456' });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PAID');
  });

  it('shows the same page with the reason for an invalid card', async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const refused = await post(side, `${path}/card`, { ...cardOf('approved'), number: '4242424242424242' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/role="alert"[^>]*>This card number is not valid/);
    expect(refused.text).toContain('Pay ₦4,000.00</button>');
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
    expect(done.text).toContain('Payment confirmed');
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
    expect(page.text).toContain('Confirm this payment');
  });

  it("posts a form to the issuer's page for a card with 3-D Secure by POST", async () => {
    const side = await startSandbox();
    const { path } = await begin(side);
    const page = await follow(side, await post(side, `${path}/card`, cardOf('issuer-by-post')));
    expect(page.text).toMatch(/<form method="post" action="\/issuer"[^>]* data-submit>/);
    expect(page.text).toMatch(/<button[^>]*>Continue to your bank<\/button>/);
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
    { naira: '1500.50', shows: ['₦1,500.50 received.', 'Send the remaining ₦2,499.50'] },
    { naira: '5000', shows: ['₦5,000.00 has arrived.', 'You sent ₦1,000.00 more than the amount due.'] },
  ])('of $naira for 4,000 shows the difference', async ({ naira, shows }) => {
    const side = await startSandbox();
    const { bankCode, accountNumber, transactionReference } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: naira });
    const { text } = await side.send('GET', `/checkout/${encodeURIComponent(transactionReference)}`);
    for (const words of ['₦4,000.00', ...shows]) expect(text).toContain(words);
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
    expect((await side.send('GET', path)).text).toMatch(/<button[^>]*>Authorize<\/button>/);
    const after = await follow(side, await post(side, path, { answer: 'authorize' }));
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
    const textOf = async (tab: string) => (await side.send('GET', tab)).text;
    const keys = await textOf('/dashboard/keys');
    expect(keys).toContain(side.sandbox.merchants.first().secretKey);
    expect(keys).toContain(`all: ${url}`);
    const events = await textOf('/dashboard/events');
    expect(events).toContain('2026-06-27 09:08:11');
    expect(events).toContain('SUCCESSFUL_TRANSACTION');
    const ledger = await textOf('/dashboard/ledger');
    expect(ledger).toContain('balanced');
    expect(ledger).toMatch(/<span>bank:058:0100000001<\/span>\s*<span class="number">−₦4,000.00<\/span>/);
    expect(ledger).toMatch(/<td[^>]* class="number"><div>−₦4,000.00<\/div><\/td>/);
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
    expect((await side.send('GET', '/dashboard/faults')).text).toContain('Clear fault F1');
    await post(side, '/dashboard/faults/clear', { id: 'F1' });
    expect((await side.send('GET', '/dashboard/faults')).text).toContain('No faults are planned.');
  });

  it('shows that no event address is set', async () => {
    const side = await startSandbox();
    expect((await side.send('GET', '/dashboard/keys')).text).toContain('<dd>no address set</dd>');
  });

  it('keeps an invalid fault plan in the form', async () => {
    const side = await startSandbox();
    const page = await post(side, '/dashboard/faults', { plan: '[nonsense]' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('<h1>Sandbox dashboard</h1>');
    expect(page.text).toContain('role="alert"');
    expect(page.text).toMatch(/<textarea[^>]*>\s*\[nonsense\]<\/textarea>/);
  });

  it('refuses forms of other sites', async () => {
    const side = await startSandbox();
    const answer = await post(side, '/clock', { duration: '2h' }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect((await side.send('GET', '/sandbox/clock')).body.skippedMs).toBe(0);
  });
});
