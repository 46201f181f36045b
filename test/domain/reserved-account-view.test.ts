import { describe, expect, it } from 'vitest';
import { kobo, percent, ZERO } from '../../src/domain/money.js';
import { toGatewayAccount, toReservedAccount } from '../../src/domain/reserved-account/view.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';

const SECRETS = ['22212345678', '11187654321', '33300000999'];
const [bvn = '', nin = '', payer = ''] = SECRETS;

const account: ReservedAccountSnapshot = {
  ...beginning('ACTIVE', 'the gateway reserved it', '2026-01-01T00:00:00.000Z'),
  lifecycle: 'reserved-account',
  terms: {
    reference: 'ada-1',
    kind: 'general',
    accountName: 'Ada Obi',
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    bvn,
    nin,
    allowedSources: { bvns: [payer] },
  },
  accounts: [{ accountNumber: '5000000001', bankCode: '035' }],
  identity: { bvn, nin },
  sources: { restricted: true, allowed: { bvns: [payer] } },
  incomeSplit: [{ subAccountCode: 'S1', splitPercentage: percent('12.5'), splitAmountKobo: kobo(1_050) }],
  credits: [],
  credited: { count: 0, sumKobo: ZERO },
  reported: [],
  invoices: [],
};

describe('a reserved account as merchants see it', () => {
  it('shows only the last three digits of the customer’s BVN and NIN', () => {
    const view = toReservedAccount(account);
    expect(view).toMatchObject({
      bvn: '********678',
      nin: '********321',
      paymentSources: { allowed: { bvns: ['********999'] } },
    });
    for (const secret of SECRETS) expect(JSON.stringify(view)).not.toContain(secret);
  });

  it('writes money as naira and as kobo', () => {
    expect(toReservedAccount(account).incomeSplit).toEqual([
      { subAccountCode: 'S1', splitPercentage: '12.5', splitAmount: '10.50', splitAmountKobo: 1_050 },
    ]);
  });

  it('masks the gateway’s record too', () => {
    const seen = toGatewayAccount({ status: 'ACTIVE', bvn, nin: null });
    expect(seen).toMatchObject({ status: 'ACTIVE', bvn: '********678' });
    expect(seen).not.toHaveProperty('nin');
  });
});
