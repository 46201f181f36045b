import { HASH_ALPHABET, HASH_LENGTH, shortHash } from '../hash.js';

/**
 * What was reported on one day (UTC), as hashes, because a busy account has ten thousand a day and carries
 * them along.
 */
export interface ReportedDay {
  readonly day: string;
  /** In order of arrival, concatenated. */
  readonly hashes?: string;
  /** Sorted and packed, once the day has ended. */
  readonly packed?: string;
}

const DAY_MS = 86_400_000;
const DAY_LENGTH = '2026-01-31'.length;

/** A clock that is wrong by more is seen at once: a time zone is an hour. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** The period that a sweep covers. */
export const REPORTED_KEPT_MS = 7 * DAY_MS;

/** All stored hashes. */
export function hashesIn(reported: readonly ReportedDay[]): Set<string> {
  return new Set(reported.flatMap(({ hashes = '', packed = '' }) => [...split(hashes), ...unpack(packed)]));
}

export const reportedHash = shortHash;

/** Adds a hash, and removes those that are too old. */
export function addReported(reported: readonly ReportedDay[], hash: string, now: number): ReportedDay[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const kept = reported.filter(({ day }) => !isForgotten(`${day}T23:59:59.999Z`, now));
  const others = kept.filter(({ day }) => day !== today);
  const before = kept.find(({ day }) => day === today);
  return [...others, { ...before, day: today, hashes: (before?.hashes ?? '') + hash }];
}

/** The last day of which it is forgotten what was reported; of an account that forgot nothing it is empty. */
export function forgottenUntil(
  before: string | undefined,
  was: readonly ReportedDay[],
  is: readonly ReportedDay[],
): string | undefined {
  if (before === undefined) return undefined;
  const gone = was.map(({ day }) => day).filter((day) => !is.some((each) => each.day === day));
  return [before, ...gone].toSorted().at(-1);
}

/**
 * Whether a payment of this time may have been reported, and that be forgotten: nothing is reported before it is paid, by more than
 * the gateway's clock may be ahead. Where a run was lost, or another system had the account, it is not known what was
 * reported: then the age decides.
 */
export function mayBeForgotten(until: string | undefined, at: string, now: number): boolean {
  if (!isForgotten(at, now)) return false;
  const earliest = new Date(Date.parse(at) - CLOCKS_DIFFER_MS).toISOString();
  return until === undefined || earliest.slice(0, DAY_LENGTH) <= until;
}

/** Whether a run that was lost may have learned of a payment of this time, and have reported it: what was decided on it then is lost. */
export function mayBeOfLostRun(rebuiltAt: string | undefined, at: string | undefined): boolean {
  if (rebuiltAt === undefined) return false;
  return at === undefined || Date.parse(at) - CLOCKS_DIFFER_MS <= Date.parse(rebuiltAt);
}

/** For continue-as-new: a packed day is a fifth smaller. */
export function packReported(reported: readonly ReportedDay[]): ReportedDay[] {
  return reported.map((one) => {
    const { day, hashes = '', packed = '' } = one;
    const all = hashes === '' ? undefined : pack([...split(hashes), ...unpack(packed)]);
    return all === undefined ? one : { day, packed: all };
  });
}

/** True for a time so long ago that its key is no longer stored. */
export function isForgotten(at: string, now: number): boolean {
  return now - Date.parse(at) > REPORTED_KEPT_MS;
}

function split(hashes: string, width = HASH_LENGTH): string[] {
  return Array.from({ length: Math.floor(hashes.length / width) }, (_, index) =>
    hashes.slice(index * width, (index + 1) * width),
  );
}

/** All two-character prefixes, in order: a packed day only counts the hashes of each prefix. */
const HEAD = 2;
const LETTERS = Array.from(HASH_ALPHABET);
const HEADS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const MOST_ALIKE = HASH_ALPHABET.length - 1;

/** A day with fewer hashes is smaller unpacked. */
const WORTH_PACKING = HEADS.length;

/** One character of count for every prefix, then the endings; undefined where that would not be smaller. */
function pack(hashes: readonly string[]): string | undefined {
  if (hashes.length < WORTH_PACKING) return undefined;
  const groups = new Map<string, string[]>(HEADS.map((head) => [head, []]));
  for (const hash of new Set(hashes)) groups.get(hash.slice(0, HEAD))?.push(hash.slice(HEAD));
  const endings = HEADS.map((head) => groups.get(head) ?? []);
  if (endings.some(({ length }) => length > MOST_ALIKE)) return undefined;
  const counts = endings.map(({ length }) => HASH_ALPHABET[length]).join('');
  return counts + endings.map((group) => group.join('')).join('');
}

function unpack(packed: string): string[] {
  if (packed === '') return [];
  const endings = split(packed.slice(HEADS.length), HASH_LENGTH - HEAD);
  let next = 0;
  return HEADS.flatMap((head, index) => {
    const count = HASH_ALPHABET.indexOf(packed[index] ?? '');
    const group = endings.slice(next, next + count);
    next += count;
    return group.map((ending) => head + ending);
  });
}
