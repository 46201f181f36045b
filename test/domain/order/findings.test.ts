import { describe, expect, it } from 'vitest';
import type { Policies } from '../../../src/domain/collection/policy.js';
import { kobo } from '../../../src/domain/money.js';
import { whyNotAccept, whyNotConclude } from '../../../src/domain/order/decide.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { leftOf, newTransaction, type OrderTransaction, withPiece } from '../../../src/domain/order/order.js';
import { withReading, withRefunds } from '../../../src/domain/order/reading.js';
import { effectOf, type OrderNews } from '../../../src/domain/order/webhooks-due.js';
import {
  endByRecords,
  isAwaited,
  isFulfillable,
  isOfAnother,
  isOver,
} from '../../../src/domain/order/state.js';
import { usedElsewhere } from '../../../src/domain/used-elsewhere.js';
import { ASKED, createPlayed, HALF, type Letter, MORE, type Played, policiesOf, TERMS } from './played.js';

const RULES = {
  now: 1,
  policies: policiesOf('hold'),
  refundMinKobo: kobo(1),
  endOf: endByRecords,
  readsOfClaim: 2,
  unresolvedAfterMs: 60_000,
};

const paid = (on: string, amount = ASKED): Letter => ({ do: 'read', on, status: 'PAID', paid: amount });
const part = (on: string, amount = HALF): Letter => ({
  do: 'read',
  on,
  status: 'PARTIALLY_PAID',
  paid: amount,
});
const shows = (on: string, status: string, amount = kobo(0)): Letter => ({
  do: 'read',
  on,
  status,
  paid: amount,
});
const confirm = (on: string): Letter => ({ do: 'confirm', on });
const claimed = (on: string, amount = ASKED): Letter => ({ do: 'claim', on, amount });
const refund = (on: string, amount = MORE): Letter => ({ do: 'refund', on, amount });
const decide = (decision: 'accept' | 'dismiss' | 'happened' | 'did-not-happen', nth = 0): Letter => ({
  do: 'decide',
  nth,
  decision,
});
const cash = (on: string, status: string, amount = kobo(0)): Letter => ({
  do: 'cash',
  on,
  status,
  paid: amount,
});
const CLOSE: Letter = { do: 'close' };
const CANCEL: Letter = { do: 'cancel' };

function after(policies: Policies, ...letters: readonly Letter[]) {
  const played = createPlayed(policies);
  played.play(...letters);
  return played;
}
const held = (...letters: readonly Letter[]) => after(policiesOf('hold'), ...letters);

