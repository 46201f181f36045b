import { expect, it } from 'vitest';
import { playWorlds } from './hidden-truth.js';

/** How many orders are played; more by hand: OWARE_TEST_ORDERS=100000. */
const ORDERS = Number(process.env.OWARE_TEST_ORDERS ?? 1_500);

it('orders against a gateway with a hidden truth neither hide money nor count what is not there', () => {
  expect(playWorlds(1_000, ORDERS)).toBeUndefined();
}, 3_600_000);
