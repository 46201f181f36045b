import { describe, expect, it } from 'vitest';
import { beginTransfer, type Side, startSandbox, terms } from './merchant-side.js';

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
    expect(page.text).toContain('2026-06-27 09:48:11');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('shows a virtual account without scripts, and then that it is paid', async () => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    const taken = await side.send('POST', `${path}/transfer`, '', FORM);
    expect(taken.status).toBe(303);
    const page = await side.send('GET', path);
    const accountNumber = /<dd>(\d{10})<\/dd>/.exec(page.text)?.[1] ?? '';
    const sent = await side.send(
      'POST',
      '/simulator',
      `bankCode=035&accountNumber=${accountNumber}&amount=4000`,
      FORM,
    );
    const receipt = await side.send('GET', sent.headers.get('location') ?? '');
    expect(receipt.text).toContain('<strong>PAID</strong>');
    expect((await side.send('GET', path)).text).toContain('This payment is PAID.');
  });

  it('shows that the payment has expired', async () => {
    const side = await startSandbox();
    const path = await checkoutOf(side);
    await side.sandbox.clock.advance(40 * 60_000);
    expect((await side.send('GET', path)).text).toContain('This payment has expired.');
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
