import { afterEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { ownerOf } from '../../../src/domain/reference.js';
import { DAY, HOUR, MINUTE, SECOND } from '../operation-settings.js';
import { play, START } from './scripted-account.js';

afterEach(() => {
  vi.useRealTimers();
});

const at = (ms: number) => new Date(ms).toISOString();
const row = (transactionReference: string, paymentStatus: string, amount: number, ms = START) => ({
  transactionReference,
  paymentReference: transactionReference,
  paymentStatus,
  amount,
  amountPaid: amount,
  completedOn: at(ms),
});

describe('a record that says REFUNDED', () => {
  async function paid() {
    const a = play();
    await a.pays('T1', 250_000);
    return a;
  }

  it('is explained by a refund of ours that has not reported yet', async () => {
    const a = await paid();
    a.refunds.set('T1', kobo(250_000));
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    a.listed([row('T1', 'REFUNDED', 250_000)]);
    await a.sweeps();
    a.refundEnds('T1', 250_000);
    await a.run(10 * MINUTE);
    expect(a.said()).toEqual([
      ['credited', 'T1', 250_000],
      ['refunded', 'T1', 250_000],
    ]);
    expect(a.items()).toEqual([]);
    expect(a.credited()).toEqual({ count: 1, sumKobo: 250_000 });
  });

  it('takes back what our refund of a part did not return, and no more', async () => {
    const a = await paid();
    a.refundEnds('T1', 100_000);
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    await a.isSwept('T1', 250_000);
    expect(a.said()).toEqual([
      ['credited', 'T1', 250_000],
      ['refunded', 'T1', 100_000],
      ['credit-changed', 'T1', 100_000, 250_000],
    ]);
  });

  it('is read again when our refund ends without money: then the gateway took it back', async () => {
    const a = await paid();
    a.refunds.set('T1', kobo(250_000));
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    await a.isSwept('T1', 250_000);
    expect(a.credited()).toEqual({ count: 1, sumKobo: 250_000 });
    a.refunds.delete('T1');
    a.refundEnds('T1', 250_000, { state: 'FAILED', refundedKobo: kobo(0) });
    await a.run(20 * MINUTE);
    expect(a.said().at(-1)).toEqual(['credit-reversed', 'T1', 0, 250_000]);
  });

  it('of a payment that was never reported, because our refund was first, is its money', async () => {
    const a = play();
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    a.refundEnds('T1', 250_000);
    await a.run(HOUR);
    expect(a.said()).toEqual([
      ['refunded', 'T1', 250_000],
      ['credited', 'T1', 250_000],
    ]);
    expect(a.credited()).toEqual({ count: 1, sumKobo: 250_000 });
    expect(a.items()).toEqual([]);
  });

  it('is known with the refund that was first, also where the record was not found at once', async () => {
    const a = play();
    a.refundEnds('T1', 100_000);
    await a.run(HOUR);
    a.continues();
    await a.pays('T1', 250_000);
    expect(a.account.snapshot().credits).toMatchObject([{ amountKobo: 250_000, refundedKobo: 100_000 }]);
  });

  it('of an invoice is reported by the invoice, also where our refund was first', async () => {
    const a = play();
    a.attach('inv', 'T1');
    a.invoices.set('inv', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    a.refundEnds('T1', 250_000);
    await a.run(HOUR);
    expect(a.said()).toEqual([['refunded', 'T1', 250_000]]);
    expect(a.forwarded).toMatchObject([{ to: { reference: 'inv' }, event: { amountKobo: 250_000 } }]);
  });

  it('is read where a person has concluded that the payment happened', async () => {
    const a = play();
    a.event('T1', 250_000);
    await a.run(3 * HOUR);
    a.resolve('unproven-event:T1', 'happened');
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    a.refundEnds('T1', 250_000);
    a.listed([row('T1', 'REFUNDED', 250_000)]);
    await a.sweeps();
    expect(a.said()).toEqual([
      ['refunded', 'T1', 250_000],
      ['credited', 'T1', 250_000],
    ]);
  });

  it('without any refund of ours is a return', async () => {
    const a = await paid();
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    await a.isSwept('T1', 250_000);
    expect(a.said().at(-1)).toEqual(['credit-reversed', 'T1', 0, 250_000]);
  });
});

describe('a payment whose record names another account', () => {
  it('is handed over while it was never sent here', async () => {
    const a = play();
    await a.pays('T1', 250_000, { account: 'bola-2' });
    expect(a.forwarded).toMatchObject([{ to: { reference: 'bola-2' } }]);
    expect([a.said(), a.items()]).toEqual([[], []]);
  });

  it('and was sent as a credit of this one is an item: the other account never hears of it from here', async () => {
    const a = play();
    await a.pays('T1', 250_000);
    await a.pays('T1', 300_000, { account: 'bola-2' });
    expect(a.forwarded).toEqual([]);
    expect(a.items()).toMatchObject([{ key: 'identity-mismatch:T1', atRiskKobo: 300_000 }]);
    expect(a.credited()).toEqual({ count: 1, sumKobo: 250_000 });
  });
});

describe('more items than are listed', () => {
  const AMOUNT = 100_000_00;
  async function claimed(count: number) {
    const a = play();
    for (let n = 0; n < count; n++) a.event(`T${n}`, AMOUNT);
    await a.run(3 * HOUR);
    return a;
  }
  const others = (a: ReturnType<typeof play>) => a.items().find(({ key }) => key.endsWith(':others'));

  it('are in one that sums what it stands for, after every change', async () => {
    const a = await claimed(130);
    expect(a.items()).toHaveLength(101);
    expect(others(a)).toMatchObject({ atRiskKobo: 30 * AMOUNT });
    expect(a.atRisk()).toBe(130 * AMOUNT);
    await a.pays('T0', AMOUNT);
    await a.pays('T1', AMOUNT);
    expect(a.atRisk()).toBe(128 * AMOUNT);
    expect(others(a)).toMatchObject({ atRiskKobo: 28 * AMOUNT });
  });

  it('are listed as those before them are decided: none is left without an item', async () => {
    const a = await claimed(120);
    for (let n = 0; n < 120; n++) {
      const [item] = a.items();
      expect(a.atRisk()).toBe((120 - n) * AMOUNT);
      a.resolve(item!.key, 'did-not-happen', item!.version);
    }
    expect(a.items()).toEqual([]);
    expect(a.account.openCredits().filter(({ movement }) => movement.claimed !== undefined)).toEqual([]);
  });

  it('are decided on as the person saw them, with one more it is refused', async () => {
    const a = await claimed(120);
    const seen = others(a)!;
    a.event('T-new', AMOUNT);
    await a.run(HOUR);
    expect(() => a.resolve(seen.key, 'did-not-happen', seen.version)).toThrow('review-item-changed');
    a.resolve(seen.key, 'did-not-happen', others(a)!.version);
    expect(a.items()).toHaveLength(100);
    expect(a.atRisk()).toBe(100 * AMOUNT);
    expect(others(a)).toBeUndefined();
  });

  it('stay, however many wait: those that need no decision are put away first', async () => {
    const a = play();
    a.account.change({ forgottenUntil: undefined });
    for (let n = 0; n < 10; n++) {
      await a.pays(`OLD${n}`, AMOUNT, { paidOn: at(START - 8 * DAY) });
      a.resolve(`unproven-event:OLD${n}`, 'dismiss');
    }
    for (let n = 0; n < 500; n++) a.event(`T${n}`, AMOUNT);
    await a.run(3 * HOUR);
    expect(a.account.openCredits()).toHaveLength(500);
    expect(a.atRisk()).toBe(500 * AMOUNT);
    expect(a.keys()).not.toContain('unproven-event:not-kept');
    // one more is more than can be kept: it is counted
    a.event('T-last', AMOUNT);
    await a.run(3 * HOUR);
    expect(a.atRisk()).toBe(501 * AMOUNT);
    expect(a.items().find(({ key }) => key === 'unproven-event:not-kept')).toMatchObject({
      count: 1,
      atRiskKobo: AMOUNT,
    });
    await a.pays('T0', AMOUNT);
    expect(a.keys()).toContain('unproven-event:not-kept');
  });

  it('cost a change of one credit no more than its own: the others are not derived again', async () => {
    const a = await claimed(250);
    const encoded = vi.spyOn(JSON, 'stringify');
    a.event('T7', 2 * AMOUNT);
    const { length } = encoded.mock.calls;
    encoded.mockRestore();
    // each item that is derived needs two
    expect(length).toBeLessThan(10);
  });
});

it('an event among more than are listed keeps its item, also after a listing', async () => {
  const a = play();
  await a.pays('T1', 100_000);
  a.event('T1', 900_000);
  await a.run(HOUR);
  for (let n = 0; n < 120; n++) a.event(`U${n}`, 1_000);
  await a.run(HOUR);
  await a.isSwept('T1', 100_000);
  expect(a.keys()).toContain('unproven-event:T1:900000');
  expect(a.account.findCredit('T1')?.movement.claimed).toBe(900_000);
});

describe('a credit whose amount was forgotten', () => {
  async function forgotten() {
    const a = play();
    await a.pays('T0', 1_000);
    a.arePaid(5_500, 1_000);
    expect(a.account.findCredit('T0')).toBeUndefined();
    return a;
  }

  it('is an item when an event speaks of it, and is never told without a webhook', async () => {
    const a = await forgotten();
    const before = a.webhooks.length;
    await a.pays('T0', 900_000);
    expect(a.items()).toMatchObject([{ key: 'unproven-event:T0', atRiskKobo: 900_000 }]);
    expect(a.told('T0')).toBe(0);
    await a.isSwept('T0', 900_000);
    expect(a.keys()).toEqual(['unproven-event:T0']);
    a.resolve('unproven-event:T0', 'accept');
    expect(a.items()).toEqual([]);
    // decided on with this amount: other money is news
    await a.isSwept('T0', 900_000);
    expect(a.items()).toEqual([]);
    await a.pays('T0', 950_000);
    expect(a.items()).toMatchObject([{ key: 'unproven-event:T0', atRiskKobo: 950_000 }]);
    expect(a.webhooks).toHaveLength(before);
  });
});

it('a refund of a credit that was forgotten is just that: whether the credit was sent is not asked', async () => {
  for (const paidOn of [at(START), undefined]) {
    const a = play();
    await a.pays('T0', 100_000, { paidOn });
    a.arePaid(5_500, 1_000);
    // the day of the first one is dropped
    a.tick(9 * DAY);
    await a.pays('T1', 1_000);
    a.continues();
    expect(a.account.wasReported('T0')).toBe(false);
    const before = a.webhooks.length;
    a.refundEnds('T0', 100_000);
    await a.run(HOUR);
    expect(a.said().slice(before)).toEqual([['refunded', 'T0', 100_000]]);
    expect([a.items(), a.credited().count]).toEqual([[], 5_502]);
  }
});

describe('an old payment', () => {
  const paidOn = at(START - 8 * DAY);

  it('counts where nothing was forgotten', async () => {
    const a = play();
    await a.pays('T1', 100_000, { paidOn });
    expect(a.said()).toEqual([['credited', 'T1', 100_000]]);
  });

  it('that may have been reported and forgotten is for a person, who lets it count', async () => {
    const a = play();
    await a.pays('T0', 1_000);
    a.tick(9 * DAY);
    // the day of the first one is dropped
    await a.pays('T2', 1_000);
    await a.pays('T1', 100_000, { paidOn: at(START) });
    expect(a.items()).toMatchObject([{ key: 'unproven-event:T1', atRiskKobo: 100_000 }]);
    expect(a.said()).toHaveLength(2);
    a.resolve('unproven-event:T1', 'happened');
    expect(a.said().at(-1)).toEqual(['credited', 'T1', 100_000]);
    await a.pays('T1', 900_000, { paidOn: at(START) });
    expect(a.said().at(-1)).toEqual(['credit-changed', 'T1', 900_000, 100_000]);
    expect(a.items()).toEqual([]);
  });

  it('that the gateway, whose clock is ahead, dates to the next day may have been reported on the day before', async () => {
    const midnight = START + 16 * HOUR;
    const a = play();
    a.tick(16 * HOUR - MINUTE);
    await a.pays('T0', 100_000, { paidOn: at(midnight + 2 * MINUTE) });
    a.arePaid(5_500, 1_000);
    // the day before midnight is dropped, the day after it is not
    a.tick(midnight + 7 * DAY + HOUR - a.now());
    await a.pays('T1', 1_000);
    a.continues();
    const before = a.webhooks.length;
    a.event('T0', 100_000, 'settlement:S1:T0:100000');
    await a.run(HOUR);
    expect(a.webhooks).toHaveLength(before);
    expect(a.keys()).toEqual(['unproven-event:T0']);
  });

  it('that a person has seen, and is put away for others, is no credit when it is listed again', async () => {
    const a = play();
    a.account.change({ forgottenUntil: undefined });
    await a.pays('T1', 100_000, { paidOn });
    a.resolve('unproven-event:T1', 'dismiss');
    a.records.set('T1', { paymentStatus: 'REVERSED', amountPaid: 40_000, paidOn });
    await a.isSwept('T1', 100_000);
    a.resolve('conflicting-records:T1', 'dismiss');
    for (let n = 0; n < 500; n++) a.event(`U${n}`, 1_000);
    await a.run(HOUR);
    expect(a.account.findCredit('T1')).toBeUndefined();
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 100_000, paidOn });
    await a.isSwept('T1', 100_000);
    expect([a.said(), a.credited()]).toEqual([[], { count: 0, sumKobo: 0 }]);
    expect(a.account.findCredit('T1')).toMatchObject({ old: 'unknown' });
  });

  it('that was dismissed is an item again when it shows more', async () => {
    const a = play();
    a.account.change({ forgottenUntil: undefined });
    await a.pays('T1', 100_000, { paidOn });
    a.resolve('unproven-event:T1', 'dismiss');
    await a.pays('T1', 900_000, { paidOn });
    expect(a.items()).toMatchObject([{ key: 'unproven-event:T1', atRiskKobo: 900_000 }]);
    expect(a.said()).toEqual([]);
  });
});

