import type { RowItemRules } from '../../src/domain/batch/row-items.js';
import { isAboutRows } from '../../src/domain/batch/row-items.js';
import { changeRow, isInStep, payoutOf } from '../../src/domain/batch/row-payout.js';
import { add } from '../../src/domain/movement/evidence.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import type { ItemRules } from '../../src/domain/payout/items.js';
import { isAuthorising } from '../../src/domain/payout/state.js';
import type { Settings } from '../../src/config/settings.js';
import type { PayoutPlace } from '../shared/payout/place.js';
import type { PartLifecycle } from './lifecycle.js';

/** From when on an outcome is expected: the gateway waits for the OTP as long as it is valid. */
export function expectedFrom(lifecycle: PartLifecycle, { transferOtpWindowMs }: Settings): number {
  const { request, authorization } = lifecycle.subject().snapshot();
  if (!isAuthorising(request.state) || !authorization) return 0;
  return Date.parse(authorization.resentAt ?? authorization.since) + transferOtpWindowMs;
}

/** The place of the request that sends the rows of a part. The merchant is sent webhooks by the batch. */
export function createRequestPlace(lifecycle: PartLifecycle): PayoutPlace {
  const part = lifecycle.subject();
  return {
    read: () => part.snapshot().request,
    write: (known, shown) => part.keepRequest({ ...part.snapshot().request, ...known, ...shown }),
    notify: (news) => {
      if (news === 'conflicting-records') part.noteContradiction();
    },
    raise: part.raise,
    clear: (isGone) => part.clear((item) => !isAboutRows(item.key) && isGone(item)),
    now: lifecycle.pace.now,
    inTurn: part.inTurn,
    setWithdrawal: part.setWithdrawal,
    withdraw: part.withdraw,
    itemRules: () => itemRules(lifecycle),
    share: (piece) => {
      if (piece.kind !== 'sending' && piece.kind !== 'send') return;
      part.changeRows((known, row) => {
        const { request } = part.snapshot();
        if (!known.seen || !isInStep(row, known, request, piece.step)) return known;
        const { movement } = payoutOf(row, known, request);
        return changeRow(row, known, request, { movement: add(movement, piece) }).row;
      });
    },
  };
}

function itemRules(lifecycle: PartLifecycle): ItemRules | undefined {
  const settings = lifecycle.given();
  if (!settings) return undefined;
  const { terms, request, review } = lifecycle.subject().snapshot();
  // what the gateway has, its rows say
  const isKnown = standingOf(request.movement).name !== 'unknown';
  return {
    ...rowItemRules(lifecycle, settings),
    subject: terms.reference,
    ...(isKnown && { expectedFrom: Infinity }),
    open: review.map(({ key }) => key).filter((key) => !isAboutRows(key)),
  };
}

export const rowItemRules = (lifecycle: PartLifecycle, settings: Settings): RowItemRules => ({
  now: lifecycle.pace.now(),
  readsOfClaim: settings.recheckScheduleMs.length + 1,
  unresolvedAfterMs: settings.unresolvedAfterMs,
  expectedFrom: expectedFrom(lifecycle, settings),
});

/** The place of one row, for a decision about it. */
export function createRowPlace(lifecycle: PartLifecycle, n: number): PayoutPlace | undefined {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const index = terms.rows.findIndex((row) => row.n === n);
  const row = terms.rows[index];
  if (!row) return undefined;
  return {
    read: () => {
      const { rows, request } = part.snapshot();
      return payoutOf(row, rows[index] ?? { state: 'PENDING' }, request);
    },
    write: (known) => {
      const { request } = part.snapshot();
      part.changeRows((each, { n: at }) => (at === n ? changeRow(row, each, request, known).row : each));
    },
    notify: () => undefined,
    // the items of all rows are brought up to date together
    raise: () => false,
    clear: () => undefined,
    itemRules: () => undefined,
    now: lifecycle.pace.now,
    inTurn: part.inTurn,
    setWithdrawal: () => undefined,
    withdraw: () => undefined,
  };
}