describe('the payment that counts', () => {
  it('is none that only a person concluded, also when a record shows a part of it as returned', () => {
    const claimed: Letter = { do: 'claim', on: 'T', amount: MORE };
    const back = [shows('T', 'REVERSED', HALF), confirm('T')];
    const concluded = held(claimed, shows('T', 'PENDING'), confirm('T'), decide('happened'));
    expect(isFulfillable(concluded.order())).toBe(false);
    concluded.play(...back);
    expect(isFulfillable(concluded.order())).toBe(false);
    expect(concluded.sent().map(({ news }) => news)).not.toContain('paid');
  });

  it('is the first of two equal ones, whatever their references are', () => {
    const played = after(policiesOf('refund'), paid('T'), paid('A'));
    expect(played.order()).toMatchObject({ main: 'T', policyRefunds: [{ transactionReference: 'A' }] });
  });

  it('stays when a part of it is refunded and an equal one arrives', () => {
    expect(held(paid('T'), refund('T', HALF), paid('A')).order()).toMatchObject({ main: 'T', state: 'PAID' });
  });

  it('is late money that was accepted, though an equal one arrives', () => {
    const played = held(CANCEL, paid('T'), decide('accept'), paid('A'));
    expect(played.order().main).toBe('T');
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.keys()).toEqual(['duplicate-payment']);
  });

  it('gives way to one in time while it is held', () => {
    const played = held(paid('T'), shows('T', 'REVERSED', ASKED), confirm('T'), paid('T'), confirm('T'));
    expect(played.keys()).toEqual(['paid-late']);
    played.play(paid('A'));
    expect(played.order()).toMatchObject({ main: 'A', state: 'PAID' });
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.keys()).toEqual(['duplicate-payment']);
  });

  it('stays accepted when more arrives on it: the goods may be gone', () => {
    const played = held(CANCEL, paid('T'), decide('accept'), paid('T', MORE));
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.types()).toEqual(['cancelled', 'on-hold', 'paid', 'overpaid']);
    expect(played.keys()).toEqual(['overpaid']);
  });

  it('is one that a record shows before one that a person only concluded, which no policy refunds it for', () => {
    const played = after(policiesOf('refund'), claimed('T'), shows('T', 'PENDING'), confirm('T'));
    played.play(decide('happened'), paid('A'));
    expect(played.order()).toMatchObject({ main: 'A', state: 'PAID' });
    expect(played.order().policyRefunds).toBeUndefined();
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.items()).toMatchObject([
      { kind: 'duplicate-payment', money: { transactionReference: 'T' } },
    ]);
  });

  it('is none of another system, where the gateway has the reference from it', () => {
    const refused = (reason: string) => ({
      terms: TERMS,
      transactions: [],
      end: { to: 'REFUSED', reason } as const,
    });
    expect(isOfAnother(refused(usedElsewhere('transaction T of Bola')))).toBe(true);
    expect(isOfAnother(refused('the amount is too small'))).toBe(false);
    expect(isOfAnother({ ...refused(usedElsewhere('T')), hasNoWindow: true })).toBe(false);
  });

  it('is one that a record shows, though it is late or a part, before one that a person only concluded', () => {
    const policies: Policies = { ...policiesOf('hold'), duplicate: { action: 'refund' } };
    const concluded = [claimed('T'), shows('T', 'PENDING'), confirm('T'), decide('happened')];
    const late = after(policies, CANCEL, ...concluded, paid('A'));
    expect(late.order().main).toBe('A');
    expect(late.order().policyRefunds).toBeUndefined();
    expect(late.keys()).toEqual(['paid-late:A:100000', 'duplicate-payment']);
    const short = after(policies, ...concluded, part('A'));
    expect(short.order()).toMatchObject({ main: 'A', state: 'PARTIALLY_PAID' });
    expect(short.order().policyRefunds).toBeUndefined();
  });

  it.each([
    ['two readings show an end', [shows('A', 'EXPIRED'), confirm('A')]],
    ['two readings show that it waits', [shows('A', 'PENDING'), confirm('A')]],
    ['two readings cannot be read', [shows('A', 'SUCCESSFUL'), confirm('A')]],
    ['its return was read once, before an event about it', [shows('A', 'REVERSED', ASKED), claimed('A')]],
    ['its return was read once, before no record', [shows('A', 'REVERSED', ASKED), shows('A', 'NOT_FOUND')]],
  ])('is none that is doubtful: %s', (_why, doubts) => {
    const played = held(paid('T'), paid('A'), shows('T', 'REVERSED', ASKED), confirm('T'), ...doubts);
    const later = held(paid('T'), paid('A'), ...doubts, shows('T', 'REVERSED', ASKED), confirm('T'));
    const isSent = later.sent().filter(({ news, about }) => news === 'paid' && about === 'A');
    expect(isSent).toEqual([]);
    expect(isFulfillable(later.order())).toBe(false);
    // what had begun to fulfil it does so until its return is confirmed
    expect(isFulfillable(played.order())).toBe(true);
  });

  it('is taken back: the merchant is sent that another counts', () => {
    const played = held(paid('T'), paid('A'), shows('T', 'REVERSED', ASKED), confirm('T'));
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'payment-changed']);
    expect(played.order()).toMatchObject({
      main: 'A',
      paid: { transactionReference: 'A', amountKobo: ASKED },
    });
  });

  it('is taken back: what is left on another is not enough', () => {
    const played = held(paid('T'), part('A', kobo(400_00)), shows('T', 'REVERSED', ASKED), confirm('T'));
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', paid: { amountKobo: 400_00 } });
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'unfulfillable']);
  });

  it('is not a naira that arrives on a transaction that was refunded', () => {
    const played = held(paid('T'), refund('T'), paid('T', kobo(ASKED + 1_00)));
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', paid: { amountKobo: 1_00 } });
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.items()).toMatchObject([{ kind: 'paid-late', atRiskKobo: 1_00 }]);
  });
});

