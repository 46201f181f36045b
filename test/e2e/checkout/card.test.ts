import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { cardIn, type Checkouts, createCheckouts, OTP } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

const SETTINGS = { recheckScheduleMs: [100, 500, 2_000], gatewayEventGraceMs: 1_000 };

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: SETTINGS });
  checkouts = createCheckouts(world, 'card');
});
afterAll(() => world.close());

const WRONG_OTP = '111111';

/** The next call about the checkout's transaction fails: `when.kind`. */
async function failCall(reference: string, endpoint: string, fault: string): Promise<void> {
  const { transactionReference } = await checkouts.read(reference);
  const [when, kind] = fault.split('.');
  await world.planFault({
    on: 'call',
    endpoint,
    reference: transactionReference,
    when,
    fault: { kind },
  });
}

describe.concurrent('a card that needs no authentication', () => {
  it('pays at once, and the merchant receives one webhook', async () => {
    const reference = await checkouts.open();
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 200,
      body: {
        state: 'PAID',
        card: { state: 'CHARGED', last4: '1111', bin: '411111' },
        paid: { method: 'CARD' },
      },
    });
    await checkouts.expectPaidOnce(reference);
  });

  it('returns its token and e-mail when it can be charged again, and no token otherwise', async () => {
    const once = await checkouts.open();
    const again = await checkouts.open();
    expect((await checkouts.payByCard(once, 'approved')).body.paid).not.toHaveProperty('cardToken');
    expect((await checkouts.payByCard(again, 'tokenizable')).body.paid).toMatchObject({
      cardToken: {
        token: expect.stringMatching(/^MNFY_/) as string,
        email: 'ada@example.com',
        last4: '4081',
      },
    });
  });
});

