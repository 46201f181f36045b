import { setTimeout as pause } from 'node:timers/promises';
import type { Kobo } from '../src/domain/money.js';
import { type PausableQueue, pauseOf } from '../src/domain/pause/pause.js';
import type { GatewayActivities } from './gateway.js';
import type { OwnActivities } from './own.js';

export interface ReadinessRequest {
  readonly queue: PausableQueue;
  /** The bank that the money goes to. */
  readonly bankCode?: string;
  /** The banks, where it goes to several. */
  readonly bankCodes?: readonly string[];
  /** Reads the balance of the deployment's wallet too. */
  readonly withBalance?: true;
  /** For a caller that waits for funds: a balance that it has seen already does not help. */
  readonly newerThan?: number;
}

export interface Readiness {
  readonly paused?: { readonly reason: string; readonly since: string; readonly bank?: string };
  /** Advisory: not read while the send is paused, and missing when the gateway does not answer soon. */
  readonly balanceKobo?: Kobo;
  /** When the balance was read, in milliseconds since the epoch. */
  readonly balanceAt?: number;
}

export interface ReadinessActivity {
  /** Whether a send may start now. Fails when it cannot be known whether it is paused: the caller waits. */
  readonly readiness: (request: ReadinessRequest) => Promise<Readiness>;
}

/** All lifecycles of this process share a balance for so long. */
const BALANCE_KEPT_MS = 60_000;
/** After a failed read, many lifecycles may ask at the same time. */
const FAILURE_KEPT_MS = 5_000;
/** A send does not wait longer for an advisory balance; the read continues for the next caller. */
const BALANCE_WAIT_MS = 2_000;

interface Reading {
  readonly startedAt: number;
  /** Undefined when the read failed. */
  readonly balance: Promise<Kobo | undefined>;
  /** Until when callers share it; without end while the read is in flight. */
  keptUntil: number;
}

export function createReadiness(
  { getWalletBalance }: Pick<GatewayActivities, 'getWalletBalance'>,
  { pauses }: Pick<OwnActivities, 'pauses'>,
  now: () => number = Date.now,
): ReadinessActivity {
  let last: Reading | undefined;

  function startReading(): Reading {
    const balance = getWalletBalance({}).then(
      ({ body }) => body.availableBalance,
      () => undefined,
    );
    const reading: Reading = { startedAt: now(), keptUntil: Infinity, balance: balance.then(keep) };
    function keep(known: Kobo | undefined): Kobo | undefined {
      reading.keptUntil = now() + (known === undefined ? FAILURE_KEPT_MS : BALANCE_KEPT_MS);
      return known;
    }
    return reading;
  }

  async function readBalance(newerThan: number): Promise<Readiness> {
    const shared = last && last.keptUntil > now() && last.startedAt > newerThan ? last : startReading();
    last = shared;
    const { balance, startedAt } = shared;
    const balanceKobo = await atMost(BALANCE_WAIT_MS, balance);
    return balanceKobo === undefined ? {} : { balanceKobo, balanceAt: startedAt };
  }

  return {
    async readiness({ queue, bankCode, bankCodes = [], withBalance, newerThan = -Infinity }) {
      const whyPaused = async (): Promise<Readiness | undefined> => {
        const active = await pauses();
        const found = [bankCode, ...bankCodes].map((bank) => pauseOf(active, queue, bank)).find(Boolean);
        if (!found) return undefined;
        const { reason, since, bank } = found;
        return { paused: { reason, since, ...(bank !== undefined && { bank }) } };
      };
      const paused = await whyPaused();
      if (paused || !withBalance) return paused ?? {};
      const balance = await readBalance(newerThan);
      // the balance may have taken seconds, and a pause that began meanwhile counts as seen by every worker
      return (await whyPaused()) ?? balance;
    },
  };
}

async function atMost<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}