describe('an order whose run was lost', () => {
  it('sends that money was taken back under an id of its own, and what fulfils it under the one from before', () => {
    const idOf = (news: OrderNews, rebuiltAt?: string) =>
      effectOf({}, { news, about: 'T' }, rebuiltAt).effect;
    const isSame = (news: OrderNews) => idOf(news, '2026-07-01T00:00:00Z') === idOf(news);
    const kept = ['paid', 'topped-up', 'overpaid', 'expired', 'failed', 'safe-to-charge-again'] as const;
    const renewed = ['unfulfillable', 'on-hold', 'reversed', 'refunded', 'conflicting-records'] as const;
    expect(kept.filter((news) => !isSame(news))).toEqual([]);
    expect(renewed.filter(isSame)).toEqual([]);
  });

  it('learns with its money that all of it was refunded: it is not paid, and sends nothing again', () => {
    const before = {
      terms: TERMS,
      state: 'PENDING',
      reason: '',
      transactions: [newTransaction('T', ASKED)],
    } as const;
    const at = { askedAt: 1, answeredAt: 1 };
    const shown = before.transactions.map((each) =>
      withRefunds(
        withPiece(each, { kind: 'reading', shows: 'money', amount: ASKED, ...at }, 1),
        { least: ASKED, most: ASKED, order: [0, 1, 1] },
        1,
      ),
    );
    const changed = changeOrder<Played>(before, { transactions: shown }, RULES);
    expect(changed.shown.state).toBe('REFUNDED');
    expect(changed.due).toEqual([]);
  });

  it('counts the payment that no refund may take', () => {
    const before = { terms: TERMS, state: 'PENDING', reason: '', transactions: [] } as const;
    const at = { askedAt: 1, answeredAt: 1 };
    const [a, t] = ['A', 'T'].map((each) =>
      withPiece(newTransaction(each, ASKED), { kind: 'reading', shows: 'money', amount: ASKED, ...at }, 1),
    );
    const refunding = a && withRefunds(a, { least: kobo(0), most: ASKED, order: [0, 1, 1] }, 1);
    const transactions = [refunding, t].flatMap((each) => each ?? []);
    expect(changeOrder<Played>(before, { transactions }, RULES).order.main).toBe('T');
  });
});

