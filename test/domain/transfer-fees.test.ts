import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { kobo } from '../../src/domain/money.js';
import { expectedFee } from '../../src/domain/transfer-fees.js';

const { transferFees } = readConfig({});

it.each([
  [20_00, 10_00],
  [9_999_99, 10_00],
  [10_000_00, 20_00],
  [49_999_99, 20_00],
  [50_000_00, 40_00],
  [9_999_999_999_999_99, 40_00],
])('a transfer of %i kobo costs %i by default', (amount, fee) => {
  expect(expectedFee(kobo(amount), transferFees)).toBe(fee);
});

it('the deployment may have a contract with other fees', () => {
  const free = readConfig({ OWARE_TRANSFER_FEES: '0=0' }).transferFees;
  expect(expectedFee(kobo(50_000_00), free)).toBe(0);
});

it.each(['', '1000=10', '0=10,0=20', '0=10,500=20,400=30', '0=10;500=20', '0=10.5', '0=9999999999999999'])(
  'a price list %j is refused',
  (list) => {
    const read = () => readConfig(list === '' ? { OWARE_TRANSFER_FEES: ' ' } : { OWARE_TRANSFER_FEES: list });
    expect(read).toThrow('OWARE_TRANSFER_FEES: expected a comma-separated list of amount=fee');
  },
);
