import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KILLABLE, runKilled } from '../../load/killed-run.js';

const CHECKOUTS = 12;

it('every checkout is paid once though Temporal, worker, api and sandbox are killed while customers order and pay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oware-all-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const { figures, differences } = await runKilled(folder, {
    checkouts: CHECKOUTS,
    customers: 4,
    victims: KILLABLE,
    limitMs: 100_000,
    say: (text) => said.push(text),
  });
  expect(differences).toEqual([]);
  expect(figures).toMatchObject({ collections: CHECKOUTS, paidWebhooks: CHECKOUTS, balanced: true });
  expect(said.filter((text) => text.startsWith('killed '))).toHaveLength(KILLABLE.length);
});
