import { expect, it } from 'vitest';
import { charges, paycodes } from '../../workflows/lifecycles.js';

it('the customer of a charge, whose card is charged without them, is never asked to pay', () => {
  const texts = Object.values(charges.states).map(({ customer = '' }) => customer);
  expect(texts.filter((text) => /still pay|please pay|time to pay/i.test(text))).toEqual([]);
});

it('of a paycode that ends without cash, the field says whether the money is in the wallet: it may have been issued', () => {
  const { EXPIRED, CANCELLED } = paycodes.states;
  for (const { means } of [EXPIRED, CANCELLED]) {
    expect(means).not.toContain('sent');
    expect(means).toContain('`safeToPayAgain` says whether it is certain');
  }
});
