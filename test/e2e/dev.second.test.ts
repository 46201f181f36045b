import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { describe, expect, inject, it, type TestContext } from 'vitest';
import { freePort } from '../../src/temporal/run/ports.js';
import { isAlive, OWARE, type OwareProcess, startOware } from '../support/processes/oware-process.js';
import { commandsUnder, GUIDES } from '../support/readme.js';
import { waitUntil } from '../support/wait-until.js';

interface DevJson {
  readonly api: { readonly url: string; readonly key: string };
  readonly sandbox: { readonly url: string };
  readonly webhooks: { readonly secret: string };
  readonly pids: Readonly<Record<string, number>>;
}

/** The folder of one test: what lies in it decides what Oware does. */
function newFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oware-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Free ports, and the suite's shared Temporal server. */
async function settings(): Promise<Record<string, string>> {
  const names = ['OWARE_API_PORT', 'OWARE_SANDBOX_PORT', 'OWARE_WORKER_PORT', 'OWARE_MERCHANT_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]));
  return {
    ...(Object.fromEntries(ports) as Record<string, string>),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    OWARE_TASK_QUEUE: `dev-${randomUUID()}`,
  };
}

async function startDev(
  folder: string,
  env: Record<string, string>,
  ...options: string[]
): Promise<{ dev: OwareProcess; json: DevJson }> {
  const dev = startOware(['dev', ...options], { cwd: folder, env });
  await dev.says('Oware is ready');
  return { dev, json: readDevJson(folder) };
}

const readDevJson = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.oware', 'dev.json'), 'utf8')) as DevJson;

async function call({ api }: DevJson, path: string) {
  const reply = await request(`${api.url}${path}`, { headers: { authorization: `Bearer ${api.key}` } });
  return reply.body.json();
}

/** Runs the commands of a section in one shell. The tutorial uses the variables of the README. */
async function runCommands(folder: string, [heading, file]: readonly [string, string]): Promise<void> {
  const { api, sandbox } = readDevJson(folder);
  const commands = commandsUnder(heading, file).join('\n');
  const variables = `API=${api.url}\nKEY=${api.key}\nSANDBOX=${sandbox.url}\n`;
  const script = `${variables}${commands}`.replaceAll('npx oware', `'${process.execPath}' '${OWARE}'`);
  // a command that waits for something that never comes is ended, and named
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, timeout: 90_000 });
}

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A merchant's service that takes one webhook. */
async function startReceiver() {
  const server = createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received = new Promise<Received>((resolve) => {
    server.on('request', (request, response) => {
      const headers = request.headers as Record<string, string>;
      resolve(text(request).then((body) => ({ headers, body })));
      response.writeHead(204).end();
    });
  });
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` };
}

/** How the examples of the guides end. */
const REPORTED_IN_GUIDES = [
  'checkout.paid guide-1',
  'invoice.paid guide-2',
  'reserved-account.credited guide-3',
  'charge.paid guide-4',
  'subscription.active guide-5',
  'transfer.success guide-7',
  'batch.completed guide-8',
  'bill.success guide-9',
  'paycode.cancelled guide-10',
  'checkout.refunded guide-11-order',
];

describe.concurrent('oware dev', () => {
  it('runs the commands of README, tutorial and guides, keeps its state, and leaves no process behind', async ({
    onTestFinished,
  }) => {
    const folder = newFolder({ onTestFinished });
    const env = await settings();
    const { dev, json } = await startDev(folder, env);
    expect(statSync(join(folder, '.oware', 'dev.json')).mode & 0o777).toBe(0o600);

    await runCommands(folder, ['First payment', 'README.md']);
    await dev.says('checkout.paid order-1');
    await runCommands(folder, ['Kill the worker', 'docs/tutorial.md']);
    await waitUntil('new worker', () => readDevJson(folder).pids.worker !== json.pids.worker);
    await dev.says('checkout.paid order-2');
    await runCommands(folder, ['Move time', 'docs/tutorial.md']);
    await dev.says('checkout.expired order-3');
    for (const guide of GUIDES) await runCommands(folder, ['Try it', guide]);
    for (const reported of REPORTED_IN_GUIDES) await dev.says(reported);

    const pids = Object.values(readDevJson(folder).pids);
    await dev.kill('SIGINT');
    expect(pids.filter(isAlive)).toEqual([]);

    const again = await startDev(folder, env);
    expect(await call(again.json, '/v1/checkouts/order-2')).toMatchObject({ state: 'PAID' });
    const ledger = await request(`${again.json.sandbox.url}/sandbox/ledger`);
    const { entries } = (await ledger.body.json()) as { entries: { cause: string }[] };
    // two of README and tutorial, seven of the guides
    expect(entries.filter(({ cause }) => cause === 'collection')).toHaveLength(9);

    const left = Object.values(again.json.pids);
    await again.dev.kill('SIGKILL');
    await waitUntil('exit of every child', () => !left.some(isAlive));
  });

  it('hands every webhook to a service in development, signed with the secret in dev.json', async ({
    onTestFinished,
  }) => {
    const folder = newFolder({ onTestFinished });
    const receiver = await startReceiver();
    onTestFinished(() => void receiver.server.close());
    const { dev, json } = await startDev(folder, await settings(), '--forward', receiver.url);
    onTestFinished(() => dev.kill('SIGKILL'));
    await promisify(execFile)(process.execPath, [OWARE, 'trigger', 'checkout.paid'], { cwd: folder });
    const { headers, body } = await receiver.received;
    expect(new Webhook(json.webhooks.secret).verify(body, headers)).toMatchObject({ type: 'checkout.paid' });
    await dev.kill('SIGINT');
  });

  it('refuses to hand on webhooks that go past its listener', async ({ onTestFinished }) => {
    const dev = startOware(['dev', '--forward', 'http://127.0.0.1:1/webhooks'], {
      cwd: newFolder({ onTestFinished }),
      env: { OWARE_WEBHOOK_URL: 'http://127.0.0.1:2/webhooks' },
    });
    expect(await dev.exited).toBe(1);
    expect(dev.lines.join('\n')).toContain('OWARE_WEBHOOK_URL sends webhooks past the listener');
  });

  it('names the port that is in use and the setting for it', async ({ onTestFinished }) => {
    const folder = newFolder({ onTestFinished });
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
      `Port ${port} is in use by another program. Oware needs it for: merchant API and gateway event endpoint. ` +
        'Free it, or set OWARE_API_PORT to another port.',
    ]);
  });

  it('names every invalid setting in .env with its value and what is expected', async ({
    onTestFinished,
  }) => {
    const folder = newFolder({ onTestFinished });
    const env = join(folder, '.env');
    writeFileSync(
      env,
      'OWARE_API_PORT=eighty\nOWARE_GATEWAY_URL=ftp://x\nOWARE_WEBHOOK_SECRET=hush\nOWARE_APY_PORT=1\n',
    );
    const dev = startOware(['dev'], { cwd: folder });
    expect(await dev.exited).toBe(1);
    expect(dev.lines).toEqual([
      'Invalid configuration:',
      "  - OWARE_API_PORT: expected a port number from 0 to 65535, got 'eighty'.",
      "  - OWARE_GATEWAY_URL: expected an http:// or https:// URL, got 'ftp://x'.",
      '  - OWARE_WEBHOOK_SECRET: expected whsec_ followed by at least 24 bytes in base64, or two of these with a space between them, got 4 characters (not shown).',
      '  - OWARE_APY_PORT: unknown setting. See .env.example.',
    ]);
  });

  it('lists what it tried when it finds no Temporal server', async ({ onTestFinished }) => {
    const folder = newFolder({ onTestFinished });
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
    const output = dev.lines.join('\n');
    expect(output).toContain('No Temporal dev server could be found or obtained. Tried:');
    expect(output).toContain('building it with Go: ');
    expect(output).toContain('set TEMPORAL_ADDRESS to the address of a server that is running');
    expect(output).not.toContain('    at ');
  });
});
