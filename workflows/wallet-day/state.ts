import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { WalletActivityEvent, WalletBalanceEvent } from '../../src/domain/lifecycle/events/wallet.js';
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
  driftOf,
  type Flow,
  type Outflows,
  WALLET_DAY_TRANSITIONS,
  type WalletDaySnapshot,
} from '../../src/domain/wallet-day/wallet-day.js';
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
  const { snapshot, change, transitionTo, raise, clear } = record;
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

  function count({ direction, amountKobo }: WalletActivityEvent): void {
    const { credits, debits, unclear } = snapshot();
    if (!direction || amountKobo === undefined) change({ unclear: unclear + 1 });
    else if (direction === 'credit') change({ credits: withMore(credits, amountKobo) });
    else change({ debits: withMore(debits, amountKobo) });
  }

  function setBalance({ place, balanceKobo, at }: WalletBalanceEvent): void {
    // the first read is the closest to midnight
    if (snapshot()[place] === undefined) change({ [place]: { balanceKobo, at } });
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
    /** Compares the balances with what went in and out. */
    weigh(): WebhookDraft[] {
      const drift = driftOf(snapshot());
      if (drift === undefined || drift === snapshot().driftKobo) return [];
      change({ driftKobo: drift });
      if (drift === 0) {
        clear(({ kind }) => kind === 'wallet-drift');
        return [];
      }
      const atRiskKobo = kobo(Math.abs(drift));
      const reason = `the wallet holds ${showNaira(atRiskKobo)} ${drift > 0 ? 'more' : 'less'} than the day explains`;
      raise({ kind: 'wallet-drift', reason, atRiskKobo });
      return [{ type: 'wallet-day.drift', effect: `drift:${drift}` }];
    },
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