describe('review items', () => {
  it('show a surplus again when a larger payment goes back', () => {
    const played = held(paid('T', MORE), paid('A', kobo(MORE + 2)), shows('A', 'REVERSED'), confirm('A'));
    expect(played.items()).toMatchObject([{ kind: 'overpaid', atRiskKobo: MORE - ASKED }]);
  });

  it('about one transaction stay when another is refunded', () => {
    const letters = [paid('T'), shows('T', 'REVERSED', ASKED), confirm('T'), paid('T', MORE), confirm('T')];
    const played = held(...letters, paid('A'), refund('A'));
    expect(played.items()).toMatchObject([{ kind: 'paid-late', money: { transactionReference: 'T' } }]);
  });

  it('ask about the surplus once late money was accepted', () => {
    const played = held(CANCEL, paid('T', MORE));
    expect(played.keys()).toEqual(['paid-late']);
    played.play(decide('accept'));
    expect(played.keys()).toEqual(['overpaid']);
    expect(isFulfillable(played.order())).toBe(true);
  });

  it('ask about what is missing once a late part payment was accepted', () => {
    const played = held(CANCEL, part('T'), decide('accept'));
    expect(played.items()).toMatchObject([{ kind: 'underpaid', atRiskKobo: HALF }]);
    expect(played.types()).toEqual(['cancelled', 'on-hold', 'underpaid']);
  });

  it('show what is left now', () => {
    const played = held(paid('T'), paid('A'), refund('A', HALF));
    expect(played.items()).toMatchObject([{ kind: 'duplicate-payment', atRiskKobo: HALF }]);
  });

  it('are one for each duplicate payment, also in place of one that was decided', () => {
    const played = held(paid('T'), paid('A'), decide('dismiss'), cash('Z', 'PAID', ASKED));
    expect(played.keys()).toEqual([`duplicate-payment:Z:${ASKED}`]);
    played.play(refund('A'));
    expect(played.keys()).toEqual([`duplicate-payment:Z:${ASKED}`]);
  });

  it('have a key that never decides on other money', () => {
    const played = held(CANCEL, paid('T'));
    expect(played.keys()).toEqual(['paid-late']);
    played.play(refund('T'), paid('A'));
    expect(played.keys()).toEqual([`paid-late:A:${ASKED}`]);
  });

  it('have another key once there is more money than the person saw', () => {
    const played = held(CANCEL, paid('T'));
    expect(played.keys()).toEqual(['paid-late']);
    played.play(paid('T', MORE));
    expect(played.keys()).toEqual([`paid-late:T:${MORE}`]);
  });

  it('come back when dismissed late money grows', () => {
    const played = held(CANCEL, paid('T'), decide('dismiss'));
    expect(played.keys()).toEqual([]);
    expect(isFulfillable(played.order())).toBe(false);
    played.play(paid('T', MORE));
    expect(played.keys()).toEqual([`paid-late:T:${MORE}`]);
  });

  it('come back when the refund fails that was under way when a person dismissed them', () => {
    const played = after(policiesOf('refund'), paid('T'), paid('A'));
    const [before] = played.items();
    played.play(decide('dismiss'));
    expect(played.keys()).toEqual([]);
    const failed = { refundReference: 'r--r1', state: 'FAILED', sum: kobo(0) } as const;
    played.play({ do: 'refund-ended', on: 'A', ...failed });
    const [again] = played.items();
    expect(again).toMatchObject({ kind: 'duplicate-payment', atRiskKobo: ASKED });
    expect(again?.reason).toContain('FAILED');
    expect(again?.version).not.toBe(before?.version);
  });

  it('say that a refund is under way, which no accept may cross', () => {
    const played = after(policiesOf('refund'), CANCEL, paid('T'));
    const [item] = played.items();
    expect(item?.reason).toContain('was requested');
    expect(item && whyNotAccept(played.order(), { ...item, key: 'paid-late' })).toBeDefined();
  });

  it('are about the transaction whose event is not proven, whatever another one shows', () => {
    const played = held({ do: 'claim', on: 'A', amount: ASKED }, shows('A', 'PENDING'), confirm('A'));
    expect(played.keys()).toEqual(['unproven-event:A']);
    played.play(paid('T'));
    expect(played.keys()).toEqual(['unproven-event:A']);
  });

  it('end when a later record is clean', () => {
    const played = held(shows('T', 'EXPIRED', HALF));
    expect(played.keys()).toEqual(['conflicting-records:T']);
    played.play(paid('T'));
    expect(played.keys()).toEqual([]);
  });

  it('show an amount that fell without a return', () => {
    const played = held(paid('T'), part('T'), confirm('T'), confirm('T'));
    expect(played.keys()).toEqual(['conflicting-records:T']);
    expect(played.types()).toEqual(['paid', 'conflicting-records', 'unfulfillable']);
  });
});

describe('cash', () => {
  it.each([
    ['pending before it is paid', [cash('Z', 'PENDING'), cash('Z', 'PAID', ASKED)], ASKED],
    ['paid in two events', [cash('Z', 'PAID', HALF), cash('Z', 'PAID', ASKED)], ASKED],
    ['unreadable at first', [cash('Z', 'SUCCESSFUL', ASKED), cash('Z', 'PAID', ASKED)], ASKED],
    [
      'for its own transaction',
      [shows('T', 'PENDING'), cash('T', 'PAID', ASKED), shows('T', 'PENDING')],
      ASKED,
    ],
  ] as const)('counts when it is %s', (_what, letters, amountKobo) => {
    const played = held(...letters);
    expect(played.order()).toMatchObject({ state: 'PAID', paid: { amountKobo } });
    expect(played.types().filter((type) => type === 'paid')).toHaveLength(1);
    expect(played.keys()).toEqual([]);
  });

  it('is not overruled by a record that shows no money', () => {
    const played = held(cash('T', 'PAID', ASKED), shows('T', 'EXPIRED'), confirm('T'), confirm('T'));
    expect(played.order().state).toBe('PAID');
    expect(played.keys()).toEqual([]);
  });
});

