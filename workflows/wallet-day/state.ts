import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { WalletActivityEvent, WalletBalanceEvent } from '../../src/domain/lifecycle/events/wallet.js';
import { ofEvidence } from '../../src/domain/lifecycle/review.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { kobo, type Kobo, showNaira, totalOf, ZERO } from '../../src/domain/money.js';
import {
  addReported,
  hashesIn,
  packReported,
  reportedHash,
} from '../../src/domain/reserved-account/reported-credits.js';
import { toActivity, toLowBalance } from '../../src/domain/wallet-day/view.js';
import {
  closesAt,
  type Flow,
  type Outflows,
  WALLET_DAY_TRANSITIONS,
  type WalletDaySnapshot,
} from '../../src/domain/wallet-day/wallet-day.js';
import { movedBeforeOpening, weigh, withEarly } from '../../src/domain/wallet-day/weigh.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState } from '../shared/run/state.js';
import { describeWalletDay } from './details.js';

export type WalletDay = ReturnType<typeof createWalletDay>;

/** Events that one day reports: their hashes are carried from run to run. */
const MOST_EVENTS = 20_000;

const NONE: Flow = { count: 0, sumKobo: ZERO };

export function newSnapshot(terms: WalletDaySnapshot['terms'], at: string): WalletDaySnapshot {
  return {
    ...beginning('OPEN', 'events of the day arrive', at),
    lifecycle: 'wallet-events',
    terms,
    credits: NONE,
    debits: NONE,
    unclear: 0,
    lowBalances: 0,
    reported: [],
  };
}

export function createWalletDay(initial: WalletDaySnapshot) {
  const record = createLifecycleState<WalletDaySnapshot>(initial, {
    describe: describeWalletDay,
    allowedTransitions: WALLET_DAY_TRANSITIONS,
    worth: () => ZERO,
    // the stored keys are internal
    inWebhooks: (snapshot) => ({ ...snapshot, reported: [], seen: [] }),
    readable: (snapshot) => ({ ...snapshot, reported: [] }),
    packed: (snapshot) => ({ ...snapshot, reported: packReported(snapshot.reported) }),
  });
  const { snapshot, change, transitionTo, raiseUndecided, clear } = record;
  // built once per run, when first needed
  let hashes: Set<string> | undefined;

  /** True for an event that was not reported before; a day reports a bounded number. */
  function isNew(key: string): boolean {
    hashes ??= hashesIn(snapshot().reported);
    const hash = reportedHash(key);
    if (hashes.has(hash)) return false;
    if (hashes.size >= MOST_EVENTS) {
      change({ unreported: (snapshot().unreported ?? 0) + 1 });
      return false;
    }
    hashes.add(hash);
    change({ reported: addReported(snapshot().reported, hash, Date.now()) });
    return true;
  }

  function count({ direction, amountKobo, balanceKobo, at }: WalletActivityEvent): void {
    const { credits, debits, unclear } = snapshot();
    if (!direction || amountKobo === undefined) {
      change({ unclear: unclear + 1 });
      return;
    }
    if (direction === 'credit') change({ credits: withMore(credits, amountKobo) });
    else change({ debits: withMore(debits, amountKobo) });
    const amount: number = amountKobo;
    const byKobo = direction === 'credit' ? amount : -amount;
    const movedAt = Date.parse(at ?? '');
    const movement = { at: movedAt, byKobo, ...(balanceKobo !== undefined && { balanceKobo }) };
    if (!Number.isNaN(movedAt)) change({ early: withEarly(snapshot(), movement) });
  }

  function setBalance({ place, balanceKobo, missing, movedKobo, at }: WalletBalanceEvent): void {
    const { noBalance = {} } = snapshot();
    if (movedKobo !== undefined) change({ closingMovedKobo: movedKobo });
    // the first read is the closest to midnight
    if (snapshot()[place] !== undefined) return;
    if (balanceKobo !== undefined) change({ [place]: { balanceKobo, at } });
    else if (missing !== undefined) change({ noBalance: { ...noBalance, [place]: missing } });
  }

  function setDrift(driftKobo: number): WebhookDraft[] {
    clear(({ kind }) => kind === 'incomplete-comparison');
    if (driftKobo === snapshot().driftKobo) return [];
    change({ driftKobo, unread: [] });
    if (driftKobo === 0) {
      clear(({ kind }) => kind === 'wallet-drift');
      return [];
    }
    const atRiskKobo = kobo(Math.abs(driftKobo));
    const reason = `the wallet holds ${showNaira(atRiskKobo)} ${driftKobo > 0 ? 'more' : 'less'} than the day explains`;
    raiseUndecided(ofEvidence({ kind: 'wallet-drift', reason, atRiskKobo }, String(Math.sign(driftKobo))));
    const drifts = (snapshot().drifts ?? 0) + 1;
    change({ drifts });
    // a drift that comes back is news again
    const ordinal = drifts === 1 ? '' : `#${drifts}`;
    return [{ type: 'wallet-day.drift', effect: `drift${ordinal}:${driftKobo}` }];
  }

  return {
    ...record,
    /** Reports an event to the merchant, once. */
    record(event: LifecycleEvent): WebhookDraft[] {
      if (!isNew(event.key)) return [];
      const { kind, key } = event;
      switch (kind) {
        case 'wallet-activity':
          count(event);
          return [{ type: 'wallet-day.activity', effect: key, about: { activity: toActivity(event) } }];
        case 'low-balance':
          change({ lowBalances: snapshot().lowBalances + 1 });
          return [
            { type: 'wallet-day.low-balance', effect: key, about: { lowBalance: toLowBalance(event) } },
          ];
        case 'wallet-balance':
          setBalance(event);
          return [];
        default:
          return [];
      }
    },
    setOutflows: (outflows: Outflows) => change({ outflows }),
    /** Compares the balances with what went in and out, or says what is missing to do so. */
    weigh(): WebhookDraft[] {
      const weighed = weigh(snapshot());
      if (weighed.kind === 'open') return [];
      if (weighed.kind === 'weighed') return setDrift(weighed.driftKobo);
      const { unread, atRiskKobo } = weighed;
      change({ unread });
      const reason = `the balances of the day were not compared: ${unread.join('; ')}`;
      // what was not compared may change: a decision is about just this
      raiseUndecided(ofEvidence({ kind: 'incomplete-comparison', reason, atRiskKobo }, unread.join()));
      return [];
    },
    /** What moved before the opening balance was read, where the day before does not know it yet. */
    toTell(): number | undefined {
      const moved = movedBeforeOpening(snapshot());
      return moved === (snapshot().toldKobo ?? 0) ? undefined : moved;
    },
    setTold: (toldKobo: number) => change({ toldKobo, told: (snapshot().told ?? 0) + 1 }),
    close(): void {
      if (snapshot().state === 'OPEN') transitionTo('CLOSED', 'the day is over');
    },
    isClosed: () => snapshot().state === 'CLOSED',
    closesAt: () => closesAt(snapshot()),
    isAnswerable: () => true,
  };
}

function withMore({ count, sumKobo }: Flow, amountKobo: Kobo): Flow {
  return { count: count + 1, sumKobo: totalOf(sumKobo, amountKobo) };
}
