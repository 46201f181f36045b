import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showNaira } from '../../src/domain/money.js';
import { KILLABLE, runKilled } from './killed-run.js';

/**
 * Pays checkouts by bank transfer under `oware dev` while it kills the processes at random, and then counts: no payment
 * may be missing or doubled. Exits with code 1 on any difference.
 */
const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
    only: { type: 'string', multiple: true, default: [...KILLABLE] },
  },
});
const CUSTOMERS = 10;
const LIMIT_MS = 15 * 60_000;

const startedAt = Date.now();
const say = (text: string) =>
  console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}`);

const folder = mkdtempSync(join(tmpdir(), 'oware-load-'));
const { figures, moved, repeated, differences } = await runKilled(folder, {
  checkouts: Number(values.checkouts),
  customers: CUSTOMERS,
  victims: Array.from({ length: Number(values.kills) }, (_, n) => values.only[n % values.only.length] ?? ''),
  limitMs: LIMIT_MS,
  say,
}).finally(() => rmSync(folder, { recursive: true, force: true }));
say(`moved the gateway's clock ${moved} times by five minutes`);
say(`calls repeated: ${repeated.unavailable} of 503, ${repeated.working} of 202, ${repeated.broken} broken`);
say(
  `ledger: ${figures.collections} collections, ${showNaira(figures.collected)} of ` +
    `${showNaira(figures.expected)}, ${figures.balanced ? 'balanced' : 'NOT balanced'}`,
);
say(`webhooks: ${figures.paidWebhooks} checkout.paid, ${figures.webhookRepeats} repeats under the same id`);
for (const difference of differences) say(`DIFFERENCE: ${difference}`);
say(differences.length === 0 ? 'no difference' : 'DIFFERENCES found');
process.exit(differences.length === 0 ? 0 : 1);