describe('a payment that a person concludes', () => {
  const concluded = (...letters: readonly Letter[]) =>
    held(claimed('T'), shows('T', 'PENDING'), confirm('T'), decide('happened'), ...letters);

  it('is no news about money: the merchant is sent that the item was resolved', () => {
    expect(concluded().types()).toEqual([]);
    expect(concluded().order().state).toBe('PAID');
  });

  it.each([
    ['all of it', [paid('T')], ['paid']],
    ['more', [paid('T', MORE)], ['paid', 'overpaid']],
    ['a part', [part('T'), confirm('T')], ['conflicting-records', 'partially-paid']],
  ] as const)('is news once a record shows %s', (_what, letters, types) => {
    expect(concluded(...letters).types()).toEqual(types);
  });
});

describe('a refund that failed after it was COMPLETED', () => {
  const ended = (refundReference: string, state: 'COMPLETED' | 'FAILED', sum: typeof ASKED): Letter => ({
    do: 'refund-ended',
    on: 'T',
    refundReference,
    state,
    sum,
  });

  it('brings the money back: it is held, shown in full, and fulfils the order once it is accepted', () => {
    const played = held(paid('T'), ended('m1', 'COMPLETED', ASKED), ended('m1', 'FAILED', kobo(0)));
    expect(played.order()).toMatchObject({ state: 'PAID', paid: { amountKobo: ASKED } });
    expect(played.items()).toMatchObject([{ kind: 'paid-late', atRiskKobo: ASKED }]);
    played.play(decide('accept'));
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.types()).toEqual(['paid', 'unfulfillable', 'on-hold', 'paid']);
  });

  it('leaves money that fulfils the order, also when a part of it is refunded later', () => {
    const ended = (refundReference: string, state: 'COMPLETED' | 'FAILED', sum: number): Letter => {
      return { do: 'refund-ended', on: 'T', refundReference, state, sum: kobo(sum) };
    };
    const played = held(paid('T'), ended('m1', 'COMPLETED', ASKED), ended('m1', 'FAILED', 0));
    played.play(decide('accept'), ended('m2', 'COMPLETED', 300_00));
    expect(played.order()).toMatchObject({ state: 'PAID', main: 'T' });
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.types()).toEqual(['paid', 'unfulfillable', 'on-hold', 'paid']);
  });

  it('of two brings its own part back', () => {
    const played = held(paid('T'), ended('m1', 'COMPLETED', HALF), ended('m2', 'COMPLETED', ASKED));
    played.play(ended('m2', 'FAILED', HALF));
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', paid: { amountKobo: HALF } });
    expect(played.items()).toMatchObject([{ kind: 'paid-late', atRiskKobo: HALF }]);
  });
});