describe('a payment from before the first day that Oware follows', () => {
  const paidOn = at(START - 2 * DAY);
  const before = () => play({ followSince: '2026-11-18' });

  it('is left alone by the sweep of the account: another system has booked it', async () => {
    const a = before();
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 100_000, paidOn });
    a.listed([row('T1', 'PAID', 100_000, START - 2 * DAY), row('T2', 'PAID', 50_000)]);
    a.records.set('T2', { paymentStatus: 'PAID', amountPaid: 50_000, paidOn: at(START) });
    await a.sweeps();
    expect(a.said()).toEqual([['credited', 'T2', 50_000]]);
    expect(a.items()).toEqual([]);
  });

  it('counts where an event reports it: the other system has not taken that', async () => {
    const a = before();
    await a.pays('T1', 100_000, { paidOn });
    expect(a.said()).toEqual([['credited', 'T1', 100_000]]);
  });
});

describe('money after the end of the account', () => {
  it('is late by what it is more: the policy asks back only that', async () => {
    const a = play({ late: 'refund' });
    await a.pays('T1', 100_000);
    a.close();
    await a.pays('T1', 150_000);
    expect(a.account.snapshot().policyRefunds).toMatchObject([{ amountKobo: 50_000 }]);
    expect(a.items()).toMatchObject([{ key: 'paid-late:T1', atRiskKobo: 50_000 }]);
    a.refundEnds('T1', 50_000, { refundReference: a.account.snapshot().policyRefunds![0]!.refundReference });
    await a.isSwept('T1', 150_000);
    expect(a.account.snapshot().policyRefunds).toHaveLength(1);
    await a.pays('T1', 170_000);
    expect(a.account.snapshot().policyRefunds).toMatchObject([
      { amountKobo: 50_000 },
      { amountKobo: 20_000 },
    ]);
  });

  it('of a payment from before it is in time, by the time of the payment', async () => {
    const a = play({ late: 'refund' });
    a.event('T1', 100_000);
    await a.run(MINUTE);
    a.tick(HOUR);
    a.close();
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 100_000, paidOn: at(START) });
    await a.run(HOUR);
    expect(a.said()).toEqual([['credited', 'T1', 100_000]]);
    expect([a.items(), a.account.snapshot().policyRefunds]).toEqual([[], undefined]);
  });

  it.each([
    ['has no time', {}],
    ['is dated by a clock that is ahead', { paidOn: at(START + HOUR) }],
  ])('of which an event spoke before it is in time, where its record %s', async (_why, more) => {
    const a = play({ late: 'refund' });
    a.records.set('T1', 'silent');
    a.event('T1', 100_000);
    await a.run(SECOND);
    a.close();
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 100_000, ...more });
    await a.run(HOUR);
    expect(a.said()).toEqual([['credited', 'T1', 100_000]]);
    expect([a.items(), a.account.snapshot().policyRefunds]).toEqual([[], undefined]);
    await a.pays('T1', 150_000, { paidOn: at(START + DAY) });
    expect(a.account.snapshot().policyRefunds).toMatchObject([{ amountKobo: 50_000 }]);
  });

  it('on an account that was refused is never in time: it may be another system that has it', async () => {
    const a = play();
    a.refuse();
    await a.pays('T1', 100_000, { paidOn: at(START - HOUR) });
    expect(a.said()).toEqual([['credited-after-end', 'T1', 100_000]]);
    expect(a.keys()).toEqual(['paid-late:T1']);
  });

  it.each(['accept', 'refund'] as const)(
    'on an account that was refused is for a person: it may be of another system, and no policy says %s',
    async (late) => {
      const a = play({ late });
      a.refuse();
      await a.pays('T1', 100_000);
      expect(a.keys()).toEqual(['paid-late:T1']);
      expect([a.account.snapshot().policyRefunds, a.forwarded]).toEqual([undefined, []]);
    },
  );

  async function askedBack() {
    const a = play({ late: 'refund' });
    a.close();
    await a.pays('T1', 250_000);
    const { refundReference } = a.account.snapshot().policyRefunds![0]!;
    return { a, refundReference };
  }
  const nothing = { refundedKobo: kobo(0), mostKobo: kobo(0), order: [1, 2] } as const;
  const failed = { ...nothing, key: 'failed', state: 'FAILED', reason: 'closed account' } as const;

  describe('that a policy asks back', () => {
    it('waits for a person again when its refund fails after it was completed, in a later run as well', async () => {
      const { a, refundReference } = await askedBack();
      a.refundEnds('T1', 250_000, { refundReference, order: [1, 1] });
      expect(a.items()).toEqual([]);
      a.continues();
      a.refundEnds('T1', 250_000, { refundReference, ...failed });
      await a.run(HOUR);
      const reason = `refund ${refundReference} is FAILED: closed account`;
      expect(a.items()).toMatchObject([{ key: 'paid-late:T1', reason, atRiskKobo: 250_000 }]);
      expect(a.account.snapshot().policyRefunds).toHaveLength(1);
    });

    it('does so as well where a merchant refunded what was held', async () => {
      const a = play();
      a.close();
      await a.pays('T1', 250_000);
      a.refundEnds('T1', 250_000, { order: [1, 1] });
      expect(a.items()).toEqual([]);
      a.refundEnds('T1', 250_000, failed);
      expect(a.items()).toMatchObject([{ key: 'paid-late:T1', atRiskKobo: 250_000 }]);
    });

    it('waits for a person again when its refund fails that was under way when they dismissed it', async () => {
      const { a, refundReference } = await askedBack();
      a.resolve('paid-late:T1', 'dismiss');
      expect(a.items()).toEqual([]);
      a.refundEnds('T1', 250_000, { refundReference, ...failed });
      expect(a.keys()).toEqual(['paid-late:T1']);
      a.resolve('paid-late:T1', 'dismiss');
      await a.run(HOUR);
      expect(a.items()).toEqual([]);
    });
  });

  it('is not accepted while a refund of it is under way, nor while its last record shows it as gone', async () => {
    const { a: asked, refundReference } = await askedBack();
    expect(() => {
      asked.resolve('paid-late:T1', 'accept');
    }).toThrow(`refund ${refundReference} of this money is under way`);
    asked.refundEnds('T1', 250_000, { refundReference, ...failed });
    await asked.run(HOUR);
    asked.resolve('paid-late:T1', 'accept');
    expect(asked.items()).toEqual([]);

    const a = play();
    a.close();
    await a.pays('T1', 250_000);
    a.records.set('T1', { paymentStatus: 'REVERSED', amountPaid: 250_000 });
    a.event('T1', 250_000, 'swept:1:T1');
    await a.run(MINUTE);
    expect(() => {
      a.resolve('paid-late:T1', 'accept');
    }).toThrow('the gateway reports REVERSED');
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 250_000 });
    await a.run(HOUR);
    a.resolve('paid-late:T1', 'accept');
    expect([a.items(), a.credited().count]).toEqual([[], 1]);
  });

  it.each(['dismiss', 'accept'] as const)(
    'is for a person again when it goes back and comes again after: %s',
    async (decision) => {
      const a = play();
      a.close();
      await a.pays('T1', 250_000);
      a.resolve('paid-late:T1', decision);
      for (const paymentStatus of ['REVERSED', 'PAID']) {
        a.records.set('T1', { paymentStatus, amountPaid: 250_000 });
        await a.isSwept('T1', 250_000);
      }
      expect(a.items()).toMatchObject([{ key: 'paid-late:T1', atRiskKobo: 250_000 }]);
    },
  );

  it('is not accepted while a refund of it is under way, by a policy or a request', async () => {
    const a = play();
    a.close();
    await a.pays('T1', 250_000);
    a.refunds.set('T1', kobo(100_000));
    await a.learns('paid-late:T1', 'accept');
    expect(() => a.resolve('paid-late:T1', 'accept')).toThrow('under way, for up to ₦1,000.00');
    a.refundEnds('T1', 100_000, { state: 'FAILED', refundedKobo: kobo(0), mostKobo: kobo(0), order: [1, 2] });
    await a.run(MINUTE);
    a.resolve('paid-late:T1', 'accept');
    expect(a.items()).toEqual([]);
  });

  it('is not accepted before its record was read again, where it says REFUNDED and our refund has failed', async () => {
    const a = play();
    a.close();
    await a.pays('T1', 250_000);
    a.refunds.set('T1', kobo(250_000));
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    await a.isSwept('T1', 250_000);
    a.refunds.delete('T1');
    a.records.set('T1', 'silent');
    a.refundEnds('T1', 250_000, { ...failed, mostKobo: kobo(0), order: [1, 2] });
    await a.run(HOUR);
    await a.learns('paid-late:T1', 'accept');
    expect(() => a.resolve('paid-late:T1', 'accept')).toThrow('decide once its record has been read again');
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    await a.run(DAY);
    expect([a.items(), a.credited().count]).toEqual([[], 0]);
  });

  it('is read again until its record is found, where that was last found without its money', async () => {
    const a = play();
    a.close();
    await a.pays('T1', 250_000);
    a.records.set('T1', { paymentStatus: 'EXPIRED', amountPaid: 0 });
    a.event('T1', 100_000);
    await a.run(SECOND);
    a.records.set('T1', 'absent');
    await a.run(HOUR);
    expect(() => a.resolve('paid-late:T1', 'accept')).toThrow('decide once its record has been read again');
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 250_000 });
    await a.run(DAY);
    a.resolve('paid-late:T1', 'accept');
    expect([a.items(), a.account.openCredits()]).toEqual([[], []]);
  });

  it('is no item once a refund has returned it, also where that was reported to a lost run alone', async () => {
    const { a } = await askedBack();
    const handedOver = a.account.snapshot();
    a.isLostSince(handedOver);
    const asked = handedOver.policyRefunds ?? [];
    a.byPolicy.set(
      'T1',
      asked.map((each) => ({ ...each, state: 'COMPLETED' })),
    );
    a.refunds.set('T1', kobo(250_000));
    a.returned.set('T1', kobo(250_000));
    a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
    a.listed([row('T1', 'REFUNDED', 250_000)]);
    await a.sweeps();
    expect(a.items()).toEqual([]);
    expect(a.account.snapshot().policyRefunds).toMatchObject([{ state: 'COMPLETED' }]);
    expect(a.credited()).toEqual({ count: 1, sumKobo: 250_000 });
  });

  it('is accepted after a refund of it had ended, also where that was reported to a lost run alone', async () => {
    const { a, refundReference } = await askedBack();
    const handedOver = a.account.snapshot();
    a.refundEnds('T1', 250_000, { refundReference, ...failed });
    a.isLostSince(handedOver);
    const asked = handedOver.policyRefunds ?? [];
    a.byPolicy.set(
      'T1',
      asked.map((each) => ({ ...each, state: 'FAILED' })),
    );
    await a.learns('paid-late:T1', 'accept');
    a.resolve('paid-late:T1', 'accept');
    expect(a.items()).toEqual([]);
  });

  it('that was accepted stays accepted when more arrives', async () => {
    const a = play();
    a.close();
    await a.pays('T1', 250_000);
    a.resolve('paid-late:T1', 'accept');
    await a.pays('T1', 400_000);
    expect(a.items()).toMatchObject([{ key: 'paid-late:T1', atRiskKobo: 150_000 }]);
  });
});

