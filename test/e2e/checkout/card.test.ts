import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { cardIn, type Checkouts, createCheckouts, OTP } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({
    settings: { recheckScheduleMs: [100, 500, 2_000], gatewayEventGraceMs: 1_000, vaultTimeoutMs: 1_000 },
  });
  checkouts = createCheckouts(world, 'card');
});
afterAll(() => world.close());

const WRONG_OTP = '111111';

describe('a card that needs no more', () => {
  it('pays at once, and the merchant is told once', async () => {
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

  it('offers its token with the first e-mail when it can be charged again, and none otherwise', async () => {
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

describe('a card that needs a code', () => {
  it('is paid with the right one, after two wrong ones that say how many tries are left', async () => {
    const reference = await checkouts.open();
    const asked = await checkouts.payByCard(reference, 'otp');
    expect(cardIn(asked)).toMatchObject({ state: 'OTP_REQUIRED', attemptsLeft: 3 });
    expect(cardIn(asked).reason).toContain('enter the OTP');
    expect(await checkouts.submitOtp(reference, WRONG_OTP)).toMatchObject({
      status: 422,
      body: {
        type: 'urn:oware:problem:otp-incorrect',
        moneyMoved: 'no',
        detail: 'the code is wrong; 2 tries are left',
      },
    });
    expect(await checkouts.submitOtp(reference, WRONG_OTP)).toMatchObject({
      body: { detail: 'the code is wrong; 1 try is left' },
    });
    expect(await checkouts.submitOtp(reference)).toMatchObject({ status: 200, body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is declined after the last try, and another card takes a further transaction', async () => {
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

  it('takes one of two codes that arrive together', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    const both = await Promise.all([checkouts.submitOtp(reference), checkouts.submitOtp(reference)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await checkouts.expectPaidOnce(reference);
  });

  it('wants none before a card was given', async () => {
    const reference = await checkouts.open();
    const refused = await checkouts.submitOtp(reference);
    expect(refused).toMatchObject({ status: 409, body: { detail: 'no card was charged' } });
  });

  it('gives way to another card that the payer would rather use', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });
});

describe('a card that sends the payer to its issuer', () => {
  it('is paid there, and the event tells', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    expect(sent).toMatchObject({ state: 'THREE_DS_REQUIRED' });
    await checkouts.answerIssuer(sent.redirectUrl);
    await checkouts.expectPaidOnce(reference);
  });

  it('is not believed when the payer comes back without having been there, however often', async () => {
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

  it('is asked about when the payer is back and no event came', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    await world.dropEvent();
    await checkouts.answerIssuer(sent.redirectUrl);
    expect(await checkouts.post(reference, 'confirm')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is brought there with a form when the issuer wants one', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer-by-post'));
    expect(sent.redirectUrl).toContain(`${world.apiUrl}/desk/issuer/`);
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

  it('is authorised with the card once more where the gateway wants that', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    const early = await checkouts.post(reference, '3ds');
    expect(early).toMatchObject({ status: 200, body: { card: { state: 'THREE_DS_REQUIRED' } } });
    await world.dropEvent();
    await checkouts.answerIssuer(sent.redirectUrl);
    expect(await checkouts.post(reference, '3ds')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is declined there, which the payer who comes back is told, and may use another', async () => {
    const reference = await checkouts.open();
    const sent = cardIn(await checkouts.payByCard(reference, 'issuer'));
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:card-in-progress' },
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

describe('a card that is declined', () => {
  it('leaves the payment open for another one', async () => {
    const reference = await checkouts.open();
    expect(await checkouts.payByCard(reference, 'insufficient-funds')).toMatchObject({
      status: 200,
      body: { state: 'PENDING', card: { state: 'DECLINED', reason: 'Insufficient Funds' } },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });

  it('leaves it open for a transfer', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'declined');
    const account = await checkouts.post(reference, 'virtual-account');
    await world.pay(account.body as never, '2500.00');
    await checkouts.expectPaidOnce(reference);
  });

  it('leaves it open for the hosted page, which is a new one', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'declined');
    expect(await checkouts.read(reference)).not.toHaveProperty('checkoutUrl');
    const page = await checkouts.post(reference, 'page');
    expect(page.body.checkoutUrl).toContain(`${world.gatewayUrl}/checkout/`);
    await world.payOnHostedPage(page.body.transactionReference);
    await checkouts.expectPaidOnce(reference);
  });
});

describe('a card whose answer is lost', () => {
  it('is found to have paid, and nobody is charged again', async () => {
    const reference = await checkouts.open();
    await world.dropEvent();
    await world.planFault({ on: 'call', endpoint: 'chargeCard', when: 'after', fault: { kind: 'reset' } });
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('is asked about until the gateway tells, while the event overtakes the answer', async () => {
    const reference = await checkouts.open();
    await world.planFault({
      on: 'call',
      endpoint: 'chargeCard',
      when: 'after',
      fault: { kind: 'truncated' },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });

  it('bars a second card, a code, an account and a cancel while nobody knows', async () => {
    const reference = await checkouts.open();
    await world.planFault({ on: 'call', endpoint: 'chargeCard', when: 'before', fault: { kind: 'reset' } });
    const lost = await checkouts.payByCard(reference, 'approved');
    expect(lost).toMatchObject({ status: 200, body: { state: 'PENDING', card: { state: 'UNKNOWN' } } });
    const barred = {
      status: 409,
      body: { type: 'urn:oware:problem:card-unresolved', moneyMoved: 'unknown' },
    };
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'virtual-account')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'page')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'cancel')).toMatchObject(barred);
    expect(await checkouts.submitOtp(reference)).toMatchObject({ status: 409 });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('is found to have been declined, and the next card is taken', async () => {
    const reference = await checkouts.open();
    await world.planFault({ on: 'call', endpoint: 'chargeCard', when: 'after', fault: { kind: 'error' } });
    expect(await checkouts.payByCard(reference, 'declined')).toMatchObject({
      body: { card: { state: 'DECLINED' } },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });

  it('bars a second code when the first one’s answer is lost, and is found to have paid', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    await world.dropEvent();
    await world.planFault({ on: 'call', endpoint: 'authorizeOtp', when: 'after', fault: { kind: 'reset' } });
    expect(await checkouts.submitOtp(reference)).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('costs no try when the code never left', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    await world.planFault({
      on: 'call',
      endpoint: 'authorizeOtp',
      when: 'before',
      fault: { kind: 'rate-limited' },
    });
    expect(await checkouts.submitOtp(reference)).toMatchObject({
      status: 503,
      body: { type: 'urn:oware:problem:not-sent', moneyMoved: 'no' },
    });
    expect(cardIn(await world.call('GET', `/v1/checkouts/${reference}`))).toMatchObject({ attemptsLeft: 3 });
    await checkouts.submitOtp(reference);
    await checkouts.expectPaidOnce(reference);
  });

  it('was not charged when the desk that held it is gone, and is asked for again', async () => {
    const reference = await checkouts.open();
    const gone = { handle: 'h', taskQueue: 'a-vault-that-is-gone', card: { bin: '411111', last4: '1111' } };
    await expect(world.oware.checkouts.chargeCard(reference, gone)).rejects.toThrow('nothing was charged');
    expect(cardIn(await world.call('GET', `/v1/checkouts/${reference}`)).state).toBe('NOT_CHARGED');
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });

  it('tells nothing when the answer is another payment’s', async () => {
    const reference = await checkouts.open();
    await world.planFault({
      on: 'call',
      endpoint: 'chargeCard',
      when: 'after',
      fault: { kind: 'wrong-reference' },
    });
    await checkouts.payByCard(reference, 'approved');
    await checkouts.expectPaidOnce(reference);
  });
});

describe('the hosted page and the card of one payment', () => {
  const payOnPage = async (reference: string) => {
    const { transactionReference } = await checkouts.read(reference);
    await world.payOnHostedPage(transactionReference);
  };

  it('are one obligation: who paid on the page is not charged by card', async () => {
    const reference = await checkouts.open();
    await world.dropEvent();
    await payOnPage(reference);
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({ body: { state: 'PAID' } });
    await checkouts.expectPaidOnce(reference);
  });

  it('are one obligation: who paid by card finds the page closed', async () => {
    const reference = await checkouts.open();
    const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
    await checkouts.payByCard(reference, 'approved');
    const page = await request(body.checkoutUrl);
    expect(await page.body.text()).toContain('PAID');
    await checkouts.expectPaidOnce(reference);
  });

  it('charge once when both are used at the same moment', async () => {
    const reference = await checkouts.open();
    await Promise.all([payOnPage(reference), checkouts.payByCard(reference, 'approved')]);
    await checkouts.expectPaidOnce(reference);
  });
});

describe('what is wrong with a card', () => {
  it('is named without repeating what was typed', async () => {
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

  it('is that the payment is not to be paid by card, is over, or is not known', async () => {
    const byTransfer = await checkouts.open({ channels: ['transfer'] });
    expect(await checkouts.payByCard(byTransfer, 'approved')).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:channel-disabled' },
    });
    const cancelled = await checkouts.open();
    await checkouts.post(cancelled, 'cancel');
    expect(await checkouts.payByCard(cancelled, 'approved')).toMatchObject({
      status: 409,
      body: { detail: 'the payment is CANCELLED' },
    });
    expect(await checkouts.payByCard('never-used', 'approved')).toMatchObject({ status: 404 });
  });

  it('never reaches Temporal: neither number, nor PIN, nor CVV, nor code', async () => {
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
      expect(text).not.toMatch(/"(pin|cvv|token|expiryMonth)"|987654|123456\b/);
    }
    expect(world.vault.handles.count()).toBe(kept);
  });
});