describe('an end', () => {
  it('is none while the payer can try again, although an earlier place to pay has expired', () => {
    const played = held(shows('T', 'EXPIRED'), shows('A', 'FAILED'));
    expect(played.order().state).toBe('PENDING');
    played.play(CLOSE);
    expect(played.order().state).toBe('EXPIRED');
  });

  it('is not concluded by a person while an event speaks of money', () => {
    const played = held(CLOSE, shows('T', 'PENDING'), shows('A', 'EXPIRED'), claimed('T'), {
      do: 'conclude',
    });
    expect(played.order().state).toBe('CLOSING');
    expect(whyNotConclude(played.order())).toContain('T');
  });

  it('waits for every record', () => {
    const played = held(CLOSE, shows('T', 'EXPIRED'));
    expect(played.order().state).toBe('CLOSING');
    played.play(shows('A', 'EXPIRED'));
    expect(played.order().state).toBe('EXPIRED');
  });

  it('of a part payment comes once a person has decided the doubt beside it', () => {
    const played = held(part('T'), cash('Z', 'SUCCESSFUL', HALF), CLOSE, part('T'), shows('A', 'EXPIRED'));
    expect(played.keys()).toEqual(['unreadable-record:cash:Z']);
    played.play(decide('dismiss'));
    expect(played.keys()).toEqual(['underpaid']);
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', underpaid: true });
  });

  it('by a person keeps a part payment', () => {
    const played = held(part('T'), CLOSE, { do: 'conclude' });
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', underpaid: true });
    expect(played.types()).toEqual(['partially-paid', 'underpaid']);
  });

  it('is not undone by late money, which is held', () => {
    const played = held(CLOSE, shows('T', 'EXPIRED'), shows('A', 'EXPIRED'), paid('T'));
    expect(played.types()).toEqual(['expired', 'on-hold']);
    expect(played.order()).toMatchObject({ state: 'PAID', late: true });
  });
});

describe('an event that reports more than the record shows', () => {
  it('is open until a record shows as much: more than before is not all', () => {
    const played = held(part('T', kobo(300_00)), { do: 'claim', on: 'T', amount: kobo(600_00) });
    played.play({ do: 'claim', on: 'T', amount: ASKED }, part('T', kobo(600_00)), confirm('T'));
    expect(played.order().transactions[0]?.movement.claimed).toBe(ASKED);
    expect(played.items()).toMatchObject([{ kind: 'unproven-event', atRiskKobo: ASKED }]);
    played.play(paid('T'));
    expect(played.order()).toMatchObject({ state: 'PAID', paid: { amountKobo: ASKED } });
    expect(played.keys()).toEqual([]);
  });

  it('is not answered by another part and a refund of it', () => {
    const played = held(part('T', kobo(600_00)), { do: 'claim', on: 'T', amount: kobo(1_200_00) });
    played.play(refund('T', kobo(200_00)), part('T', kobo(600_00)), confirm('T'));
    expect(played.order().transactions[0]?.movement.claimed).toBe(1_200_00);
  });
});

describe('money that goes back', () => {
  it('in one record and is there in all later ones was never gone', () => {
    const played = held(paid('T'), shows('T', 'REVERSED', ASKED), paid('T'), confirm('T'), confirm('T'));
    expect(played.order().state).toBe('PAID');
    expect(played.types()).toEqual(['paid']);
    expect(played.keys()).toEqual([]);
  });

  it('is believed when it was read twice, five minutes apart', () => {
    const played = held(paid('T'), shows('T', 'REVERSED', ASKED));
    expect(isFulfillable(played.order())).toBe(true);
    played.play(confirm('T'));
    expect(played.order().state).toBe('REVERSED');
    expect(played.types()).toEqual(['paid', 'unfulfillable']);
  });

  it('and comes again is held, and not hidden', () => {
    const played = held(paid('T'), shows('T', 'REVERSED', ASKED), confirm('T'), paid('T'));
    expect(played.order().state).toBe('REVERSED');
    expect(played.keys()).toEqual(['conflicting-records:T']);
    played.play(confirm('T'));
    expect(played.keys()).toEqual(['paid-late']);
    expect(played.order().state).toBe('PAID');
  });

  it('is REFUNDED by our own refunds, and a record that says so returns nothing a second time', () => {
    const played = held(paid('T'), refund('T'), shows('T', 'REFUNDED', ASKED), confirm('T'));
    expect(played.order().state).toBe('REFUNDED');
    expect(played.types()).toEqual(['paid', 'unfulfillable']);
  });

  it('by our own refunds leaves only what arrives later, though the record says REFUNDED meanwhile', () => {
    const played = held(paid('T'), refund('T'), shows('T', 'REFUNDED', ASKED), confirm('T'), paid('T', MORE));
    expect(played.items()).toMatchObject([{ kind: 'paid-late', atRiskKobo: MORE - ASKED }]);
  });

  it('leaves an order that is on hold REVERSED', () => {
    const played = held(part('T'), shows('T', 'REVERSED', HALF), confirm('T'));
    expect(played.types()).toEqual(['partially-paid', 'reversed']);
  });
});

