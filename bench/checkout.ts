import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection } from '@temporalio/client';
import { startBenchServer } from './bench-server.js';
import { cpuDuring } from './checkout/cpu.js';
import { startMerchant } from './checkout/merchant.js';
import { median, report, type Round } from './checkout/report.js';
import { createShop, type Kind, type Shop } from './checkout/shop.js';
import { startTree, type Tree } from './checkout/tree.js';
import { countOption } from './count-option.js';

/**
 * What a checkout costs in CPU time, by process; with --baseline also in another built tree of Oware, so that a change
 * is compared with the tree before it in alternating rounds of one run. Both trees run as users run them, with
 * `oware dev`, and share one Temporal server. Linux only, for its count of CPU time.
 */
const HERE = resolve(import.meta.dirname, '..');
const KINDS = ['hosted', 'account', 'waited'] as const;
const CLOSED_WITHIN_MS = 5_000;

const { values } = parseArgs({
  options: {
    baseline: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    checkouts: { type: 'string', default: '40' },
    clients: { type: 'string', default: '10' },
    waits: { type: 'string', default: '1' },
  },
});
const rounds = countOption('rounds', values.rounds);
const checkouts = countOption('checkouts', values.checkouts);
const clients = countOption('clients', values.clients);
const waits = countOption('waits', values.waits);

const { environment, server, serverVersion } = await startBenchServer();
const home = mkdtempSync(join(tmpdir(), 'oware-bench-'));
const connection = await Connection.connect({ address: server.address });
const merchant = await startMerchant();
const trees: Tree[] = [];

interface Seller {
  readonly tree: Tree;
  readonly shop: Shop;
}

async function countOpen({ namespace }: Tree): Promise<number> {
  const query = "ExecutionStatus = 'Running'";
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  return Number(count);
}

/** The last workflow task of a checkout comes after its webhook. The bench does not wait for longer ones. */
async function untilClosed(tree: Tree, openBefore: number): Promise<void> {
  const deadline = Date.now() + CLOSED_WITHIN_MS;
  while ((await countOpen(tree)) > openBefore && Date.now() < deadline) await pause(100);
}

let serial = 0;

/** CPU-ms per checkout of one kind, and the median time of a checkout's creation. */
async function measure({ tree, shop }: Seller, kind: Kind) {
  const references = Array.from({ length: checkouts }, () => `${tree.name}-${kind}-${(serial += 1)}`);
  const openBefore = await countOpen(tree);
  const firstReplies: number[] = [];
  const total = await cpuDuring(
    () => ({ ...tree.pids(), server: server.pid }),
    async () => {
      const waiting = [...references];
      const client = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          firstReplies.push(await shop.sell(kind, next));
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      await merchant.untilPaid(references);
      await untilClosed(tree, openBefore);
    },
  );
  const cpu = Object.fromEntries(Object.entries(total).map(([name, ms]) => [name, ms / checkouts]));
  return { cpu, firstReplyMs: median(firstReplies) };
}

/** Kind by kind, so that compared measurements run close together. */
async function playRound(sellers: readonly Seller[]): Promise<Map<Seller, Round>> {
  const played = new Map<Seller, Round>();
  for (const kind of KINDS) {
    for (const seller of sellers) {
      const { cpu, firstReplyMs } = await measure(seller, kind);
      played.set(seller, { firstReplyMs, ...played.get(seller), [kind]: cpu });
    }
  }
  return played;
}

async function run(): Promise<void> {
  const folders = {
    ...(values.baseline !== undefined && { baseline: resolve(values.baseline) }),
    current: HERE,
  };
  for (const [name, folder] of Object.entries(folders)) {
    const options = { home: join(home, name), temporalAddress: server.address, webhookUrl: merchant.url };
    trees.push(await startTree({ name, folder, environment, ...options }));
    console.log(`${name}: ${folder}`);
  }
  const sellers = trees.map((tree) => ({ tree, shop: createShop(tree, waits) }));
  const results: Record<string, Round[]> = Object.fromEntries(trees.map(({ name }) => [name, []]));
  // the first round warms everything up; the tree that goes first changes with every round
  for (let n = 0; n <= rounds; n += 1) {
    const played = await playRound(n % 2 === 0 ? sellers : sellers.toReversed());
    console.log(n === 0 ? 'warm' : `round ${n} of ${rounds}`);
    if (n > 0) for (const [{ tree }, round] of played) results[tree.name]?.push(round);
  }
  const given = process.argv.slice(2);
  console.log(
    `\nnpm run ${['bench:checkout', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')}\nTemporal server ${serverVersion}; medians of ${rounds} rounds of ` +
      `${checkouts} checkouts by ${clients} clients; the ratio's median, lowest and highest round\n${report(results, waits)}`,
  );
}

try {
  await run();
} finally {
  await Promise.all(trees.map((tree) => tree.stop()));
  await merchant.close();
  await connection.close();
  await server.stop(5_000);
  rmSync(home, { recursive: true, force: true });
}
