import { ZERO } from '../money.js';
import { type Evidence, type MovementTerms, noEvidence } from './evidence.js';
import { isAwaited } from './next-read.js';

/**
 * Evidence where hundreds of movements are kept side by side: without its terms, which are kept once, and without what says
 * nothing.
 */
export type PackedEvidence = Partial<Omit<Evidence, 'terms'>>;

const NONE: Readonly<Record<string, unknown>> = { ...noEvidence({ asked: ZERO }) };

/** The readings that only confirm others count while another one is expected. What a person has seen is kept. */
const OF_READINGS: readonly string[] = ['run', 'readAt', 'absences'];

export function pack(evidence: Evidence): PackedEvidence {
  const isKept = isAwaited(evidence) || evidence.run?.isNoted === true;
  const says = ([name, value]: readonly [string, unknown]) =>
    name !== 'terms' &&
    value !== undefined &&
    value !== NONE[name] &&
    (isKept || !OF_READINGS.includes(name));
  return Object.fromEntries(Object.entries(evidence).filter(says));
}

export const unpack = (packed: PackedEvidence, terms: MovementTerms): Evidence => ({
  ...noEvidence(terms),
  ...packed,
});
