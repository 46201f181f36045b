import { randomBytes } from 'node:crypto';
import { examplesAt } from '../api/examples.js';
import { fromNaira, showNaira } from '../domain/money.js';
import type { Answer, Api } from './api-connection.js';

/** What a scenario works with: the API as the merchant, the sandbox as the customers and banks. */
interface Stage {
  readonly api: Api;
  readonly sandbox: Api;
}

interface Made {
  readonly kind: string;
  readonly reference: string;
  readonly what: string;
}

interface Trigger {
  readonly about: string;
  readonly run: (stage: Stage) => Promise<Made>;
}

const newReference = (prefix: string) => `${prefix}-${randomBytes(4).toString('hex')}`;

async function create({ api }: Stage, path: string, more: object = {}): Promise<Answer> {
  const [, , plural = ''] = path.split('/');
  const example = examplesAt(Date.now())[`POST ${path}`];
  return api.call('POST', path, { ...example, reference: newReference(`trigger-${plural}`), ...more });
}

/** A checkout of ₦2,500.00 and the account to pay to. */
async function openCheckout(stage: Stage) {
  const { reference } = await create(stage, '/v1/checkouts');
  const path = `/v1/checkouts/${String(reference)}`;
  const account = await stage.api.call('POST', `${path}/virtual-account`);
  return { reference: String(reference), path, account };
}

function pay({ sandbox }: Stage, { bankCode, accountNumber }: Answer, amount: string): Promise<Answer> {
  return sandbox.call('POST', '/sandbox/bank-simulator/payments', { bankCode, accountNumber, amount });
}

const paying = (about: string, amount: string): Trigger => ({
  about,
  run: async (stage) => {
    const { reference, account } = await openCheckout(stage);
    await pay(stage, account, amount);
    return {
      kind: 'checkout',
      reference,
      what: `The payer of ${reference} sent ${showNaira(fromNaira(amount))} of ₦2,500.00.`,
    };
  },
});

/** With the OTP that the gateway sent to the merchant. */
async function authorize({ api, sandbox }: Stage, reference: string): Promise<void> {
  const messages = await sandbox.call('GET', `/sandbox/inbox?reference=${encodeURIComponent(reference)}`);
  const [message = {}] = messages as unknown as readonly Answer[];
  await api.call('POST', `/v1/transfers/${reference}/otp`, { otp: message.code });
}

const transferring = (about: string, accountNumber: string): Trigger => ({
  about,
  run: async (stage) => {
    const account = { bankCode: '058', accountNumber };
    const { accountName } = await stage.api.call('POST', '/v1/name-enquiries', account);
    const { reference, state } = await create(stage, '/v1/transfers', {
      destination: { ...account, accountName },
      duplicateIntended: true,
    });
    if (state === 'PENDING_AUTHORIZATION') await authorize(stage, String(reference));
    const what = `Oware sends ₦5,000.00 to account ${accountNumber}.`;
    return { kind: 'transfer', reference: String(reference), what };
  },
});

/** Named like the webhooks that follow. */
export const TRIGGERS = {
  'checkout.paid': paying('A payer pays a checkout by bank transfer', '2500.00'),
  'checkout.partially-paid': paying('A payer sends a part of the amount', '1000.00'),
  'checkout.overpaid': paying('A payer sends more than the amount', '3000.00'),
  'checkout.on-hold': {
    about: 'A payer pays a checkout that was cancelled: the money is held for review',
    run: async (stage) => {
      const { reference, path, account } = await openCheckout(stage);
      await stage.api.call('POST', `${path}/cancel`);
      await pay(stage, account, '2500.00');
      return { kind: 'checkout', reference, what: `The payer of ${reference} paid after it was cancelled.` };
    },
  },
  'checkout.attempt-failed': {
    about: 'A card is declined',
    run: async (stage) => {
      const { reference } = await create(stage, '/v1/checkouts');
      const cards = (await stage.sandbox.call('GET', '/sandbox/test-cards')) as unknown as readonly Answer[];
      const { number, cvv, pin } = cards.find(({ scenario }) => scenario === 'declined') ?? {};
      await stage.api.call('POST', `/v1/checkouts/${String(reference)}/card`, {
        number,
        cvv,
        pin,
        expiryMonth: '12',
        expiryYear: '2049',
      });
      return { kind: 'checkout', reference: String(reference), what: 'The card was declined.' };
    },
  },
  'reserved-account.credited': {
    about: 'A customer pays into a reserved account',
    run: async (stage) => {
      const { reference, accounts } = await create(stage, '/v1/reserved-accounts');
      const [account = {}] = accounts as readonly Answer[];
      await pay(stage, account, '700.00');
      const what = `The customer of ${String(reference)} paid ₦700.00.`;
      return { kind: 'reserved-account', reference: String(reference), what };
    },
  },
  'transfer.success': transferring('A transfer arrives', '0100090002'),
} as const satisfies Readonly<Record<string, Trigger>>;

export function isTrigger(name: string): name is keyof typeof TRIGGERS {
  return name in TRIGGERS;
}
