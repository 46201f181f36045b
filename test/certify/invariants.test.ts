import { expect, it } from 'vitest';
import { checkAll } from '../../src/certify/check.js';
import { OF_ALL, OF_EACH } from '../../src/certify/invariants.js';
import { observe } from '../../src/certify/observe.js';
import type { Booked, Books, ReceivedWebhook, View } from '../../src/certify/seen.js';

const EPOCH = '2026-03-02T09:00:00.000Z';
const NOW = Date.parse('2026-03-02T10:00:00.000Z');

const money = (reference: string, more: Partial<Booked> = {}): Booked => ({
  kind: 'transfer',
  reference,
  transactionReference: `T-${reference}`,
  of: null,
  leftKobo: 5000_00,
  arrivedKobo: 5000_00,
  times: 1,
  ...more,
});

const webhook = (sequence: number, type: string, more: Partial<ReceivedWebhook> = {}): ReceivedWebhook => ({
  id: `${type}-${sequence}`,
  type,
  data: { reference: type.startsWith('checkout') ? 'order-1' : 'salary-1', epoch: EPOCH, sequence },
  ...more,
});

const TRANSFER = { reference: 'salary-1', state: 'SUCCESS', amountKobo: 5000_00, safeToPayAgain: false };
const ORDER = {
  reference: 'order-1',
  state: 'PAID',
  amountKobo: 4000_00,
  fulfillable: true,
  paid: { amountKobo: 4000_00 },
};
const income = money('order-1', { kind: 'collection', leftKobo: 4000_00, arrivedKobo: 4000_00 });

interface World {
  /** What differs in a view from one that was paid. */
  readonly transfer?: View;
  readonly order?: View;
  readonly booked?: readonly Booked[];
  readonly webhooks?: readonly ReceivedWebhook[];
  readonly books?: Partial<Books>;
}

/** What is said at rest of a world with one transfer, or one order. */
async function violationsIn({ transfer = {}, order, booked, webhooks, books }: World): Promise<string[]> {
  const [path, view] = order
    ? ['checkouts', { ...ORDER, ...order }]
    : ['transfers', { ...TRANSFER, ...transfer }];
  const replies: Readonly<Record<string, View>> = {
    [`/v1/${path}?limit=200`]: { rows: [{ reference: view.reference }] },
    [`/v1/${path}/${view.reference}`]: view,
  };
  const observation = await observe({
    read: (asked) => Promise.resolve(replies[asked]),
    books: () =>
      Promise.resolve({
        at: NOW,
        balanced: true,
        problems: [],
        booked: booked ?? [order ? income : money('salary-1')],
        unexplained: [],
        ...books,
      }),
    webhooks: () => webhooks ?? [webhook(1, order ? 'checkout.paid' : 'transfer.success')],
  });
  return checkAll(observation, 'at rest').violations.map(({ invariant }) => invariant);
}

const inReview = (atRiskKobo: number) => ({ reviewItems: [{ key: 'unresolved:send', atRiskKobo }] });
const unpaid = { state: 'PENDING', fulfillable: false, paid: undefined };
const failed = [webhook(1, 'transfer.failed')];

it.each<[string, World]>([
  ['a transfer that was paid', {}],
  ['an order that was paid', { order: {} }],
  [
    'a transfer that moved nothing and may be paid again',
    { transfer: { state: 'FAILED', safeToPayAgain: true }, booked: [], webhooks: failed },
  ],
  [
    'a transfer that is on its way, and in review',
    {
      transfer: { state: 'PENDING', ...inReview(5000_00) },
      booked: [money('salary-1', { arrivedKobo: 0 })],
      webhooks: [],
    },
  ],
  [
    'an order that was paid, taken back and paid again',
    {
      order: {},
      webhooks: [
        webhook(1, 'checkout.paid'),
        webhook(2, 'checkout.unfulfillable'),
        webhook(3, 'checkout.paid'),
      ],
    },
  ],
  [
    'an order that can still be paid',
    { order: { ...unpaid, expiresAt: '2026-03-02T10:20:00.000Z' }, booked: [], webhooks: [] },
  ],
  [
    'an order whose first webhook arrives last',
    { order: {}, webhooks: [webhook(2, 'checkout.paid'), webhook(1, 'checkout.unfulfillable')] },
  ],
  [
    'an order that is paid on its second page',
    { order: {}, booked: [{ ...income, reference: 'order-1--i2' }] },
  ],
  [
    'webhooks that arrive late',
    { webhooks: [webhook(2, 'transfer.success'), webhook(1, 'transfer.on-hold')] },
  ],
])('%s violates nothing', async (_what, world) => {
  expect(await violationsIn(world)).toEqual([]);
});

/** For each invariant, worlds that it forbids, and no other does. */
const BROKEN: Readonly<Record<keyof typeof OF_EACH | keyof typeof OF_ALL, readonly World[]>> = {
  'moved once': [{ booked: [money('salary-1', { times: 2 })] }],
  'within its amount': [
    { booked: [money('salary-1', { leftKobo: 9000_00 })], transfer: inReview(4000_00) },
    { booked: [money('salary-1'), money('salary-1--b2')], transfer: inReview(5000_00) },
  ],
  'safe is safe': [
    {
      transfer: { state: 'FAILED', safeToPayAgain: true, ...inReview(5000_00) },
      booked: [money('salary-1', { arrivedKobo: 0 })],
      webhooks: failed,
    },
  ],
  'no claim without money': [{ booked: [] }, { order: {}, booked: [] }],
  'no money without a claim': [
    { transfer: { state: 'FAILED' }, webhooks: failed },
    { transfer: { state: 'FAILED', ...inReview(4999_99) }, webhooks: failed },
    { order: {}, booked: [{ ...income, arrivedKobo: 8000_00, leftKobo: 8000_00 }] },
  ],
  'comes to rest': [
    { transfer: { state: 'PENDING' }, booked: [], webhooks: [] },
    { order: { ...unpaid, expiresAt: '2026-03-02T09:40:00.000Z' }, booked: [], webhooks: [] },
  ],
  'fulfilled once': [{ order: {}, webhooks: [webhook(1, 'checkout.paid'), webhook(2, 'checkout.paid')] }],
  'told what moved': [
    { webhooks: [] },
    { order: {}, webhooks: [webhook(1, 'checkout.paid'), webhook(2, 'checkout.unfulfillable')] },
    { order: { fulfillable: false } },
  ],
  'ids are unique': [
    {
      webhooks: [
        webhook(1, 'transfer.success'),
        webhook(2, 'transfer.on-hold', { id: 'transfer.success-1' }),
      ],
    },
  ],
  'sequence has no gap': [{ webhooks: [webhook(1, 'transfer.on-hold'), webhook(3, 'transfer.success')] }],
  'no orphans': [{ booked: [money('salary-1'), money('salary-2')] }],
  'books balance': [
    { books: { balanced: false, problems: ['account cash is off by 1 kobo'] } },
    { books: { unexplained: [{ id: 'E1', cause: 'bill', reference: 'light-1' }] } },
  ],
};

it.each(
  Object.entries(BROKEN).flatMap(([name, worlds]) => worlds.map((world, n) => [name, n + 1, world] as const)),
)('"%s" is what contradicts world %i, and nothing else', async (name, _n, world) => {
  expect(await violationsIn(world)).toEqual([name]);
});

it('each invariant says what holds, in a sentence that people read', () => {
  for (const { says } of [...Object.values(OF_EACH), ...Object.values(OF_ALL)])
    expect(says).toMatch(/^[A-Z].{20,}[^.]$/);
});
