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
import { type Ledger } from './money/ledger.js';
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
  /** Public address for browsers; defaults to the address that it listens on. */
  readonly publicUrl?: string;
  /** Additional host names that it accepts, such as its name in a container network. */
  readonly hosts?: readonly string[];
  /** The same seed gives the same merchants and keys. */
  readonly seed?: string;
  readonly now?: () => number;
  /** Persists the state in this file; without it, state is in memory only. */
  readonly stateFile?: string;
  readonly fsync?: boolean;
  /** The first merchant's address for events. */
  readonly webhookUrl?: string;
  readonly validityMs?: number;
  /** A fault plan, as parsed from its file. */
  readonly faults?: unknown;
  /** Time limit for a client to send its request. */
  readonly slowestRequestMs?: number;
  readonly log?: Log;
  /** What moves together with the sandbox's clock. */
  readonly followers?: Followers | undefined;
}

export interface Sandbox {
  readonly app: Express;
  readonly clock: {
    now(): number;
    /** Moves the sandbox alone. */
    advance(ms: number): Promise<void>;
    /** Moves the sandbox and its followers together, as the clock page does. */
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
  // first, so that an invalid plan fails before any resource is open
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
  const journal = openStateFile(world, options);
  world.store.commit(() => applyOptions(world, { faults, webhookUrl: options.webhookUrl }));
  let hosts = options.hosts ?? [];
  const routes = { gateway: SANDBOX_ROUTES, control: CONTROL_ROUTES, pages: PAGES };
  const app = createApp(world, routes, { publicUrl: () => base, hosts: () => hosts });
  let server: Server | undefined;
  let closing: Promise<void> | undefined;

  async function shutDown(): Promise<void> {
    await stopServing(server);
    const idle = world.agenda.stop();
    // aborts deliveries that wait for a response; the next start sends them again
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

function openStateFile(world: World, { stateFile, fsync = false }: SandboxOptions): Journal | undefined {
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

interface StartOptions {
  readonly faults: readonly FaultRule[] | undefined;
  readonly webhookUrl: string | undefined;
}

/** Runs inside a commit. Creates the first merchant on the first start; applies the options on every start. */
function applyOptions(world: World, { faults, webhookUrl }: StartOptions): void {
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