it('a refund that fails after it was completed is no longer shown on the credit', async () => {
  const a = play();
  await a.pays('T1', 250_000);
  const [shown] = a.account.snapshot().credits;
  a.refundEnds('T1', 100_000, { order: [1, 1] });
  expect(a.account.snapshot().credits).toEqual([{ ...shown, refundedKobo: 100_000 }]);
  a.refundEnds('T1', 100_000, {
    key: 'failed',
    state: 'FAILED',
    refundedKobo: kobo(0),
    mostKobo: kobo(0),
    order: [1, 2],
  });
  await a.run(HOUR);
  expect(a.account.snapshot().credits).toEqual([shown]);
  expect(a.items()).toEqual([]);
});

it('a rebuilt run that finds another amount sends it under another id', async () => {
  const idsOf = async (...amounts: readonly number[]) => {
    const a = play();
    for (const amount of amounts) await a.pays('T1', amount);
    return a.webhooks.map(({ effect }) => effect);
  };
  const lost = await idsOf(100_000, 250_000);
  expect(new Set([...lost, ...(await idsOf(400_000, 500_000))]).size).toBe(4);
  expect(await idsOf(100_000)).toEqual(lost.slice(0, 1));
});

describe('what a lost run may have reported', () => {
  it('and went back is an item: that it was sent is not known, so that it went back is not sent', async () => {
    for (const isListed of [true, false]) {
      const a = play();
      const handedOver = a.account.snapshot();
      await a.pays('T1', 250_000);
      const sent = a.said();
      a.isLostSince(handedOver);
      a.records.set('T1', { paymentStatus: 'REVERSED', amountPaid: 250_000 });
      if (isListed) {
        a.listed([row('T1', 'REVERSED', 250_000)]);
        await a.sweeps();
      } else {
        a.event('T1', 250_000, 'again');
        await a.run(HOUR);
      }
      expect(a.items()).toMatchObject([{ key: 'conflicting-records:T1', atRiskKobo: 250_000 }]);
      expect(a.said()).toEqual(sent);
      a.resolve('conflicting-records:T1', 'dismiss');
      await a.sweeps();
      expect(a.items()).toEqual([]);
    }
  });

  it('and went back after that is no news of that run', async () => {
    const a = play();
    a.isLostSince(a.account.snapshot());
    a.tick(2 * HOUR);
    a.records.set('T1', { paymentStatus: 'REVERSED', amountPaid: 250_000, paidOn: at(START + 2 * HOUR) });
    a.event('T1', 250_000);
    await a.run(HOUR);
    expect([a.items(), a.said()]).toEqual([[], []]);
  });

  it('of late money is held: a person may have accepted it, and no policy returns it', async () => {
    const a = play({ late: 'refund' });
    a.close();
    const handedOver = a.account.snapshot();
    await a.pays('T1', 250_000);
    a.isLostSince(handedOver);
    await a.pays('T1', 250_000);
    expect(a.account.snapshot().policyRefunds).toBeUndefined();
    expect(a.keys()).toEqual(['paid-late:T1']);
    a.tick(2 * HOUR);
    await a.pays('T2', 300_000, { paidOn: at(a.now()) });
    expect(a.account.snapshot().policyRefunds).toMatchObject([{ transactionReference: 'T2' }]);
  });

  it('keeps its references: the gateway would refuse another refund of late money under one of them', async () => {
    const a = play({ late: 'refund' });
    a.close();
    const references = () => a.account.snapshot().policyRefunds?.map((each) => each.refundReference) ?? [];
    const handedOver = a.account.snapshot();
    await a.pays('T1', 250_000);
    const before = references();
    for (const later of ['T2', 'T3']) {
      a.isLostSince(handedOver);
      a.tick(2 * HOUR);
      await a.pays(later, 300_000, { paidOn: at(a.now()) });
      await a.pays(`${later}-again`, 300_000, { paidOn: at(a.now()) });
      before.push(...references());
    }
    expect(new Set(before).size).toBe(5);
    expect(before.map(ownerOf)).toEqual(Array(5).fill('ada-1'));
  });

  it('of the end of the account counts: what was paid after that is late', async () => {
    const a = play();
    const handedOver = a.account.snapshot();
    a.tick(HOUR);
    a.isLostSince(handedOver, { state: 'DEALLOCATED', since: at(START + HOUR), review: [] });
    expect(a.account.snapshot()).toMatchObject({ state: 'DEALLOCATED' });
    await a.pays('T1', 250_000, { paidOn: at(START + MINUTE) });
    await a.pays('T2', 300_000, { paidOn: at(START + HOUR + MINUTE) });
    expect(a.keys()).toEqual(['paid-late:T2']);
    expect(a.said().map(([type]) => type)).toEqual(['credited', 'credited-after-end']);
  });

  it('of an account that is open is no end', () => {
    const a = play();
    a.isLostSince(a.account.snapshot(), { state: 'ACTIVE', since: at(START), review: ['paid-late'] });
    expect(a.account.isOpen()).toBe(true);
  });
});

