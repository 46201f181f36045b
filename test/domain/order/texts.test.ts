import { describe, expect, it } from 'vitest';
import { COLLECTION_STATES } from '../../../src/domain/collection/states.js';
import { withPiece } from '../../../src/domain/order/order.js';
import { mayHaveMoved, textOf } from '../../../src/domain/order/texts.js';
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

  it('asks for no payment where an order ended and a charge of it may have moved', () => {
    expect(customerOf(withLostCard(after({ do: 'cancel' })))).toMatch(DO_NOT_PAY);
  });

  it('asks for no second payment while late money is held', () => {
    expect(customerOf(after({ do: 'cancel' }, read('PAID')))).toMatch(DO_NOT_PAY);
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
