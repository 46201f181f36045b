import { type Invariant, OF_ALL, OF_EACH } from './invariants.js';
import { type Observation } from './seen.js';

export interface Violation {
  /** The name of the invariant. */
  readonly invariant: string;
  /** Such as `transfer payroll-7`. */
  readonly subject: string;
  /** What the witnesses say, in words. */
  readonly evidence: string;
}

export const showViolation = ({ invariant, subject, evidence }: Violation) =>
  `${invariant}: ${subject}: ${evidence}`;

export interface Checked {
  /** How many questions were asked: each invariant of each obligation, and those about everything. */
  readonly asked: number;
  readonly violations: readonly Violation[];
}

/** `at rest`: everything has had the time that it needs, so all of them are asked. `always`: in the middle of it. */
export function checkAll(observation: Observation, moment: Invariant['when']): Checked {
  const isAsked = ([, { when }]: readonly [string, Pick<Invariant, 'when'>]) =>
    when === 'always' || when === moment;
  const ofEach = Object.entries(OF_EACH).filter(isAsked);
  const ofAll = Object.entries(OF_ALL).filter(isAsked);
  const violations = [
    ...observation.seen.flatMap((seen) =>
      ofEach.flatMap(([invariant, { check }]) => {
        const evidence = check(seen);
        return evidence === undefined
          ? []
          : [{ invariant, subject: `${seen.kind} ${seen.reference}`, evidence }];
      }),
    ),
    ...ofAll.flatMap(([invariant, { check }]) =>
      check(observation).map((found) => ({ invariant, ...found })),
    ),
  ];
  return { asked: observation.seen.length * ofEach.length + ofAll.length, violations };
}