it('an event that is repeated under other keys keeps its item', async () => {
  const a = play();
  a.event('T1', 100_000);
  for (let n = 0; n < 50; n++) {
    await a.run(4 * MINUTE);
    a.event('T1', 100_000, `again-${n}`);
    if (n > 5) expect(a.keys()).toEqual(['unproven-event:T1']);
  }
  const reads = a.called.filter((name) => name === 'getTransaction').length;
  expect(reads).toBeLessThan(60);
});

it('a row that lists less than is known makes the record be read', async () => {
  const a = play();
  await a.pays('T1', 250_000);
  a.records.set('T1', { paymentStatus: 'PARTIALLY_PAID', amountPaid: 100_000 });
  a.event('T1', 100_000, 'settlement:S1:T1:100000');
  await a.run(HOUR);
  expect(a.said().at(-1)).toEqual(['credit-changed', 'T1', 100_000, 250_000]);
  expect(a.keys()).toEqual(['conflicting-records:T1']);
});

describe('an invoice that names what was reported as a credit', () => {
  async function reportedTwice() {
    const a = play();
    await a.pays('T1', 100_000);
    a.attach('inv', 'T1');
    expect(a.items()).toMatchObject([{ key: 'conflicting-records:T1:inv', atRiskKobo: 100_000 }]);
    return a;
  }
  const ended = { paymentStatus: 'EXPIRED', amountPaid: 0 } as const;

  it('is another question than a record that contradicts itself', async () => {
    const a = await reportedTwice();
    a.resolve('conflicting-records:T1:inv', 'accept');
    expect(a.items()).toEqual([]);
    a.attach('inv', 'T1');
    expect(a.items()).toEqual([]);
    a.records.set('T1', ended);
    await a.isSwept('T1', 100_000);
    expect(a.keys()).toEqual(['conflicting-records:T1']);
  });

  it('stays an item while the record is denied and shown again', async () => {
    const a = await reportedTwice();
    a.records.set('T1', ended);
    await a.isSwept('T1', 100_000);
    expect(a.keys().toSorted()).toEqual(['conflicting-records:T1', 'conflicting-records:T1:inv']);
    a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 100_000 });
    await a.isSwept('T1', 100_000);
    expect(a.keys()).toEqual(['conflicting-records:T1:inv']);
  });
});

