import { describe, expect, it } from 'vitest';
import type { Policies } from '../../../src/domain/collection/policy.js';
import { kobo } from '../../../src/domain/money.js';
import { refundUnderWay } from '../../../src/domain/order/decide.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { ASKED, createPlayed, HALF, type Letter, MORE, policiesOf } from './played.js';

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

  it('is taken back: the merchant is sent that another counts', () => {
    const played = held(paid('T'), paid('A'), shows('T', 'REVERSED', ASKED), confirm('T'));
    expect(isFulfillable(played.order())).toBe(true);
    expect(played.types()).toEqual(['paid', 'duplicate-payment', 'payment-changed']);
    expect(played.order()).toMatchObject({ main: 'A', paid: { amountKobo: ASKED } });
  });

  it('is not a naira that arrives on a transaction that was refunded', () => {
    const played = held(paid('T'), refund('T'), paid('T', kobo(ASKED + 1_00)));
    expect(played.order()).toMatchObject({ state: 'PARTIALLY_PAID', paid: { amountKobo: 1_00 } });
    expect(isFulfillable(played.order())).toBe(false);
    expect(played.items()).toMatchObject([{ kind: 'paid-late', atRiskKobo: 1_00 }]);
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

  it('come back when dismissed late money grows', () => {
    const played = held(CANCEL, paid('T'), decide('dismiss'));
    expect(played.keys()).toEqual([]);
    expect(isFulfillable(played.order())).toBe(false);
    played.play(paid('T', MORE));
    expect(played.keys()).toEqual([`paid-late:T:${MORE}`]);
  });

  it('say that a refund is under way, which no accept may cross', () => {
    const played = after(policiesOf('refund'), CANCEL, paid('T'));
    const [item] = played.items();
    expect(item?.reason).toContain('was requested');
    expect(item && refundUnderWay(played.order(), { ...item, key: 'paid-late' })).toBeDefined();
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

describe('an end', () => {
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

describe('money that goes back', () => {
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
