import { describe, expect, it } from 'vitest';
import type { PartSnapshot } from '../../src/domain/batch/batch-part.js';
import { rowItemsDue } from '../../src/domain/batch/row-items.js';
import { inOneItem, type NewReviewItem } from '../../src/domain/lifecycle/review.js';
import { kobo } from '../../src/domain/money.js';
import { addAll, type Evidence, noEvidence } from '../../src/domain/movement/evidence.js';
import { pack } from '../../src/domain/movement/packed.js';
import type { Piece, Shown } from '../../src/domain/movement/pieces.js';
import { itemsDue as itemsOfOrder } from '../../src/domain/order/items.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { itemsDue as itemsOfPayout } from '../../src/domain/payout/items.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { newAttempt } from '../../src/domain/pull/attempt.js';
import { itemsDue as itemsOfPull } from '../../src/domain/pull/items.js';
import { itemsDue as itemsOfCredit } from '../../src/domain/reserved-account/credit-items.js';
import { newCredit } from '../../src/domain/reserved-account/known-credit.js';
import { batchRow } from './batch/rows.js';

const MINUTE = 60_000;
const ASKED = kobo(5_000_00);
const MORE = kobo(9_000_00);
const RULES = { now: 90 * MINUTE, readsOfClaim: 0, unresolvedAfterMs: MINUTE, expectedFrom: 0 };
const PULL = { ...RULES, subject: 'rent--d1', noun: 'debit', open: [] };
const CREDIT = { ...RULES, state: 'ACTIVE' };
const ROWS = Array.from({ length: 70 }, (_, index) => batchRow({ n: index + 1, amountKobo: ASKED }));

/** A part of which this was seen of a row; of the others an event reports what no record shows. */
function itemsOfPart(n: number, movement: Evidence): readonly NewReviewItem[] {
  const other = addAll(noEvidence({ asked: ASKED }), SEEN);
  const rows = ROWS.map((row) => ({ state: 'PENDING', seen: pack(row.n === n ? movement : other) }) as const);
  const request = { ...newPayout({ asked: ASKED }), state: 'PENDING', reason: '' } as const;
  // of a snapshot the items follow from these fields alone
  const part: Pick<PartSnapshot, 'rows' | 'request' | 'review'> = { rows, request, review: [] };
  return rowItemsDue({ ...part, terms: { rows: ROWS } } as unknown as PartSnapshot, RULES);
}

function itemsOfTransaction(movement: Evidence): readonly NewReviewItem[] {
  const claim = { at: 0, reads: 9, isForPerson: true } as const;
  const transactions = [{ ...newTransaction('T-1', ASKED), movement, claim }];
  return itemsOfOrder({ terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN' }, transactions });
}

const credit = (movement: Evidence) => ({ ...newCredit('T-1', 'event-1'), movement });

/** The items that follow from what was seen of one movement. */
const FAMILIES = {
  order: itemsOfTransaction,
  'payout or refund': (movement) =>
    itemsOfPayout({ ...newPayout({ asked: ASKED }), movement }, { ...RULES, open: [] }),
  'row of a part': (movement) => itemsOfPart(1, movement),
  'rows that are counted together': (movement) => itemsOfPart(70, movement).slice(60),
  pull: (movement) => itemsOfPull({ ...newAttempt({ asked: ASKED }), movement }, PULL),
  credit: (movement) => itemsOfCredit(credit(movement), CREDIT),
  'credits that are counted together': (movement) => {
    const all = [
      credit(movement),
      { ...credit(addAll(noEvidence({ asked: ASKED }), SEEN)), transactionReference: 'T-2' },
    ];
    const kind = 'unproven-event';
    const items = all.flatMap((each) => itemsOfCredit(each, CREDIT)).filter((item) => item.kind === kind);
    return [inOneItem(kind, items)];
  },
} as const satisfies Record<string, (movement: Evidence) => readonly NewReviewItem[]>;

const reads = (shows: Shown, minute: number): Piece => ({
  kind: 'reading',
  shows,
  askedAt: minute * MINUTE,
  answeredAt: minute * MINUTE,
});
const claims = (shows: 'money' | 'return', amount = ASKED): Piece => ({ kind: 'claim', shows, amount });
const sends = (minute: number): readonly Piece[] => [
  { kind: 'sending', step: 'request', askedAt: minute * MINUTE },
  { kind: 'send', step: 'request', answer: 'left', askedAt: minute * MINUTE, answeredAt: minute * MINUTE },
];

/** A request without an answer, a record without the money, and an event that reports it. */
const SEEN: readonly Piece[] = [...sends(0), reads('pending', 1), claims('money')];

const SAME: readonly (readonly [string, readonly Piece[]])[] = [
  ['the same record', [reads('pending', 2)]],
  ['the same record again and again', [reads('pending', 2), reads('pending', 12), reads('pending', 60)]],
  ['the same event', [claims('money')]],
  ['an event that reports less', [claims('money', kobo(100))]],
  ['no record', [reads('absent', 2)]],
];
const OTHER: readonly (readonly [string, readonly Piece[]])[] = [
  ['a larger claim', [claims('money', MORE)]],
  ['a claimed return', [claims('return')]],
  ['a record that has ended', [reads('end', 2)]],
  ['a record that cannot be read', [reads('odd', 2)]],
  ['another request', sends(2)],
];

describe.each(Object.entries(FAMILIES))('what a person has seen of an item: %s', (_, itemsOf) => {
  const after = (more: readonly Piece[]) =>
    itemsOf(addAll(noEvidence({ asked: ASKED }), [...SEEN, ...more])).find(
      ({ kind }) => kind === 'unproven-event',
    );
  const seen = after([]);

  it('has a short name', () => {
    expect(seen?.version).toMatch(/^[\w-]{9}$/);
  });

  it.each(SAME)('is the same after %s', (_name, pieces) => {
    expect(after(pieces)?.version).toBe(seen?.version);
  });

  it.each(OTHER)('is another after %s, and the item stays', (_name, pieces) => {
    const now = after(pieces);
    expect(now?.version).toMatch(/^[\w-]{9}$/);
    expect(now?.version).not.toBe(seen?.version);
  });
});

describe('what a person has seen of unexpected money', () => {
  const versionOf = (paid: number) => {
    const transaction = newTransaction('T-1', ASKED);
    const reading: Piece = {
      ...reads('money', 1),
      kind: 'reading',
      shows: 'money',
      amount: kobo(paid),
      askedAt: 0,
      answeredAt: 0,
    };
    const movement = addAll(transaction.movement, [reading]);
    const transactions = [{ ...transaction, movement }];
    const terms = { reference: 'order-1', amountKobo: ASKED, currency: 'NGN' } as const;
    const end = { to: 'EXPIRED', reason: 'late' } as const;
    return itemsOfOrder({ terms, end, transactions, main: 'T-1' }).map(({ kind, version }) => [
      kind,
      version,
    ]);
  };

  it('is its amount', () => {
    const [[kind, version] = []] = versionOf(3_000_00);
    expect(kind).toBe('underpaid');
    expect(versionOf(3_000_00)).toEqual([[kind, version]]);
    expect(versionOf(3_100_00)).not.toEqual([[kind, version]]);
  });
});