describe('invoices that are paid through the account', () => {
  async function invoiced(count: number) {
    const a = play();
    for (let n = 0; n < count; n++) {
      a.attach(`inv-${n}`, `T${n}`);
      a.invoices.set(`inv-${n}`, { invoiceStatus: 'PAID', transactionReference: `T${n}` });
      a.owners.set(`T${n}`, `inv-${n}`);
      await a.pays(`T${n}`, 100_000);
    }
    return a;
  }

  it('are never sent as credits, also when more are over than are kept', async () => {
    const a = await invoiced(250);
    expect(a.account.snapshot().invoicesDropped).toBe(true);
    a.listed(Array.from({ length: 250 }, (_, n) => row(`T${n}`, 'PAID', 100_000)));
    await a.sweeps();
    expect([a.said(), a.items(), a.credited().count]).toEqual([[], [], 0]);
  });

  it('are not sent as credits either once the run that knew of the invoice was lost', async () => {
    const a = play();
    const before = a.account.snapshot();
    a.attach('inv-1', 'T1');
    a.invoices.set('inv-1', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    a.owners.set('T1', 'inv-1');
    a.isLostSince(before);
    await a.pays('T1', 100_000);
    expect([a.said(), a.credited().count]).toEqual([[], 0]);
    expect(a.forwarded).toMatchObject([{ to: { lifecycle: 'invoice', reference: 'inv-1' } }]);
  });

  it('are forwarded that their payment went back as well, after a lost run', async () => {
    const a = play();
    a.owners.set('T1', 'inv-1');
    a.isLostSince(a.account.snapshot());
    a.records.set('T1', { paymentStatus: 'REVERSED', amountPaid: 100_000 });
    a.listed([row('T1', 'REVERSED', 100_000)]);
    await a.sweeps();
    expect(a.forwarded).toMatchObject([{ to: { lifecycle: 'invoice', reference: 'inv-1' } }]);
    expect([a.said(), a.items()]).toEqual([[], []]);
  });

  it('are asked for a payment in one activity, however many are open', async () => {
    const a = play();
    for (let n = 0; n < 400; n++) {
      a.attach(`inv-${n}`, `page-${n}`);
      a.invoices.set(`inv-${n}`, { invoiceStatus: 'PENDING', transactionReference: `page-${n}` });
    }
    a.invoices.set('inv-7', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    a.records.set('T2', { paymentStatus: 'PAID', amountPaid: 5_000 });
    await a.pays('T1', 100_000);
    a.event('T2', 5_000);
    await a.run(MINUTE);
    expect(a.forwarded).toMatchObject([{ to: { lifecycle: 'invoice', reference: 'inv-7' } }]);
    expect(a.said()).toEqual([['credited', 'T2', 5_000]]);
    const activities = a.called.filter((name) => !name.startsWith('getInvoice '));
    expect(activities).toEqual([
      'getTransaction',
      'findPaidInvoice',
      'forwardEvent',
      'getTransaction',
      'findPaidInvoice',
    ]);
  });

  it('and name another transaction than at their creation keep that too: no listing and no event makes a credit of it', async () => {
    const a = play({ late: 'refund' });
    a.attach('inv-1', 'page-1');
    a.invoices.set('inv-1', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    await a.pays('T1', 100_000);
    a.listed([row('T1', 'PAID', 100_000)]);
    await a.sweeps();
    a.close();
    a.event('T1', 100_000, 'again');
    await a.run(HOUR);
    expect(a.forwarded.map(({ to }) => to)).toEqual(
      Array(2).fill({ lifecycle: 'invoice', reference: 'inv-1' }),
    );
    expect([a.said(), a.items(), a.account.snapshot().policyRefunds]).toEqual([[], [], undefined]);
  });

  it('and are found paid while another payment is read keep theirs', async () => {
    const a = play();
    a.attach('inv-1', 'page-1');
    a.invoices.set('inv-1', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    await a.pays('T2', 5_000);
    await a.pays('T1', 100_000);
    expect(a.said()).toEqual([['credited', 'T2', 5_000]]);
    expect(a.forwarded).toMatchObject([
      { to: { reference: 'inv-1' }, event: { transactionReference: 'T1' } },
    ]);
  });

  it('and name a transaction that was sent as a credit are an item: count it once', async () => {
    const a = play();
    a.attach('inv-1', 'page-1');
    a.invoices.set('inv-1', { invoiceStatus: 'PENDING', transactionReference: 'page-1' });
    await a.pays('T1', 100_000);
    a.invoices.set('inv-1', { invoiceStatus: 'PAID', transactionReference: 'T1' });
    await a.pays('T2', 5_000);
    expect(a.items()).toMatchObject([{ key: 'conflicting-records:T1:inv-1', atRiskKobo: 100_000 }]);
  });

  it('that do not answer keep a payment from being a credit', async () => {
    const a = play();
    a.attach('inv-1', 'page-1');
    a.invoices.set('inv-1', 'silent');
    await a.pays('T1', 100_000);
    expect(a.said()).toEqual([]);
    a.invoices.set('inv-1', { invoiceStatus: 'PENDING', transactionReference: 'page-1' });
    await a.run(HOUR);
    expect(a.said()).toEqual([['credited', 'T1', 100_000]]);
  });
});

it('an invoice that is attached while the others are asked keeps its payment from being a credit', async () => {
  const a = play();
  a.attach('inv-0', 'page-0');
  a.invoices.set('inv-0', { invoiceStatus: 'PENDING', transactionReference: 'page-0' });
  const get = a.invoices.get.bind(a.invoices);
  a.invoices.get = (reference) => {
    a.attach('inv-1', 'T1');
    return get(reference);
  };
  await a.pays('T1', 100_000);
  expect(a.forwarded).toMatchObject([{ to: { lifecycle: 'invoice', reference: 'inv-1' } }]);
  expect([a.said(), a.items()]).toEqual([[], []]);
});

it('a credit that our refund returns before it is read is sent: the refund that is sent next is of it', async () => {
  const a = play();
  a.refunds.set('T1', kobo(250_000));
  a.records.set('T1', { paymentStatus: 'REFUNDED', amountPaid: 250_000 });
  a.event('T1', 250_000);
  await a.run(HOUR);
  a.refundEnds('T1', 250_000);
  expect(a.said()).toEqual([
    ['credited', 'T1', 250_000],
    ['refunded', 'T1', 250_000],
  ]);
});

it('what waits in the inbox is not put there again by the next sweep: the next run carries it', async () => {
  const a = play();
  a.listed(Array.from({ length: 3_000 }, (_, n) => row(`T${n}`, 'PAID', 1_000)));
  expect(await a.sweepsOnly()).toBe(2_000);
  a.tick(MINUTE);
  expect(await a.sweepsOnly()).toBe(2_000);
});

it('what a listing does not show returns with the next one only if that is something else', async () => {
  const a = play();
  a.listed([row('T1', 'PENDING', 1_000)], { numberOfElements: 3 });
  await a.sweeps();
  a.resolve('incomplete-comparison', 'dismiss');
  await a.sweeps();
  expect(a.items()).toEqual([]);
  a.listed([row('T1', 'PENDING', 1_000)], { numberOfElements: 4 });
  await a.sweeps();
  expect(a.keys()).toEqual(['incomplete-comparison']);
});

it('the own sweep says what its listing has and does not show', async () => {
  const a = play();
  a.listed([row('T1', 'PAID', 1_000)], { numberOfElements: 3 });
  a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 1_000 });
  expect(await a.sweeps()).toMatchObject({ found: 1, unread: { unreadable: 2 } });
  expect(a.account.lastSweep()).toEqual({ found: 1, unread: { unreadable: 2 } });
  expect(a.keys()).toEqual(['incomplete-comparison']);
  a.listed([row('T1', 'PAID', 1_000)]);
  expect(await a.sweeps()).toEqual({ found: 0, isComplete: true });
  expect(a.items()).toEqual([]);
});

it('that the gateway has no listing of an open account is no answer: what was not read stays an item', async () => {
  const a = play();
  a.listed([row('T1', 'PAID', 1_000)], { numberOfElements: 3 });
  a.records.set('T1', { paymentStatus: 'PAID', amountPaid: 1_000 });
  await a.sweeps();
  a.isNotListed();
  expect(await a.sweeps()).toBeUndefined();
  expect(a.keys()).toEqual(['incomplete-comparison']);
  a.close();
  expect(await a.sweeps()).toEqual({ found: 0, isComplete: true });
  expect(a.keys()).toEqual([]);
});
