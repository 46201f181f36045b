import { earlierRows } from './batch/from-earlier-version.js';
import type { EarlierVersion } from './earlier-version.js';
import { earlierDebits } from './mandate/from-earlier-version.js';
import { withOrderEvidence } from './order/from-earlier-version.js';
import { earlierPayouts } from './payout/from-earlier-version.js';
import { earlierRefunds } from './refund/from-earlier-version.js';
import { earlierCredits } from './reserved-account/from-earlier-version.js';
import { earlierPeriods } from './subscription/from-earlier-version.js';

const EARLIER: readonly EarlierVersion[] = [
  earlierPayouts,
  earlierRefunds,
  earlierRows,
  earlierDebits,
  earlierPeriods,
  earlierCredits,
];

/** A snapshot as it is kept today; one of an earlier version gets what was known as evidence. */
export function withEvidence<Snapshot extends { readonly lifecycle: string }>(snapshot: Snapshot): Snapshot {
  const earlier = EARLIER.find(({ of }) => of.includes(snapshot.lifecycle));
  return earlier ? (earlier.load(snapshot) as Snapshot) : withOrderEvidence(snapshot);
}
