import { describe, expect, it } from 'vitest';
import { addAll, noEvidence } from '../../../src/domain/movement/evidence.js';
import { itemsOf, standingOf } from '../../../src/domain/movement/standing.js';
import { ASKED, piecesOf } from './letters.js';

/** `name [least, most]`, and the items that a person must look at. */
function standing(sequence: string): string {
  const evidence = addAll(noEvidence(ASKED), piecesOf(sequence));
  const { name, least, most } = standingOf(evidence);
  const items = itemsOf(evidence).map(({ kind }) => kind);
  return [`${name} [${least}, ${most}]`, ...items].join(' ');
}

describe('money that was read', () => {
  it.each([
    ['counts at once', 'paid10@0', 'moved [10, 10]'],
    ['and grows counts at once', 'paid4@0 paid10@1', 'moved [10, 10]'],
    ['in part may become more', 'paid4@0', 'moved [4, 10]'],
    ['and shows less once still counts', 'paid10@0 paid4@1', 'moved [10, 10]'],
    [
      'and shows less twice falls, and a person is asked',
      'paid10@0 paid4@1 paid4@7',
      'moved [4, 10] less-than-shown',
    ],
    ['is not lowered by an end', 'paid10@0 end@1', 'moved [10, 10]'],
    ['and ends twice is doubtful', 'paid10@0 end@1 end@7', 'doubtful [10, 10] contradiction'],
    ['and ends twice, then shows money again, is proven', 'paid10@0 end@1 end@7 paid10@8', 'moved [10, 10]'],
    ['and goes back once is still there', 'paid10@0 back@1', 'moved [10, 10]'],
    ['and goes back twice has returned', 'paid10@0 back@1 back@7', 'returned [0, 0]'],
    [
      'after a return is doubtful until it is read twice',
      'paid10@0 back@1 back@7 paid10@60',
      'doubtful [0, 10] contradiction',
    ],
    [
      'after a return, read twice, is there again',
      'paid10@0 back@1 back@7 paid10@60 paid10@66',
      'moved [10, 10]',
    ],
    ['after a single return is there', 'paid10@0 back@1 paid10@7', 'moved [10, 10]'],
    ['without an amount is odd', 'odd@0', 'doubtful [0, 10] odd'],
    ['without an amount, and with one later, is there', 'odd@0 paid10@5', 'moved [10, 10]'],
    ['and was refunded in part leaves the rest', 'paid10@0 refunded4@1', 'moved [6, 6]'],
  ])('%s', (_what, sequence, expected) => expect(standing(sequence)).toBe(expected));
});

describe('a request', () => {
  it.each([
    ['that did not leave moves nothing', 'notLeft@0 held@1', 'unsent [0, 0]'],
    ['that was refused moved nothing', 'refused@0', 'nothing [0, 0]'],
    ['that was refused after another had left is unknown', 'left@0 refused@1', 'unknown [0, 10]'],
    ['whose OTP was refused is unknown', 'accepted@0 refused@1', 'unknown [0, 10]'],
    ['that left is unknown', 'left@0', 'unknown [0, 10]'],
    ['and is not found twice in seconds is unknown', 'left@0 absent@0.1 absent@0.3', 'unknown [0, 10]'],
    ['and is not found for hours is unknown', 'left@0 absent@61 absent@122 absent@183', 'unknown [0, 10]'],
    ['and is not found for a day moved nothing', 'left@0 absent@61 absent@122 absent@1441', 'nothing [0, 0]'],
    [
      'that left again starts the day again',
      'left@0 absent@61 absent@122 left@1400 absent@1441 absent@1502 absent@1563',
      'unknown [0, 10]',
    ],
    [
      'whose reference is in use is never absent',
      'left@0 absent@61 used@62 absent@200 absent@1500 absent@3000',
      'unknown [0, 10]',
    ],
    ['that looks like a twin stands as one that left', 'twin@0 absent@61', 'unknown [0, 10]'],
    ['that ended once is ending', 'left@0 end@1', 'ending [0, 10]'],
    ['that ended twice moved nothing', 'left@0 end@1 end@7', 'nothing [0, 0]'],
    ['that ended before it left again is unknown of', 'left@0 end@1 end@7 left@8', 'waiting [0, 10]'],
    ['that ended twice and is pending again is under way', 'left@0 end@1 end@7 pending@8', 'waiting [0, 10]'],
    ['that ended twice and was paid after all has moved', 'left@0 end@1 end@7 paid10@60', 'moved [10, 10]'],
  ])('%s', (_what, sequence, expected) => expect(standing(sequence)).toBe(expected));
});

describe('a signed event', () => {
  it.each([
    ['about money is a claim until a record shows as much', 'left@0 claim10@1', 'doubtful [0, 10] claim'],
    ['is not denied by a record that ended', 'left@0 claim10@1 end@2 end@8', 'doubtful [0, 10] claim'],
    ['is not denied by less money', 'paid4@0 claim10@1 paid4@2', 'doubtful [4, 10] claim'],
    ['ends with a record of as much', 'paid4@0 claim10@1 paid10@600', 'moved [10, 10]'],
    ['ends with the return of as much', 'left@0 claim10@1 back@2 back@8', 'returned [0, 0]'],
    [
      'after an end that was believed opens it again',
      'left@0 end@1 end@7 claim10@60',
      'doubtful [0, 10] claim',
    ],
    ['about a return of proven money is an item', 'paid10@0 claimBack@1', 'moved [10, 10] claimed-return'],
    ['about a return of unseen money is doubtful', 'left@0 claimBack@1', 'doubtful [0, 10] claimed-return'],
  ])('%s', (_what, sequence, expected) => expect(standing(sequence)).toBe(expected));
});

describe('a person', () => {
  it.each([
    ['who says that it did not happen is believed', 'left@0 absent@61 didNot@70', 'nothing [0, 0]'],
    ['is not asked while the record is pending', 'left@0 pending@1 didNot@90', 'waiting [0, 10]'],
    ['is not asked once money was shown', 'paid10@0 didNot@1', 'moved [10, 10]'],
    ['is contradicted by money', 'left@0 didNot@70 paid10@80', 'doubtful [10, 10] contradiction'],
    ['decides about requests of the past only', 'left@0 didNot@70 left@71', 'unknown [0, 10]'],
    ['who says that it happened is believed', 'left@0 happened@70', 'moved [10, 10]'],
    ['is contradicted by two ends', 'left@0 happened@70 end@71 end@77', 'doubtful [10, 10] contradiction'],
    ['who has seen that less is there closes the item', 'paid10@0 paid4@1 paid4@7 seen@8', 'moved [4, 10]'],
    ['sees a later fall as news', 'paid10@0 seen@1 paid4@2 paid4@8', 'moved [4, 10] less-than-shown'],
  ])('%s', (_what, sequence, expected) => expect(standing(sequence)).toBe(expected));
});
