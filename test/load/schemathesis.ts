import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { hashKey, SCOPES } from '../../src/api/bearer.js';
import { ownPorts, startDevRun } from '../support/processes/dev-run.js';
import { waitUntil } from '../support/wait-until.js';

/**
 * Runs Schemathesis against `oware dev` with a key of all scopes: random requests derived from the OpenAPI document,
 * and replies compared with it. Arguments are passed on, such as `--max-examples 100 --seed 1`. Needs Python 3.10.
 */
const VERSION = '4.32.5';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
/** A read may wait for as long as 60 seconds; a random one rarely does. */
const REQUEST_TIMEOUT_S = 45;

const folder = mkdtempSync(join(tmpdir(), 'oware-schemathesis-'));
const { dev, json } = await startDevRun(folder, {
  ...(await ownPorts()),
  OWARE_API_REQUESTS_PER_SECOND: '10000',
});
try {
  const { url } = json().api;
  const key = await addKey(url);
  const run = spawnSync(
    installed(),
    [
      ...['run', `${url}/openapi.json`, '--header', `Authorization: Bearer ${key}`],
      ...['--checks', CHECKS.join(','), '--phases', 'examples,fuzzing'],
      // what is paused stays unanswered, and would count as a server error of other operations
      ...['--exclude-operation-id', 'postPauses'],
      ...['--request-timeout', String(REQUEST_TIMEOUT_S), '--continue-on-failure', '--no-color'],
      ...process.argv.slice(2),
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  process.exitCode = run.status ?? 1;
} finally {
  await dev.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** The api reads its file of keys again when it changes. */
async function addKey(url: string): Promise<string> {
  const file = join(folder, '.oware', 'api-keys.json');
  const key = 'a-key-of-schemathesis';
  const keys = JSON.parse(readFileSync(file, 'utf8')) as object[];
  const all = { name: 'schemathesis', sha256: hashKey(key), scopes: Object.keys(SCOPES) };
  writeFileSync(file, JSON.stringify([...keys, all]));
  await waitUntil('the new key', async () => {
    const reply = await request(`${url}/v1/pauses`, { headers: { authorization: `Bearer ${key}` } });
    await reply.body.dump();
    return reply.statusCode === 200;
  });
  return key;
}

/** Schemathesis in an environment of its own, which the next run uses again. */
function installed(): string {
  const home = join(tmpdir(), `oware-schemathesis-${VERSION}`);
  const command = join(home, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' });
  execFileSync(join(home, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], {
    stdio: 'inherit',
  });
  return command;
}
