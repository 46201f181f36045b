import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createEndedCredits, ENDED_KEPT } from '../../../src/domain/reserved-account/ended-credits.js';
import { newCredit, withFound } from '../../../src/domain/reserved-account/known-credit.js';
import { after, type Letter, MINUTE } from './played-account.js';

const claim = (amount: number): Letter => ({ do: 'claim', amount });
const money = (amount: number): Letter => ({ do: 'read', shows: 'money', amount });
const returned = (amount: number): Letter => ({ do: 'read', shows: 'return', amount });
const shows = (word: 'absent' | 'pending' | 'end' | 'odd'): Letter => ({ do: 'read', shows: word });
const wait: Letter = { do: 'wait', ms: 6 * MINUTE };
const listed: Letter = { do: 'listed' };
const decide = (says: 'accept' | 'dismiss' | 'happened'): Letter => ({ do: 'decide', says });

const news = (account: ReturnType<typeof after>) =>
  account.webhooks.map(({ news: word, effect, credit }) => [word, effect, credit.amountKobo]);

describe('a credit', () => {
  it('is sent once its record shows money, and then keeps four numbers', () => {
    const account = after(claim(2_500), shows('pending'), money(2_500));
    expect(news(account)).toEqual([['credited', 'credit:T1:2500', 2_500]]);
    expect(account.isOpen()).toBe(false);
    expect(account.text().length).toBeLessThan(16);
    expect(account.credited()).toEqual({ count: 1, sumKobo: 2_500 });
  });

  it('that the gateway takes back is sent when two readings say so, and no longer counted', () => {
    const once = after(claim(2_500), money(2_500), listed, returned(2_500));
    expect(news(once)).toHaveLength(1);
    expect(once.isAwaited()).toBe(true);
    const twice = after(claim(2_500), money(2_500), listed, returned(2_500), wait, returned(2_500));
    expect(news(twice)).toEqual([
      ['credited', 'credit:T1:2500', 2_500],
      ['credit-reversed', 'credit:T1#2:0', 0],
    ]);
    expect(twice.webhooks[1]).toMatchObject({ before: 2_500 });
    expect(twice.credited()).toEqual({ count: 0, sumKobo: 0 });
    expect(twice.listed()).toMatchObject([{ amountKobo: 0 }]);
    expect(twice.isOpen()).toBe(false);
  });

  it('shown as returned by one lagging copy changes nothing', () => {
    const account = after(claim(2_500), money(2_500), listed, returned(2_500), wait, money(2_500));
    expect(news(account)).toHaveLength(1);
    expect(account.isOpen()).toBe(false);
  });

  it('that was taken back and comes again is sent as changed, when two readings say so', () => {
    const back = [claim(2_500), money(2_500), listed, returned(2_500), wait, returned(2_500)];
    const account = after(...back, listed, money(2_500), wait, money(2_500));
    expect(news(account).at(-1)).toEqual(['credit-changed', 'credit:T1#3:2500', 2_500]);
    expect(account.credited()).toEqual({ count: 1, sumKobo: 2_500 });
  });

  it('that grows is sent at once, one that shrinks when two readings say so, with an item', () => {
    const more = after(claim(1_000), money(1_000), claim(2_500), money(2_500));
    expect(news(more).at(-1)).toEqual(['credit-changed', 'credit:T1#2:2500', 2_500]);
    const less = after(claim(2_500), money(2_500), listed, money(1_000), wait, money(1_000));
    expect(news(less).at(-1)).toEqual(['credit-changed', 'credit:T1#2:1000', 1_000]);
    expect(less.keys()).toEqual(['conflicting-records:T1']);
    expect(less.items()).toMatchObject([{ atRiskKobo: 2_500 }]);
    const seen = after(
      claim(2_500),
      money(2_500),
      listed,
      money(1_000),
      wait,
      money(1_000),
      decide('accept'),
    );
    expect(seen.isOpen()).toBe(false);
    expect(seen.credited()).toEqual({ count: 1, sumKobo: 1_000 });
  });

  it('that came and went before it was read is never told', () => {
    const account = after(claim(2_500), returned(2_500), wait, returned(2_500));
    expect(news(account)).toEqual([]);
    expect(account.isOpen()).toBe(false);
    expect(account.find()?.movement.returned).toBe(2_500);
  });

  it.each([
    ['without an amount', { do: 'read', shows: 'money', amount: 0 } as const],
    ['with an unknown word', shows('odd')],
  ])('whose record is %s needs a person, and is sent once it is readable', (_what, odd) => {
    const account = after(claim(2_500), odd);
    expect(account.keys()).toEqual(['unreadable-record:T1']);
    expect(news(account)).toEqual([]);
    const readable = after(claim(2_500), odd, money(2_500));
    expect(news(readable)).toEqual([['credited', 'credit:T1:2500', 2_500]]);
    expect(readable.isOpen()).toBe(false);
  });
});

