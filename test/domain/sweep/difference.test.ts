import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { atRiskIn, classify } from '../../../src/domain/sweep/difference.js';
import {
  type Held,
  type Progress,
  type Row,
  type Source,
  SOURCES,
} from '../../../src/domain/sweep/record.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';

const row = (progress: Progress, amount = 100, source: Source = 'transactions'): Row => ({
  source,
  key: 'K',
  status: progress.toUpperCase(),
  progress,
  amountKobo: kobo(amount),
});
const held = (progress: Progress, amount = 100, source: Source = 'transactions'): Held => ({
  source,
  key: 'K',
  state: progress.toUpperCase(),
  progress,
  amountKobo: kobo(amount),
});

describe('a payment at the gateway', () => {
  it.each<[string, Row, Held | undefined, string | undefined]>([
    ['and no lifecycle: missing here', row('moved'), undefined, 'missing-here'],
    ['that came back, and no lifecycle: missing here', row('returned'), undefined, 'missing-here'],
    ['that was never paid, and no lifecycle: nothing to know', row('none'), undefined, undefined],
    ['that may still be paid, and no lifecycle: nothing to know', row('pending', 0), undefined, undefined],
    ['that the lifecycle holds too', row('moved'), held('moved'), undefined],
    ['in another amount', row('moved', 150), held('moved'), 'amount'],
    [
      'whose amount the lifecycle no longer has',
      row('moved'),
      { ...held('moved'), amountKobo: undefined } as never,
      undefined,
    ],
    ['that the lifecycle still waits for: late', row('moved'), held('pending', 0), 'late'],
    ['for a lifecycle that ended without money', row('moved'), held('none', 0), 'state'],
    ['that came back, and the lifecycle shows it as paid', row('returned'), held('moved'), 'state'],
    ['that Oware refunded: the listing does not show that', row('moved'), held('refunded'), undefined],
    ['that another system refunded', row('refunded'), held('moved'), 'state'],
    ['that the gateway denies', row('none', 0), held('moved'), 'state'],
    ['that expired there and not yet here: nothing to tell', row('none', 0), held('pending', 0), undefined],
  ])('%s', (_what, there, here, expected) => {
    expect(classify(there, here)).toBe(expected);
  });
});

describe('a transfer at the gateway', () => {
  const out = (progress: Progress) => row(progress, 100, 'transfers');
  const ours = (progress: Progress) => held(progress, 100, 'transfers');

  it.each<[string, Row, Held | undefined, string | undefined]>([
    [
      'that Oware never sent is missing here, also while it is under way',
      out('pending'),
      undefined,
      'missing-here',
    ],
    ['that failed and that Oware never sent moved nothing', out('none'), undefined, undefined],
    ['that Oware cancelled before it was sent', out('moved'), ours('unsent'), 'state'],
    ['that failed while Oware waits: late', out('none'), ours('pending'), 'late'],
    ['that was reversed after it succeeded', out('returned'), ours('moved'), 'state'],
    ['that both see under way', out('pending'), ours('pending'), undefined],
  ])('%s', (_what, there, here, expected) => {
    expect(classify(there, here)).toBe(expected);
  });
});

it('at risk is what the two sides differ by, and all of it where one side has none', () => {
  expect(atRiskIn(row('moved', 150), held('moved', 100))).toBe(50);
  expect(atRiskIn(row('moved', 150), undefined)).toBe(150);
  expect(atRiskIn(undefined, held('moved', 80))).toBe(80);
  expect(atRiskIn(row('none', 0), held('pending', 80))).toBe(80);
});

it('a word that Oware does not know says nothing about money, whatever kind of record it is of', () => {
  for (const source of SOURCES) expect(progressOfWord(source, 'A_WORD_OF_NEXT_YEAR')).toBe('unclear');
});
