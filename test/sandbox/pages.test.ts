import { describe, expect, it } from 'vitest';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import { beginTransfer, pay, type Side, startSandbox, terms } from './merchant-side.js';

async function checkoutOf(side: Side, changes = {}): Promise<string> {
  const { result } = await side.call(
    'POST',
    '/api/v1/merchant/transactions/init-transaction',
    terms(side, changes),
  );
  return new URL(result.checkoutUrl as string).pathname;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the hosted checkout', () => {
  it('shows the amount, the merchant and the expiry', async () => {
    const side = await startSandbox();
    const page = await side.send('GET', await checkoutOf(side));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Pay Calabash Stores');
    expect(page.text).toContain('₦4,000.00');
    expect(page.text).toContain('<time>09:48 today</time>');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('shows a virtual account without scripts, and then that it is paid', async () => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    const taken = await side.send('POST', `${path}/transfer`, '', FORM);
    expect(taken.status).toBe(303);
    const page = await side.send('GET', path);
    const accountNumber = /<p class="digits">(\d{10})<\/p>/.exec(page.text)?.[1] ?? '';
    const sent = await side.send(
      'POST',
      '/simulator',
      `bankCode=035&accountNumber=${accountNumber}&amount=4000`,
      FORM,
    );
    const receipt = await side.send('GET', sent.headers.get('location') ?? '');
    expect(receipt.text).toContain('The payment is complete.');
    expect((await side.send('GET', path)).text).toContain('Payment received');
  });

  it('shows that the payment has expired', async () => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    await side.sandbox.clock.advance(40 * 60_000);
    expect((await side.send('GET', path)).text).toContain('This payment has expired');
  });

  it('reports its state to an open page: it changes when money arrives and when the payment expires', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    const path = `/checkout/${encodeURIComponent(transactionReference)}`;
    const stateOf = async () => (await side.send('GET', `${path}/state.js`)).text;
    expect((await side.send('GET', path)).text).toContain(`data-live="${path}/state.js"`);
    expect((await side.send('GET', path)).text).toContain('data-state="open 0"');
    expect(await stateOf()).toBe('export const state = "open 0";\n');
    await pay(side, { bankCode, accountNumber, amount: 1000 });
    expect(await stateOf()).toBe('export const state = "open 100000";\n');
    await side.sandbox.clock.advance(40 * 60_000);
    expect(await stateOf()).toBe('export const state = "ended 100000";\n');
    expect((await side.send('GET', '/checkout/unknown/state.js')).status).toBe(404);
  });

  it('refreshes the page with the account by itself only where scripts are off', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { text } = await side.send('GET', `/checkout/${encodeURIComponent(transactionReference)}`);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="10" /></noscript>');
    expect(text.split('http-equiv')).toHaveLength(2);
  });

  it.each([
    ['open', []],
    ['waiting for a transfer', [['/transfer', {}]]],
    ['waiting for an OTP', [['/card', cardAsTyped('otp')]]],
    ['waiting for the issuer', [['/card', cardAsTyped('issuer-by-post')]]],
    ['paid', [['/card', cardAsTyped('approved')]]],
    ['declined', [['/card', cardAsTyped('declined')]]],
    [
      'refused a code',
      [
        ['/card', cardAsTyped('otp')],
        ['/otp', { otp: '000000' }],
      ],
    ],
  ] as const)('speaks to the payer in words, not in states, when it is %s', async (_what, steps) => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    for (const [step, fields] of steps)
      await side.send('POST', path + step, new URLSearchParams(fields).toString(), FORM);
    const words = (await side.send('GET', path)).text.replace(/<[^>]*>/g, ' ');
    expect(words).not.toMatch(/\b(PENDING|PAID|OVERPAID|PARTIALLY_PAID|EXPIRED|FAILED|CANCELLED|CARD)\b|_/);
  });

  it('shows what has arrived and what is missing once the time to pay is over, without a countdown', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 1000 });
    await side.sandbox.clock.advance(40 * 60_000);
    const { text } = await side.send('GET', `/checkout/${encodeURIComponent(transactionReference)}`);
    expect(text).toContain('₦1,000.00 has arrived, ₦3,000.00 is missing.');
    expect(text).not.toMatch(/data-seconds|class="digits"/);
  });

  it('shows the end of a payment to a payer who still submits a form', async () => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    await side.sandbox.clock.advance(40 * 60_000);
    const fields = new URLSearchParams(cardAsTyped('approved')).toString();
    const answer = await side.send('POST', `${path}/card`, fields, FORM);
    expect(answer.status).toBe(303);
    const end = await side.send('GET', answer.headers.get('location') ?? '');
    expect(end.text).toContain('This payment has expired');
  });

  it.each([
    ['CARD', 'Card number', 'by transfer'],
    ['ACCOUNT_TRANSFER', 'by transfer', 'Card number'],
  ])('offers only %s where only that channel is on', async (method, offered, missing) => {
    const side = await startSandbox();
    const path = await checkoutOf(side, { paymentMethods: [method] });
    for (const query of ['', '?by=card']) {
      const { text } = await side.send('GET', path + query);
      expect(text).toContain(offered);
      expect(text).not.toContain(missing);
      expect(text).not.toContain('aria-label="How to pay"');
    }
  });

  it('escapes a description', async () => {
    const side = await startSandbox();
    const page = await side.send(
      'GET',
      await checkoutOf(side, { paymentDescription: '<script>alert(1)</script>' }),
    );
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('&#60;script&#62;alert(1)');
  });
});

describe('the bank simulator', () => {
  it('shows that no money moved when a transfer is refused', async () => {
    const side = await startSandbox();
    const { accountNumber } = await beginTransfer(side);
    await side.sandbox.clock.advance(40 * 60_000);
    const sent = await side.send(
      'POST',
      '/simulator',
      `bankCode=035&accountNumber=${accountNumber}&amount=4000`,
      FORM,
    );
    const page = await side.send('GET', sent.headers.get('location') ?? '');
    expect(page.text).toContain('No money moved');
  });
});

describe('the control API', () => {
  it('moves the clock by a duration', async () => {
    const side = await startSandbox();
    const { body } = await side.send('POST', '/sandbox/clock/advance', { duration: '40m' });
    expect(body).toMatchObject({ now: '2026-06-27T08:48:11.000Z', skippedMs: 2_400_000, workflows: false });
    expect((await side.send('GET', '/sandbox/clock')).body).toEqual(body);
  });

  it('refuses an invalid duration', async () => {
    const side = await startSandbox();
    const answer = await side.send('POST', '/sandbox/clock/advance', { duration: 'a while' });
    expect(answer.status).toBe(400);
    expect(answer.reason).toContain('Missing or invalid duration');
  });

  it('returns merchants with their keys, and the ledger', async () => {
    const side = await startSandbox();
    expect((await side.send('GET', '/sandbox/merchants')).text).toContain('"apiKey":"MK_TEST_');
    expect((await side.send('GET', '/sandbox/ledger')).body).toMatchObject({ balanced: true, problems: [] });
    expect((await side.send('GET', '/health')).body).toEqual({ status: 'up' });
  });
});
