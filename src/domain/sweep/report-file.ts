import { toNaira } from '../money.js';
import type { SweepSnapshot } from './sweep.js';

/** Columns of the two files that finance keeps. Their order and names stay. */
export const TOTAL_COLUMNS = ['day', 'side', 'record', 'state', 'count', 'sum'] as const;

export const DIFFERENCE_COLUMNS = [
  'day',
  'class',
  'record',
  'gateway_reference',
  'lifecycle',
  'reference',
  'oware_state',
  'oware_amount',
  'gateway_state',
  'gateway_amount',
  'at_risk',
  'resolved',
] as const;

export function toTotalCells({ terms: { reference: day }, here, there }: SweepSnapshot): string[][] {
  const sides = [
    ['oware', here],
    ['gateway', there],
  ] as const;
  return sides.flatMap(([side, tallies]) =>
    tallies.map(({ source, state, count, sumKobo }) => [
      day,
      side,
      source,
      state,
      String(count),
      toNaira(sumKobo),
    ]),
  );
}

export function toDifferenceCells({ terms: { reference: day }, differences }: SweepSnapshot): string[][] {
  return differences.map(({ class: found, source, key, at, here, there, atRiskKobo, resolved }) => [
    day,
    found,
    source,
    key,
    at.lifecycle,
    at.reference,
    here?.state ?? '',
    here?.amountKobo === undefined ? '' : toNaira(here.amountKobo),
    there?.state ?? '',
    there?.amountKobo === undefined ? '' : toNaira(there.amountKobo),
    toNaira(atRiskKobo),
    resolved ? 'yes' : 'no',
  ]);
}
