import { expect, it } from 'vitest';
import { reviewKey } from '../../../src/domain/lifecycle/review.js';
import { kobo } from '../../../src/domain/money.js';
import { add, addAll } from '../../../src/domain/movement/evidence.js';
import { itemOfHold, itemsDue, type ItemRules } from '../../../src/domain/payout/items.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';

const RULES: ItemRules = {
  subject: 'payout-1',
  now: 1_000,
  readsOfClaim: 9,
  unresolvedAfterMs: 86_400_000,
  expectedFrom: 0,
  open: [],
};
const because = 'D06: Merchant is not authorised';
const held = (more: Partial<Payout> = {}): Payout => ({
  ...newPayout({ asked: kobo(5_000_00) }),
  held: { until: 2_000, count: 1, because, isUnauthorised: true },
  ...more,
});

it('a payout that the gateway does not authorise is for a person at once, with the reason', () => {
  expect(itemsDue(held(), RULES)).toEqual([
    {
      kind: 'not-authorised',
      reason: `the gateway does not let Oware send it: ${because}`,
      atRiskKobo: 5_000_00,
      isOfEvidence: true,
      version: expect.any(String) as string,
    },
  ]);
});

it('and stays while it is tried again', () => {
  const { movement } = held();
  const trying = held({ movement: add(movement, { kind: 'sending', step: 'request', askedAt: 2_000 }) });
  expect(itemsDue(trying, RULES)).toEqual(itemsDue(held(), RULES));
});

it('and no longer once a request may have left: the item of the unknown outcome is for that', () => {
  const at = (moment: number) => ({ askedAt: moment, answeredAt: moment });
  const left = { kind: 'send', step: 'request', answer: 'left', ...at(0) } as const;
  const repeated = { kind: 'send', step: 'request', answer: 'held', ...at(600_000) } as const;
  const money = { kind: 'reading', shows: 'money', amount: kobo(5_000_00), ...at(700_000) } as const;
  const none = held().movement;
  expect(itemsDue(held({ movement: addAll(none, [left, repeated]) }), RULES)).toEqual([]);
  // nothing would ever end it
  expect(itemsDue(held({ movement: addAll(none, [left, repeated, money]) }), RULES)).toEqual([]);
});

it('and no longer once the gateway takes it, or once it has ended', () => {
  expect(itemsDue(held({ held: undefined }), RULES)).toEqual([]);
  expect(itemsDue(held({ held: { until: 2_000, count: 1, because: 'busy' } }), RULES)).toEqual([]);
  expect(itemsDue(held({ unsent: { to: 'EXPIRED', reason: 'late' } }), RULES)).toEqual([]);
});

it.each([
  ['that may have left, once nothing was known of it for an hour', 60, 'left'],
  ['that the gateway has accepted, in the same time', 60, 'accepted'],
] as const)('a payout is for a person %s, whatever time an outcome may take', (_what, minutes, answer) => {
  const sent = { kind: 'send', step: 'request', answer, askedAt: 0, answeredAt: 0 } as const;
  const payout = held({ held: undefined, since: 0, movement: add(held().movement, sent) });
  const kindsAt = (now: number) => itemsDue(payout, { ...RULES, now }).map(({ kind }) => kind);
  expect(kindsAt(minutes * 60_000 - 1)).toEqual([]);
  expect(kindsAt(minutes * 60_000)).toEqual(['unresolved']);
});

it('a hold for another reason is another item: a release is for the reason that the person has read', () => {
  const payout = newPayout({ asked: kobo(5_000_00) });
  const because = (name: string) => ({ kind: 'name-mismatch', reason: `the bank has ${name}` }) as const;
  const first = itemOfHold(payout, because('ADA OBI-SMITH'));
  const same = itemOfHold({ ...payout, ...first }, because('ADA OBI-SMITH'));
  const other = itemOfHold({ ...payout, ...first }, because('MUSA BELLO'));
  expect([first, same, other].map(({ item }) => reviewKey(item))).toEqual([
    'name-mismatch',
    'name-mismatch',
    'name-mismatch:2',
  ]);
});
