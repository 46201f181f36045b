import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../src/temporal/run/ports.js';
import { isAlive, OWARE, type OwareProcess, startOware } from '../support/processes/oware-process.js';
import { commandsUnder } from '../support/readme.js';
import { waitUntil } from '../support/wait-until.js';

interface DevJson {
  readonly api: { readonly url: string; readonly key: string };
  readonly sandbox: { readonly url: string };
  readonly pids: Readonly<Record<string, number>>;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oware-dev-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything but Temporal itself, which the suite shares; on ports of its own. */
async function settings(): Promise<Record<string, string>> {
  const names = ['OWARE_API_PORT', 'OWARE_SANDBOX_PORT', 'OWARE_WORKER_PORT', 'OWARE_MERCHANT_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]));
  return {
    ...(Object.fromEntries(ports) as Record<string, string>),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    OWARE_TASK_QUEUE: `dev-${process.pid}-${Date.now()}`,
  };
}

async function startDev(env: Record<string, string>): Promise<{ dev: OwareProcess; json: DevJson }> {
  const dev = startOware(['dev'], { cwd: folder, env });
  await dev.says('Oware is ready');
  return { dev, json: readDevJson() };
}

const readDevJson = () => JSON.parse(readFileSync(join(folder, '.oware', 'dev.json'), 'utf8')) as DevJson;

async function call({ api }: DevJson, path: string) {
  const reply = await request(`${api.url}${path}`, { headers: { authorization: `Bearer ${api.key}` } });
  return reply.body.json();
}

/** The very commands of the README, in one shell, on the ports of this test. */
function followReadme(heading: string, { api, sandbox }: DevJson): void {
  const commands = commandsUnder(heading).join('\n');
  const script = `KEY=${api.key}\n${commands}`
    .replaceAll('http://127.0.0.1:3000', api.url)
    .replaceAll('http://127.0.0.1:3001', sandbox.url)
    .replaceAll('npx oware', `'${process.execPath}' '${OWARE}'`);
  execFileSync('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
}

describe('oware dev', () => {
  it('does what the README says, remembers it, and leaves no process behind', async () => {
    const env = await settings();
    const { dev, json } = await startDev(env);
    expect(statSync(join(folder, '.oware', 'dev.json')).mode & 0o777).toBe(0o600);

    followReadme('Make a payment', json);
    await dev.says('checkout.paid order-1');
    followReadme('Break it', json);
    await waitUntil('another worker', () => readDevJson().pids.worker !== json.pids.worker);
    await dev.says('checkout.paid order-2');
    followReadme('Move time', json);
    await dev.says('checkout.expired order-3');

    const pids = Object.values(readDevJson().pids);
    await dev.kill('SIGINT');
    expect(pids.filter(isAlive)).toEqual([]);

    const again = await startDev(env);
    expect(await call(again.json, '/v1/checkouts/order-2')).toMatchObject({ state: 'PAID' });
    const ledger = await request(`${again.json.sandbox.url}/sandbox/books`);
    const { transitions } = (await ledger.body.json()) as { transitions: { cause: string }[] };
    expect(transitions.filter(({ cause }) => cause === 'collection')).toHaveLength(2);

    const left = Object.values(again.json.pids);
    await again.dev.kill('SIGKILL');
    await waitUntil('the end of every child', () => !left.some(isAlive));
  });

  it('names the port that is in use and the variable that sets it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const dev = startOware(['dev'], {
      cwd: folder,
      env: { ...(await settings()), OWARE_API_PORT: String(port) },
    });
    expect(await dev.exited).toBe(1);
    taken.close();
    expect(dev.lines).toEqual([
      `Port ${port} is in use by another program. It is wanted for: merchant API and webhook endpoint. ` +
        'Free it, or set OWARE_API_PORT to another port.',
    ]);
  });

  it('names every variable of a broken .env, what it got and what it wants', async () => {
    const env = join(folder, '.env');
    writeFileSync(
      env,
      'OWARE_API_PORT=eighty\nOWARE_GATEWAY_URL=ftp://x\nOWARE_WEBHOOK_SECRET=hush\nOWARE_APY_PORT=1\n',
    );
    const dev = startOware(['dev'], { cwd: folder });
    expect(await dev.exited).toBe(1);
    rmSync(env);
    expect(dev.lines).toEqual([
      'The configuration cannot be used:',
      '  - OWARE_API_PORT: got "eighty", wants a port number from 0 to 65535',
      '  - OWARE_GATEWAY_URL: got "ftp://x", wants an address that begins with http:// or https://',
      '  - OWARE_WEBHOOK_SECRET: got 4 characters (not shown), wants whsec_ and at least 24 bytes in base64',
      '  - OWARE_APY_PORT: no setting has this name',
    ]);
  });

  it('says what was tried when no Temporal server is to be had', async () => {
    const offline = {
      ...(await settings()),
      TEMPORAL_ADDRESS: '',
      OWARE_CACHE: join(folder, 'empty'),
      PATH: folder,
    };
    const ports = {
      OWARE_TEMPORAL_PORT: String(await freePort()),
      OWARE_TEMPORAL_UI_PORT: String(await freePort()),
    };
    const dev = startOware(['dev'], {
      cwd: folder,
      env: { ...offline, ...ports, https_proxy: 'http://127.0.0.1:1' },
    });
    expect(await dev.exited).toBe(1);
    const said = dev.lines.join('\n');
    expect(said).toContain('No Temporal dev server could be found or made. Tried:');
    expect(said).toContain('building it with Go: ');
    expect(said).toContain('set TEMPORAL_ADDRESS to the address of a server that is running');
    expect(said).not.toContain('    at ');
  });
});