describe('what an event claims', () => {
  it('stays open until a record shows as much: a part of it ends nothing', () => {
    const account = after(claim(2_500), money(1_000), money(1_000), money(1_000));
    expect(news(account)).toEqual([['credited', 'credit:T1:1000', 1_000]]);
    expect(account.items()).toMatchObject([{ kind: 'unproven-event', atRiskKobo: 1_500 }]);
    const shown = after(claim(2_500), money(1_000), money(1_000), money(1_000), listed, money(2_500));
    expect(shown.isOpen()).toBe(false);
    expect(shown.credited()).toEqual({ count: 1, sumKobo: 2_500 });
  });

  it('is for a person after a few readings, and then only read when it is listed', () => {
    const account = after(claim(2_500), shows('absent'), shows('absent'), shows('absent'));
    expect(account.keys()).toEqual(['unproven-event:T1']);
    expect(account.isAwaited()).toBe(false);
  });

  it('of more than was sent needs a decision about just this amount', () => {
    const reads = [money(2_500), money(2_500), money(2_500)];
    const account = after(claim(2_500), money(2_500), claim(9_999), ...reads);
    expect(account.keys()).toEqual(['unproven-event:T1:9999']);
    const dismissed = after(claim(2_500), money(2_500), claim(9_999), ...reads, decide('dismiss'));
    expect(dismissed.isOpen()).toBe(false);
    expect(dismissed.credited()).toEqual({ count: 1, sumKobo: 2_500 });
  });

  it('and a person confirms is not told as a payment until a record shows it', () => {
    const reads = [shows('absent'), shows('absent'), shows('absent')];
    const happened = [claim(2_500), ...reads, decide('happened')];
    expect(news(after(...happened))).toEqual([]);
    expect(news(after(...happened, listed, money(2_500)))).toEqual([['credited', 'credit:T1:2500', 2_500]]);
  });

  it('and a person confirms is not told either when a record shows a part of it as returned', () => {
    const concluded = [claim(2_500), shows('absent'), shows('absent'), shows('absent'), decide('happened')];
    const account = after(...concluded, listed, returned(1_000), wait, returned(1_000));
    expect([news(account), account.credited().sumKobo]).toEqual([[], 0]);
    const shown = after(...concluded, listed, money(2_500));
    expect(news(shown)).toEqual([['credited', 'credit:T1:2500', 2_500]]);
  });

  it('does not open the same item again where the listing repeats what a person has dismissed', () => {
    const odd: Letter = { do: 'read', shows: 'odd', amount: 2_500 };
    const account = after(claim(2_500), odd, decide('dismiss'), listed, odd, listed, odd);
    expect(account.keys()).toEqual([]);
  });
});

describe('our own refunds', () => {
  const refunded: Letter = { do: 'refunds', amount: 2_500 };
  const says = (word: 'money' | 'return'): Letter => ({
    do: 'read',
    shows: word,
    amount: 2_500,
    isRefund: true,
  });

  it('are no reversal: a record that says REFUNDED is explained by them', () => {
    const account = after(claim(2_500), money(2_500), refunded, listed, says('return'), wait, says('return'));
    expect(news(account)).toHaveLength(1);
    expect(account.credited()).toEqual({ count: 1, sumKobo: 2_500 });
    expect(account.isOpen()).toBe(false);
  });

  it('end the item of a late credit when they returned all of it', () => {
    const late: readonly Letter[] = [{ do: 'close' }, claim(2_500), money(2_500)];
    expect(after(...late).keys()).toEqual(['paid-late:T1']);
    expect(news(after(...late))).toEqual([['credited-after-end', 'credit:T1:2500', 2_500]]);
    expect(after(...late, { do: 'refunds', amount: 1_000 }).items()).toMatchObject([{ atRiskKobo: 1_500 }]);
    expect(after(...late, refunded).keys()).toEqual([]);
    expect(after(...late, listed, returned(2_500), wait, returned(2_500)).keys()).toEqual([]);
  });
});

describe('ended credits', () => {
  const ended = (transactionReference: string, amount: number) => ({
    ...withFound(
      newCredit(transactionReference, 'event'),
      { kind: 'found', shows: 'money', observed: 'PAID', amount: kobo(amount) },
      { askedAt: 1, answeredAt: 2 },
    ),
    told: kobo(amount),
    sent: 1,
  });

  it('take 60 bytes at most, whatever happened to them', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const account = after(claim(most), money(most), { do: 'refunds', amount: most });
    expect(account.text().length).toBeLessThan(60);
    expect(after(claim(2_500), money(2_500)).text().length).toBeLessThan(16);
  });

  it('are bounded: the oldest are forgotten, the newest keep their amounts', () => {
    const credits = createEndedCredits('');
    const count = 3 * ENDED_KEPT;
    for (let n = 0; n < count; n++) credits.add(ended(`T${n}`, 100 + n));
    const kept = credits.text().split(' ').length;
    expect(kept).toBeGreaterThanOrEqual(ENDED_KEPT);
    expect(kept).toBeLessThan(ENDED_KEPT + 500);
    expect(credits.text().length).toBeLessThan(90_000);
    const again = createEndedCredits(credits.text());
    expect(again.find('T0')).toBeUndefined();
    expect(again.find(`T${count - 1}`)).toMatchObject({ told: 100 + count - 1, sent: 1 });
  });
});
