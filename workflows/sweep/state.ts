import { endOfDay } from '../../src/domain/calendar.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { totalOf } from '../../src/domain/money.js';
import {
  isSweepOver,
  SWEEP_TRANSITIONS,
  type SweepSnapshot,
  unresolvedIn,
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
    unread: 0,
    unreadPeriods: [],
  };
}

export function createSweep(initial: SweepSnapshot) {
  const state = createLifecycleState<SweepSnapshot>(initial, {
    describe: details,
    allowedTransitions: SWEEP_TRANSITIONS,
    worth: (sweep) => totalOf(...unresolvedIn(sweep).map(({ atRiskKobo }) => atRiskKobo)),
    inWebhooks: shortened,
  });
  return {
    ...state,
    /** Sweeps the day again, in a run that is still open. */
    restart(at: string): void {
      state.change({ ...emptyReport(state.snapshot().terms, at), looks: [] });
      state.transitionTo('COMPARING', COMPARES);
    },
    isAnswerable: () => true,
    isOver: () => isSweepOver(state.snapshot().state),
  };
}

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