describe('cash, which no second reading ever confirms', () => {
  it('that a signed event says went back is gone, and the merchant is sent so', () => {
    const played = held(cash('Z', 'PAID', ASKED), cash('Z', 'REVERSED', ASKED));
    expect(played.order().state).toBe('REVERSED');
    expect(played.types()).toEqual(['paid', 'unfulfillable']);
  });

  it('that comes again after its return is late money', () => {
    const played = held(cash('Z', 'PAID', ASKED), cash('Z', 'REVERSED', ASKED), cash('Z', 'PAID', ASKED));
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.keys()).toEqual(['paid-late']);
  });

  it('of which an event cannot be read after one that could is for a person, and stays counted', () => {
    const played = held(cash('Z', 'PAID', ASKED), cash('Z', 'SUCCESSFUL', MORE));
    expect(played.items()).toMatchObject([{ kind: 'unreadable-record', subject: 'cash:Z' }]);
    expect(isFulfillable(played.order())).toBe(true);
  });

  it('of which an event reports less than one before is for a person: it may be another payment', () => {
    const played = held(cash('Z', 'PAID', ASKED), cash('Z', 'PAID', HALF));
    expect(played.items()).toMatchObject([
      { kind: 'conflicting-records', subject: 'cash:Z', atRiskKobo: ASKED },
    ]);
    expect(isFulfillable(played.order())).toBe(true);
    played.play(decide('dismiss'));
    expect(played.keys()).toEqual([]);
  });
});

describe('money whose refund is under way', () => {
  const refunding = () => {
    const played = after(policiesOf('refund'), paid('T'), paid('A'));
    played.play(shows('T', 'REVERSED', ASKED), confirm('T'));
    return played;
  };

  it('does not fulfil an order in the place of money that went back', () => {
    const played = refunding();
    expect(played.order()).toMatchObject({ main: 'A', state: 'PAID' });
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'unfulfillable']);
  });

  it('fulfils it once the refund has failed', () => {
    const played = refunding();
    const failed = { refundReference: 'r--r1', state: 'FAILED', sum: kobo(0) } as const;
    played.play({ do: 'refund-ended', on: 'A', ...failed });
    expect(isFulfillable(played.order())).toBe(true);
  });

  it('is not accepted, whatever the refund was for', () => {
    const policies: Policies = { ...policiesOf('hold'), duplicate: { action: 'refund' } };
    const played = after(policies, CANCEL, paid('T'), paid('A'), shows('T', 'REVERSED', ASKED), confirm('T'));
    const [item] = played.items();
    expect(item).toMatchObject({ kind: 'paid-late', money: { transactionReference: 'A' } });
    expect(item && whyNotAccept(played.order(), { ...item, key: 'paid-late' })).toContain('under way');
  });
});

describe('money that the last record shows as gone', () => {
  it('does not fulfil an order because its refund failed: it has gone back already', () => {
    const played = after(policiesOf('refund'), paid('T'), paid('A'));
    played.play(shows('T', 'REVERSED', ASKED), confirm('T'), shows('A', 'REVERSED', ASKED));
    const failed = { refundReference: 'r--r1', state: 'FAILED', sum: kobo(0) } as const;
    played.play({ do: 'refund-ended', on: 'A', ...failed });
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'unfulfillable']);
    played.play(confirm('A'));
    expect(played.order().state).toBe('REVERSED');
  });

  it('fulfils an order once its record shows it again', () => {
    const played = held(paid('T'), paid('A'), shows('A', 'REVERSED', ASKED));
    played.play(shows('T', 'REVERSED', ASKED), confirm('T'));
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'unfulfillable']);
    played.play(paid('A'));
    expect(played.types().at(-1)).toBe('paid');
  });

  it('is not accepted before a second reading', () => {
    const played = held(CANCEL, paid('T'), shows('T', 'REVERSED', ASKED));
    const [item] = played.items();
    expect(item && whyNotAccept(played.order(), { ...item, key: 'paid-late' })).toContain('REVERSED');
  });

  it('is not accepted by a policy when the window closes', () => {
    const played = after(policiesOf('accept'), part('T'), CLOSE, shows('A', 'EXPIRED'));
    played.play(shows('T', 'REVERSED', HALF), confirm('T'));
    expect(played.order().state).toBe('REVERSED');
    expect(played.types()).not.toContain('paid');
  });

  it('is REFUNDED, and not REVERSED, where our refunds explain it, whatever the record says later', () => {
    const whole = { on: 'T', refundReference: 'r', state: 'COMPLETED', sum: ASKED } as const;
    const played = held(paid('T'), shows('T', 'REFUNDED', ASKED), confirm('T'), {
      do: 'refund-ended',
      ...whole,
    });
    played.play(paid('T'));
    expect(played.order().state).toBe('REFUNDED');
    expect(played.types()).not.toContain('reversed');
  });
});

