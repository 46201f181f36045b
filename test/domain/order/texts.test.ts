import { describe, expect, it } from 'vitest';
import { COLLECTION_STATES } from '../../../src/domain/collection/states.js';
import { withPiece } from '../../../src/domain/order/order.js';
import { CHARGE_STATES } from '../../../src/domain/charge/states.js';
import { newAttempt } from '../../../src/domain/pull/attempt.js';
import { asSentByLostRun } from '../../../src/domain/pull/after-loss.js';
import { mayHaveMoved, mayPay, textOf } from '../../../src/domain/order/texts.js';
import { ASKED, createPlayed, HALF, type Letter, type Played, policiesOf } from './played.js';

function after(...letters: readonly Letter[]): Played {
  const played = createPlayed(policiesOf('hold'));
  played.play(...letters);
  return played.order();
}

const customerOf = (order: Played) => textOf(order, COLLECTION_STATES).customer;
const read = (status: string, paid = ASKED, on = 'T'): Letter => ({ do: 'read', on, status, paid });
const DO_NOT_PAY = /do not pay again/i;

/** A card was charged on its first transaction, and the answer was lost. */
function withLostCard(order: Played): Played {
  const left = { kind: 'send', step: 'request', answer: 'left', askedAt: 1, answeredAt: 1 } as const;
  return {
    ...order,
    transactions: order.transactions.map((each, n) => (n === 0 ? withPiece(each, left, 1) : each)),
  };
}

describe('the sentence for the customer', () => {
  it('asks for no payment while an event reports money that no record shows', () => {
    const order = after({ do: 'claim', on: 'T', amount: ASKED });
    expect(mayHaveMoved(order)).toBe(true);
    expect(customerOf(order)).toMatch(DO_NOT_PAY);
  });

  it('asks for no payment while a charge has no answer, also after one record that says FAILED', () => {
    const order = withLostCard(after());
    expect(customerOf(order)).toMatch(DO_NOT_PAY);
    expect(
      customerOf({
        ...order,
        card: {
          state: 'UNKNOWN',
          reason: '',
          card: { bin: '', last4: '' },
          at: { handle: '', taskQueue: '' },
        },
      } as Played),
    ).toMatch(DO_NOT_PAY);
  });

  it('asks for no payment while a card is unresolved of which no transaction is known yet', () => {
    const { at, card } = { at: { handle: '', taskQueue: '' }, card: { bin: '', last4: '' } };
    const order: Played = { ...after(), card: { state: 'UNKNOWN', reason: '', card, at } } as Played;
    expect(mayPay(order)).toBe('wait');
    expect(customerOf(order)).toMatch(DO_NOT_PAY);
  });

  it('asks for no payment where an order ended and a charge of it may have moved', () => {
    expect(customerOf(withLostCard(after({ do: 'cancel' })))).toMatch(DO_NOT_PAY);
  });

  it('asks for no second payment while late money is held', () => {
    expect(customerOf(after({ do: 'cancel' }, read('PAID')))).toMatch(DO_NOT_PAY);
  });

  it('asks for no rest that an event reports, and for none while the record shows the part as gone', () => {
    expect(customerOf(after(read('PARTIALLY_PAID', HALF), { do: 'claim', on: 'T', amount: ASKED }))).toMatch(
      DO_NOT_PAY,
    );
    const gone = after(read('PARTIALLY_PAID', HALF), read('REVERSED', HALF));
    expect(customerOf(gone)).toContain('We will contact you about the rest');
  });

  it('asks for no payment of what the merchant is cancelling', () => {
    const order = { ...after(), unwanted: true };
    expect(mayPay(order)).toBe('no');
    expect(customerOf(order)).toMatch(/do not pay again/i);
  });

  it('asks for no rest where a part arrived and a charge on the same transaction has no answer', () => {
    const order = after({ do: 'lose', on: 'T' }, read('PARTIALLY_PAID', HALF));
    expect(mayPay(order)).toBe('wait');
    expect(customerOf(order)).toMatch(DO_NOT_PAY);
  });

  it('asks for no rest from the moment at which the window closes', () => {
    const over = after(read('PARTIALLY_PAID', HALF), { do: 'close' });
    expect(mayPay(over)).toBe('no');
    expect(customerOf(over)).toContain('We will contact you about the rest');
  });

  it('does not deny money where a charge may have left, nor where a person only concluded that none came', () => {
    const request = { paymentReference: 'r--c1', ...newAttempt({ asked: ASKED }) };
    const attempt = asSentByLostRun(request, { now: 1, since: 1 });
    const lost: Played = { ...after(), transactions: [], hasNoWindow: true, attempt };
    expect(textOf(lost, CHARGE_STATES).customer).toMatch(DO_NOT_PAY);
    const concluded = after({ do: 'close' }, { do: 'conclude' });
    expect(concluded.state).toBe('EXPIRED');
    expect(customerOf(concluded)).toMatch(DO_NOT_PAY);
  });

  it('asks for no payment after a lost run until each record was read again', () => {
    const rebuilt: Played = { ...after(), rebuiltAt: new Date(2_000_000).toISOString() };
    expect(customerOf(rebuilt)).toMatch(DO_NOT_PAY);
    const readAgain = rebuilt.transactions.map((each) => ({ ...each, readAt: 2_000_000 }));
    expect(mayPay({ ...rebuilt, transactions: readAgain.slice(0, 1) })).toBe('pay');
    expect(mayPay({ ...rebuilt, transactions: [...readAgain.slice(0, 1), ...after().transactions] })).toBe(
      'wait',
    );
  });

  it('does not ask for the rest once the window is over', () => {
    const open = after(read('PARTIALLY_PAID', HALF));
    const over = after(
      read('PARTIALLY_PAID', HALF),
      { do: 'close' },
      read('PARTIALLY_PAID', HALF),
      read('EXPIRED', 0 as typeof HALF, 'A'),
    );
    expect(customerOf(open)).toBe(COLLECTION_STATES.PARTIALLY_PAID.customer);
    expect(customerOf(over)).toContain('We will contact you about the rest');
  });

  it.each(['PENDING', 'PAID'] as const)('is that of its state where nothing is open: %s', (state) => {
    const order = state === 'PAID' ? after(read('PAID')) : after();
    expect(order.state).toBe(state);
    expect(mayHaveMoved(order)).toBe(false);
    expect(customerOf(order)).toBe(COLLECTION_STATES[state].customer);
  });
});