describe.concurrent('a card that needs an OTP', () => {
  it('pays with the right OTP after two wrong ones, which return the attempts left', async () => {
    const reference = await checkouts.open();
    const asked = await checkouts.payByCard(reference, 'otp');
    expect(cardIn(asked)).toMatchObject({ state: 'OTP_REQUIRED', attemptsLeft: 3 });
    expect(cardIn(asked).reason).toContain('enter the OTP');
    expect(await checkouts.submitOtp(reference, WRONG_OTP)).toMatchObject({
      status: 422,
      body: {
        type: '/problems/otp-incorrect',
        moneyMoved: 'no',
        detail: 'the OTP is incorrect; 2 attempts are left',
      },
    });
    expect(await checkouts.submitOtp(reference, WRONG_OTP)).toMatchObject({
      body: { detail: 'the OTP is incorrect; 1 attempt is left' },
    });
    expect(await checkouts.submitOtp(reference)).toMatchObject({ status: 200, body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is declined after the last attempt, and another card uses a new transaction', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp-refused');
    await checkouts.submitOtp(reference, WRONG_OTP);
    await checkouts.submitOtp(reference, WRONG_OTP);
    const declined = await checkouts.submitOtp(reference, WRONG_OTP);
    expect(declined).toMatchObject({ status: 200, body: { state: 'PENDING', card: { state: 'DECLINED' } } });
    expect(await checkouts.submitOtp(reference)).toMatchObject({
      status: 409,
      body: { detail: 'the card is DECLINED' },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
    expect(await world.transactionsOf(reference)).toHaveLength(2);
  });

  it('accepts one of two OTPs that arrive together', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    const both = await Promise.all([checkouts.submitOtp(reference), checkouts.submitOtp(reference)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await checkouts.expectPaidOnce(reference);
  });

  it('refuses an OTP before any card was charged', async () => {
    const reference = await checkouts.open();
    const refused = await checkouts.submitOtp(reference);
    expect(refused).toMatchObject({ status: 409, body: { detail: 'no card was charged' } });
  });

  it('can be replaced by another card before its OTP', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('a card that redirects the payer to its issuer', () => {
  it('pays there, and the gateway’s event confirms it', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    expect(sent).toMatchObject({ state: 'THREE_DS_REQUIRED' });
    await checkouts.answerIssuer(sent.redirectUrl);
    await checkouts.expectPaidOnce(reference);
  });

  it('does not pay when the payer returns without authenticating, however often', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    await world.oware.checkouts.requestCheck(reference);
    await world.oware.checkouts.requestCheck(reference);
    expect(await world.oware.checkouts.get(reference)).toMatchObject({ state: 'PENDING' });
    await checkouts.answerIssuer(sent.redirectUrl);
    await checkouts.expectPaidOnce(reference);
    await world.oware.checkouts.requestCheck(reference);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('is checked when the payer returns and no event arrived', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    await world.dropEvent(reference);
    await checkouts.answerIssuer(sent.redirectUrl);
    expect(await checkouts.post(reference, 'confirm')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('posts a form to an issuer that needs one', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer-by-post'));
    expect(sent.redirectUrl).toContain(`${world.apiUrl}/vault/issuer/`);
    const page = await request(sent.redirectUrl);
    const html = await page.body.text();
    expect(page.headers['cache-control']).toBe('no-store');
    const md = /name="MD" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(action).toBe(`${world.gatewayUrl}/issuer`);
    const arrived = await request(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ MD: md }).toString(),
    });
    await arrived.body.dump();
    expect(arrived.statusCode).toBe(303);
    await world.control(`issuer/${md}`, { otp: OTP });
    await checkouts.expectPaidOnce(reference);
  });

  it('is authorised after 3DS where the gateway needs that', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    const early = await checkouts.post(reference, '3ds');
    expect(early).toMatchObject({ status: 200, body: { card: { state: 'THREE_DS_REQUIRED' } } });
    await world.dropEvent(reference);
    await checkouts.answerIssuer(sent.redirectUrl);
    expect(await checkouts.post(reference, '3ds')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is declined there: the payer sees the decline and can use another card', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 409,
      body: { type: '/problems/card-in-progress' },
    });
    await checkouts.answerIssuer(sent.redirectUrl, { decline: true });
    await world.oware.checkouts.requestCheck(reference);
    await expect
      .poll(() => world.call('GET', `/v1/checkouts/${reference}`))
      .toMatchObject({
        body: { state: 'PENDING', card: { state: 'DECLINED' } },
      });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('a declined card', () => {
  it('leaves the checkout open for another card', async () => {
    const reference = await checkouts.open();
    expect(await checkouts.payByCard(reference, 'insufficient-funds')).toMatchObject({
      status: 200,
      body: { state: 'PENDING', card: { state: 'DECLINED', reason: 'Insufficient Funds' } },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });

  it('leaves it open for a bank transfer', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'declined');
    const account = await checkouts.post(reference, 'virtual-account');
    await world.pay(account.body as never, '2500.00');
    await checkouts.expectPaidOnce(reference);
  });

  it('leaves it open for a new hosted page', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'declined');
    expect(await checkouts.read(reference)).not.toHaveProperty('checkoutUrl');
    const page = await checkouts.post(reference, 'page');
    expect(page.body.checkoutUrl).toContain(`${world.gatewayUrl}/checkout/`);
    await world.payOnHostedPage(page.body.transactionReference);
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('a card charge whose answer is lost', () => {
  it('is found paid, and no second charge follows', async () => {
    const reference = await checkouts.open();
    await world.dropEvent(reference);
    await failCall(reference, 'chargeCard', 'after.reset');
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is confirmed by the event that arrives before the answer', async () => {
    const reference = await checkouts.open();
    await failCall(reference, 'chargeCard', 'after.truncated');
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });

  it('blocks a second card, an OTP, a virtual account and a cancel while it is unresolved', async () => {
    const reference = await checkouts.open();
    await failCall(reference, 'chargeCard', 'before.reset');
    const lost = await checkouts.payByCard(reference, 'approved');
    expect(lost).toMatchObject({ status: 200, body: { state: 'PENDING', card: { state: 'UNKNOWN' } } });
    const barred = {
      status: 409,
      body: { type: '/problems/card-unresolved', moneyMoved: 'unknown' },
    };
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'virtual-account')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'page')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'cancel')).toMatchObject(barred);
    expect(await checkouts.submitOtp(reference)).toMatchObject({ status: 409 });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('stays unresolved when its record says once that it was declined: the next card waits', async () => {
    const reference = await checkouts.open();
    await failCall(reference, 'chargeCard', 'after.error');
    expect(await checkouts.payByCard(reference, 'declined')).toMatchObject({
      body: { card: { state: 'UNKNOWN' } },
    });
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 409,
      body: { type: '/problems/card-unresolved', moneyMoved: 'unknown' },
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('blocks a second OTP when the answer to the first is lost, and is found paid', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    await world.dropEvent(reference);
    await failCall(reference, 'authorizeOtp', 'after.reset');
    expect(await checkouts.submitOtp(reference)).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('uses up no attempt when the OTP was never sent', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    await failCall(reference, 'authorizeOtp', 'before.rate-limited');
    expect(await checkouts.submitOtp(reference)).toMatchObject({
      status: 503,
      body: { type: '/problems/not-sent', moneyMoved: 'no' },
    });
    expect(cardIn(await world.call('GET', `/v1/checkouts/${reference}`))).toMatchObject({ attemptsLeft: 3 });
    await checkouts.submitOtp(reference);
    await checkouts.expectPaidOnce(reference);
  });

  it('is not made when the vault that held the card is gone, and the payer gives the card again', async ({
    onTestFinished,
  }) => {
    const other = await createWorld({ settings: { ...SETTINGS, vaultTimeoutMs: 5_000 } });
    onTestFinished(() => other.close());
    const theirs = createCheckouts(other, 'card-vault-gone');
    const reference = await theirs.open();
    const gone = { handle: 'h', taskQueue: 'a-vault-that-is-gone', card: { bin: '411111', last4: '1111' } };
    await expect(other.oware.checkouts.chargeCard(reference, gone)).rejects.toThrow('nothing was charged');
    expect(cardIn(await other.call('GET', `/v1/checkouts/${reference}`)).state).toBe('NOT_CHARGED');
    await theirs.payByCard(reference, 'approved');
    await theirs.expectPaidOnce(reference);
    expect(await other.transactionsOf(reference)).toHaveLength(1);
  });

  it('is not decided by an answer about another transaction', async () => {
    const reference = await checkouts.open();
    await failCall(reference, 'chargeCard', 'after.wrong-reference');
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('the hosted page and a card of one checkout', () => {
  const payOnPage = async (reference: string) => {
    const { transactionReference } = await checkouts.read(reference);
    await world.payOnHostedPage(transactionReference);
  };

  it('collect once: a card is not charged after the payer paid on the page', async () => {
    const reference = await checkouts.open();
    await world.dropEvent(reference);
    await payOnPage(reference);
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('collect once: the page is closed after a card was charged', async () => {
    const reference = await checkouts.open();
    const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
    await checkouts.payByCard(reference, 'approved');
    const page = await request(body.checkoutUrl);
    expect(await page.body.text()).toContain('Payment received');
    await checkouts.expectPaidOnce(reference);
  });

  it('charge once when the payer uses both at the same moment', async () => {
    const reference = await checkouts.open();
    await Promise.all([payOnPage(reference), checkouts.payByCard(reference, 'approved')]);
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('a refused card', () => {
  it('names the wrong fields without repeating their values', async () => {
    const reference = await checkouts.open();
    const typed = {
      ...cardAsTyped('approved'),
      number: '41111111',
      expiryMonth: '13',
      cvv: 'abc',
      pin: undefined,
    };
    const refused = await checkouts.post(reference, 'card', typed);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([
      { field: 'number' },
      { field: 'expiryMonth' },
      { field: 'cvv' },
      { field: 'pin' },
    ]);
    expect(JSON.stringify(refused.body)).not.toMatch(/41111111|abc/);
  });

  it('says that the channel is disabled, the checkout is closed, or the reference is unknown', async () => {
    const byTransfer = await checkouts.open({ channels: ['transfer'] });
    expect(await checkouts.payByCard(byTransfer, 'approved')).toMatchObject({
      status: 409,
      body: { type: '/problems/channel-disabled' },
    });
    const cancelled = await checkouts.open();
    await checkouts.post(cancelled, 'cancel');
    expect(await checkouts.payByCard(cancelled, 'approved')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(' is CANCELLED') as string },
    });
    expect(await checkouts.payByCard('never-used', 'approved')).toMatchObject({ status: 404 });
  });
});

// alone: it counts what the vault holds
it('a card never appears in Temporal: neither number, nor PIN, nor CVV, nor OTP', async () => {
  const reference = await checkouts.open();
  const kept = world.vault.handles.count();
  await checkouts.payByCard(reference, 'otp');
  await checkouts.submitOtp(reference, '987654');
  await checkouts.submitOtp(reference);
  await checkouts.expectPaidOnce(reference);
  const history = await world.handle(`checkout:${reference}`).fetchHistory();
  const bytes = Buffer.from(JSON.stringify(history)).toString();
  const texts = [...bytes.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data]) =>
    Buffer.from(data ?? '', 'base64').toString(),
  );
  expect(texts.length).toBeGreaterThan(10);
  const { number } = cardAsTyped('otp');
  for (const text of [bytes, ...texts]) {
    expect(text).not.toContain(number);
    // whole numbers only: the nanoseconds of an event may contain any six digits
    expect(text).not.toMatch(/"(pin|cvv|token|expiryMonth)"|\b(987654|123456)\b/);
  }
  expect(world.vault.handles.count()).toBe(kept);
});