describe('a record that says REFUNDED', () => {
  const ended = (state: 'COMPLETED' | 'FAILED', sum = kobo(0)): Letter => ({
    do: 'refund-ended',
    on: 'T',
    refundReference: 'r',
    state,
    sum,
  });
  const refunded = [shows('T', 'REFUNDED', ASKED), confirm('T')];

  it.each([
    ['by a policy', 'accept', []],
    ['by a person', 'hold', [decide('accept')]],
  ] as const)(
    'is read again once the refund that explained it has failed, before its money is accepted %s',
    (_by, action, decisions) => {
      const played = after(policiesOf(action), paid('T'), ended('COMPLETED', ASKED), ...refunded);
      expect(isOver(played.order())).toBe(true);
      played.play(ended('FAILED'), ...decisions);
      expect(isFulfillable(played.order())).toBe(false);
      expect(isOver(played.order())).toBe(false);
      played.play(...refunded);
      expect(played.order().state).toBe('REFUNDED');
      expect(played.types().filter((news) => news === 'paid')).toHaveLength(1);
    },
  );

  it('fulfils the order again where it shows the money once the refund has failed', () => {
    const played = after(policiesOf('accept'), paid('T'), ended('COMPLETED', ASKED), ...refunded);
    played.play(ended('FAILED'), paid('T'));
    expect(isFulfillable(played.order())).toBe(true);
    expect(isOver(played.order())).toBe(true);
  });

  it('and was read twice before the refund reported contradicts nothing afterwards', () => {
    const played = held(paid('T'), ...refunded, ended('COMPLETED', ASKED), ...refunded);
    expect(played.order().state).toBe('REFUNDED');
    expect(played.types()).toEqual(['paid', 'unfulfillable']);
    expect(played.keys()).toEqual([]);
  });

  it('is not explained by refunds that have failed, or were not sent, since one of them was reported', () => {
    const span = (at: number) => ({ askedAt: at * 360_000, answeredAt: at * 360_000 });
    const about = { terms: TERMS, tolerance: { feeCeilingKobo: kobo(0) } };
    const money = { transactionReference: 'T', amountKobo: ASKED };
    const shown = withReading(
      newTransaction('T', ASKED),
      { kind: 'money', paid: money, payableKobo: ASKED },
      { ...about, span: span(1) },
    );
    const reported = withRefunds(shown, { least: kobo(300_00), most: ASKED, order: [0, 1, 1] }, 1);
    const back = { kind: 'returned', to: 'REFUNDED', paid: money } as const;
    const read = (transaction: OrderTransaction, at: number, refundsSent: number) =>
      withReading(transaction, back, { ...about, span: span(at), refundsSent: kobo(refundsSent) });
    const underWay = read(reported, 2, ASKED);
    // it may be all ours, and is read until they have reported
    expect(leftOf(underWay)).toBe(700_00);
    expect(isAwaited(underWay)).toBe(true);
    expect(leftOf(read(read(underWay, 3, 300_00), 4, 300_00))).toBe(0);
  });
});
