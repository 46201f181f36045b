import { endOfDay } from '../../src/domain/calendar.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { inShort } from '../../src/domain/compare/end.js';
import { NOTHING_UNREAD } from '../../src/domain/compare/unread.js';
import { ofEvidence, type ReviewKind } from '../../src/domain/lifecycle/review.js';
import { type Kobo, totalOf, ZERO } from '../../src/domain/money.js';
import type { Difference } from '../../src/domain/sweep/difference.js';
import {
  endOf,
  isSweepOver,
  SWEEP_TRANSITIONS,
  type SweepSnapshot,
  unresolvedIn,
  whatIsSent,
} from '../../src/domain/sweep/sweep.js';
import { createLifecycleState } from '../shared/run/state.js';
import { details } from './details.js';

export type Sweep = ReturnType<typeof createSweep>;

/** A webhook and a reply carry the report; Temporal refuses two megabytes. */
const SHOWN_DIFFERENCES = 500;

export function newSnapshot(terms: SweepSnapshot['terms'], at: string): SweepSnapshot {
  return {
    ...beginning('COMPARING', COMPARES, at),
    lifecycle: 'sweep',
    terms,
    ...emptyReport(terms, at),
    repeats: 0,
  };
}

const COMPARES = 'compares the records of the gateway';

function emptyReport({ reference: day }: SweepSnapshot['terms'], at: string) {
  return {
    startedAt: at,
    until: new Date(Math.min(endOfDay(day), Date.parse(at))).toISOString(),
    done: 0,
    of: 0,
    here: [],
    there: [],
    differences: [],
    omitted: 0,
    reversals: [],
    unread: NOTHING_UNREAD,
    unreadPeriods: [],
    unreadChecks: [],
    notFollowed: 0,
  };
}

export function createSweep(initial: SweepSnapshot) {
  const state = createLifecycleState<SweepSnapshot>(initial, {
    describe: details,
    allowedTransitions: SWEEP_TRANSITIONS,
    worth: worthOf,
    inWebhooks: shortened,
  });

  function compareAll(at: string): void {
    state.change({ ...emptyReport(state.snapshot().terms, at), looks: [], repeatAt: undefined });
    state.transitionTo('COMPARING', COMPARES);
  }

  function raiseOrClear(kind: ReviewKind, reason: string | undefined, atRiskKobo: Kobo): void {
    if (reason === undefined) state.clear((item) => item.kind === kind);
    else state.raise(ofEvidence({ kind, reason, atRiskKobo }, ''));
  }

  return {
    ...state,
    /** Sweeps the day again because someone asked for it, in a run that is still open. */
    restart(at: string): void {
      state.change({ repeats: 0, sent: '' });
      compareAll(at);
    },
    /** Repeats by itself what was incomplete, or looks again at the differences that are left. */
    repeat(at: string): void {
      const { repeats, state: end } = state.snapshot();
      state.change({ repeats: repeats + 1, repeatAt: undefined });
      if (end === 'INCOMPLETE') compareAll(at);
      else {
        state.change({ looks: [Date.parse(at)] });
        state.transitionTo('RECHECKING', 'what differs is looked at again');
      }
    },
    /** Ends it, with review items for what is left; true when that is not what was sent before. */
    end(nextTryAt: number | undefined): boolean {
      const { state: ended, reason } = endOf(state.snapshot());
      state.transitionTo(ended, reason);
      const isOpen = ended !== 'COMPLETED';
      state.change({ repeatAt: isOpen ? nextTryAt : undefined });
      raiseOrClear('incomplete-comparison', ended === 'INCOMPLETE' ? reason : undefined, ZERO);
      const left = unresolvedIn(state.snapshot());
      const count = left.length + state.snapshot().omitted;
      raiseOrClear(
        'unresolved-differences',
        count > 0
          ? `${count} of the day's records differ from the gateway's: ${inShort(left.map(nameOf), 3)}`
          : undefined,
        worthOf(state.snapshot()),
      );
      const sent = whatIsSent(state.snapshot());
      const isNew = sent !== state.snapshot().sent;
      state.change({ sent });
      return isNew;
    },
    /** When it is repeated; not once a person has resolved what was left. */
    repeatAt: () => {
      const { review, repeatAt } = state.snapshot();
      const isWanted = review.some(
        ({ kind }) => kind === 'incomplete-comparison' || kind === 'unresolved-differences',
      );
      return isWanted ? repeatAt : undefined;
    },
    isAnswerable: () => true,
    isOver: () => isSweepOver(state.snapshot().state),
  };
}

const worthOf = (sweep: SweepSnapshot): Kobo =>
  totalOf(...unresolvedIn(sweep).map(({ atRiskKobo }) => atRiskKobo));

const nameOf = ({ class: found, source, key }: Difference) => `${found} ${source} ${key}`;

/** Unresolved differences first: they are what the receiver has to know. */
function shortened(sweep: SweepSnapshot): SweepSnapshot {
  const { differences } = sweep;
  if (differences.length <= SHOWN_DIFFERENCES) return sweep;
  const sorted = [...unresolvedIn(sweep), ...differences.filter(({ resolved }) => resolved)];
  return {
    ...sweep,
    differences: sorted.slice(0, SHOWN_DIFFERENCES),
    omitted: sweep.omitted + differences.length - SHOWN_DIFFERENCES,
  };
}
