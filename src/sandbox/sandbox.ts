import { type Server } from 'node:http';
import { type Express } from 'express';
import { Agent } from 'undici';
import { scheduleNextRun } from './collections/settlements.js';
import { CONTROL_ROUTES } from './control/control.js';
import { createWorld } from './create-world.js';
import { type FaultRule, readFaultPlan } from './faults/rules.js';
import { createApp } from './http/app.js';
import { createHttpServer, inUrl, startListening, stopServing } from './http/server.js';
import { type Log } from './log.js';
import { type Ledger } from './money/books.js';
import { PAGES } from './pages/pages.js';
import { FIRST_MERCHANT, firstMerchant, type NewMerchant, openMerchant } from './people/merchants.js';
import { SANDBOX_ROUTES, sandboxCoverage } from './routes.js';
import { type Journal, readJournal, startJournal } from './state/journal.js';
import { lockFile } from './state/lock.js';
import { advance, type Followers, type ClockMove } from './state/time-travel.js';
import { type Delivery } from './types/delivery.js';
import { type Merchant } from './types/merchant.js';
import { type World } from './world.js';

export interface SandboxOptions {
  /** Where browsers find it; without it, the address that it listens at. */
  readonly publicUrl?: string;
  /** Further names or addresses that it is called by, such as its name in a network of containers. */
  readonly hosts?: readonly string[];
  /** The same seed gives the same merchants and keys. */
  readonly seed?: string;
  readonly now?: () => number;
  /** Keeps the state in this file; without it, in memory only. */
  readonly stateFile?: string;
  readonly fsync?: boolean;
  /** Where the first merchant hears of events. */
  readonly webhookUrl?: string;
  readonly validityMs?: number;
  /** A fault plan, as it was read from a file. */
  readonly faults?: unknown;
  /** How long a client may take to send a request. */
  readonly slowestRequestMs?: number;
  readonly log?: Log;
  /** What moves along when people move the sandbox's clock. */
  readonly followers?: Followers | undefined;
}

export interface Sandbox {
  readonly app: Express;
  readonly clock: {
    now(): number;
    /** Moves the sandbox alone. */
    advance(ms: number): Promise<void>;
    /** Moves the sandbox and its followers, as people do. */
    move(ms: number, stepMs?: number): Promise<ClockMove>;
  };
  readonly merchants: { list(): Merchant[]; first(): Merchant; open(wanted: NewMerchant): Merchant };
  readonly ledger: Pick<Ledger, 'audit' | 'balance' | 'balances' | 'entries'>;
  readonly deliveries: { list(): Delivery[]; settled(): Promise<void> };
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

const FORTY_MINUTES = 40 * 60_000;

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  // before anything is opened that would have to be closed again
  const faults = options.faults === undefined ? undefined : readFaultPlan(options.faults, sandboxCoverage());
  const outbound = new Agent({ keepAliveTimeout: 1_000 });
  let base = options.publicUrl ?? '';
  const world = createWorld({
    seed: options.seed ?? 'oware',
    now: options.now ?? Date.now,
    validityMs: options.validityMs ?? FORTY_MINUTES,
    log: options.log ?? (() => undefined),
    publicUrl: (path) => base + path,
    outbound,
    followers: options.followers,
  });
  const journal = remember(world, options);
  world.store.commit(() => settleIn(world, { faults, webhookUrl: options.webhookUrl }));
  let hosts = options.hosts ?? [];
  const routes = { gateway: SANDBOX_ROUTES, control: CONTROL_ROUTES, pages: PAGES };
  const app = createApp(world, routes, { publicUrl: () => base, hosts: () => hosts });
  let server: Server | undefined;
  let closing: Promise<void> | undefined;

  async function shutDown(): Promise<void> {
    await stopServing(server);
    const idle = world.agenda.stop();
    // ends deliveries that still wait for an answer; they are sent again at the next start
    await outbound.destroy();
    await idle;
    journal?.close();
  }

  return {
    app,
    clock: {
      now: world.clock.now,
      advance: (ms) => advance(world, ms),
      move: (ms, stepMs) => world.timeTravel.move(ms, { stepMs }),
    },
    merchants: {
      list: () => [...world.merchants.values()],
      first: () => firstMerchant(world),
      open: (wanted) => world.store.commit(() => openMerchant(world, wanted)),
    },
    ledger: world.ledger,
    deliveries: { list: () => [...world.deliveries.values()], settled: world.agenda.settled },
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      server = createHttpServer(app, options.slowestRequestMs);
      const url = await startListening(server, { host, port });
      base ||= url;
      hosts = [...hosts, inUrl(host)];
      world.agenda.wake();
      return { url };
    },
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

function remember(world: World, { stateFile, fsync = false }: SandboxOptions): Journal | undefined {
  if (stateFile === undefined) return undefined;
  const unlock = lockFile(stateFile);
  try {
    world.store.restore(readJournal(stateFile));
    const journal = startJournal(stateFile, { snapshot: world.store.snapshot(), fsync });
    world.store.keep(journal);
    return {
      ...journal,
      close() {
        journal.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

interface Wishes {
  readonly faults: readonly FaultRule[] | undefined;
  readonly webhookUrl: string | undefined;
}

/** Inside of a commit. The first merchant is there from the start; what the options say holds at every start. */
function settleIn(world: World, { faults, webhookUrl }: Wishes): void {
  const known = world.merchants.get('M1');
  const first = known ?? openMerchant(world, FIRST_MERCHANT);
  if (!known) scheduleNextRun(world);
  if (webhookUrl !== undefined) {
    world.merchants.put({ ...first, webhookUrls: { ...first.webhookUrls, all: webhookUrl } });
  }
  if (faults === undefined) return;
  world.faults.clear();
  world.faults.add(faults);
}
