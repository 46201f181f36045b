import { request as sendRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTemporal } from '../../../src/cli/run-temporal.js';
import { readConfig } from '../../../src/config/config.js';
import type { RunningDevServer } from '../../../src/temporal/run/dev-server.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import { finderOptions } from '../../support/servers/find-and-bundle.js';
import { script } from '../../temporal/fakes.js';

const folder = mkdtempSync(join(tmpdir(), 'oware-web-ui-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Temporal server with its Web UI, as `oware temporal` starts it, and a workflow that waits. */
async function start(uiWrite: boolean) {
  const [port, uiPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const config = readConfig({
    OWARE_TEMPORAL_PORT: String(port),
    OWARE_TEMPORAL_UI_PORT: String(uiPort),
    OWARE_TEMPORAL_CLI: await cliWithHttpPort(httpPort),
  });
  const environment = { PATH: process.env.PATH ?? '' };
  const server = await runTemporal({ config, environment, uiWrite, onLine: () => undefined });
  const connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection });
  const workflow = await client.workflow.start('none', { taskQueue: 'none', workflowId: 'checkout:order-1' });
  return { server, uiPort, httpPort, workflow, connection };
}

/** The server's HTTP API is on a random port by default. */
async function cliWithHttpPort(port: number): Promise<string> {
  const { command } = await findDevServer(await finderOptions());
  const more = `[ "$1" = server ] && set -- "$@" --http-port ${port}`;
  return script(join(folder, `temporal-${port}`), `${more}\nexec '${command}' "$@"`);
}

type Running = Awaited<ReturnType<typeof start>>;

async function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
) {
  return new Promise<{ status: number; text: string; cookies: readonly string[] }>((resolve, reject) => {
    const sent = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
      const cookies = reply.headers['set-cookie'] ?? [];
      text(reply).then((read) => resolve({ status: reply.statusCode ?? 0, text: read, cookies }), reject);
    });
    sent.on('error', reject).end(body);
  });
}

const WORKFLOW = '/api/v1/namespaces/default/workflows/checkout:order-1';

/** What a page does after it has made its own name lead to this machine: reads the token, and posts with it. */
async function postAs(port: number, path: string, body: object, headers: Record<string, string> = {}) {
  const { cookies } = await ask(port, 'GET', '/api/v1/settings', headers);
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  const token = /_csrf=([^;]+)/.exec(cookie)?.[1] ?? '';
  return ask(
    port,
    'POST',
    path,
    { ...headers, cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
    JSON.stringify(body),
  );
}

const eventsOf = async ({ workflow }: Running) =>
  (await workflow.fetchHistory()).events?.map(({ eventType }) => eventType) ?? [];

async function stop({ server, connection }: { server: RunningDevServer; connection: Connection }) {
  await connection.close();
  await server.stop(5_000);
}

const REBOUND = 'rebind.evil.example:8233';
const REBOUND_PAGE = { host: REBOUND, origin: `http://${REBOUND}`, 'sec-fetch-site': 'same-origin' };
const SIGNAL = { signalName: 'gatewayEvent', workflowExecution: { workflowId: 'checkout:order-1' } };

describe('the Web UI of a Temporal server that Oware starts', () => {
  let running: Running;
  beforeAll(async () => {
    running = await start(false);
  });
  afterAll(() => stop(running));

  it('shows pages, workflows and histories', async () => {
    const { uiPort, server } = running;
    expect(server.uiUrl).toBe(`http://127.0.0.1:${uiPort}`);
    expect(await ask(uiPort, 'GET', '/namespaces/default/workflows')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<html') as string,
    });
    expect(await ask(uiPort, 'GET', `${WORKFLOW}/history`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('EVENT_TYPE_WORKFLOW_EXECUTION_STARTED') as string,
    });
  });

  it('answers no page that points its own name at this machine', async () => {
    const { uiPort } = running;
    const before = await eventsOf(running);
    expect(await ask(uiPort, 'GET', `${WORKFLOW}/history`, REBOUND_PAGE)).toMatchObject({ status: 403 });
    const signal = await postAs(uiPort, `${WORKFLOW}/signal/gatewayEvent`, SIGNAL, REBOUND_PAGE);
    expect(signal).toMatchObject({ status: 403 });
    expect(await eventsOf(running)).toEqual(before);
  });

  it('changes nothing, and knows every switch of an action', async () => {
    const { uiPort } = running;
    const before = await eventsOf(running);
    const settings = JSON.parse((await ask(uiPort, 'GET', '/api/v1/settings')).text) as Record<
      string,
      unknown
    >;
    const switches = Object.entries(settings).filter(([name]) => /Disable|Disabled$/.test(name));
    expect(switches.filter(([, isOff]) => isOff === false).map(([name]) => name)).toEqual([
      'DisableNewsFetch',
      'RefreshWorkflowCountsDisabled',
    ]);
    for (const action of ['cancel', 'terminate', 'signal/gatewayEvent', 'reset', 'update/cancel']) {
      const refused = await postAs(uiPort, `${WORKFLOW}/${action}`, SIGNAL);
      expect([action, refused.status, refused.text]).toEqual([
        action,
        403,
        expect.stringContaining('read-only'),
      ]);
    }
    expect(await eventsOf(running)).toEqual(before);
  });

  it("leaves no other way: the server's HTTP API answers no request", async () => {
    const { httpPort } = running;
    const before = await eventsOf(running);
    const page = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    const posted = await ask(
      httpPort,
      'POST',
      `${WORKFLOW}/signal/gatewayEvent`,
      page,
      JSON.stringify(SIGNAL),
    );
    expect(posted).toMatchObject({ status: 403 });
    expect(await eventsOf(running)).toEqual(before);
  });
});

it('with --ui-write the Web UI changes workflows, and still answers no foreign page', async () => {
  const running = await start(true);
  try {
    const { uiPort, workflow } = running;
    const foreign = await postAs(uiPort, `${WORKFLOW}/signal/gatewayEvent`, SIGNAL, REBOUND_PAGE);
    expect(foreign).toMatchObject({ status: 403 });
    expect(await postAs(uiPort, `${WORKFLOW}/terminate`, { reason: 'A test' })).toMatchObject({
      status: 200,
    });
    expect((await workflow.describe()).status.name).toBe('TERMINATED');
  } finally {
    await stop(running);
  }
});
