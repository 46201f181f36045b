import { connect } from 'node:net';
import { request } from 'undici';
import type { Client } from '@temporalio/client';
import { createOwareClient } from '../client/client.js';
import { type Config, ConfigError, readConfig, readEnvironment } from '../config/config.js';
import { SEARCH_ATTRIBUTES } from '../domain/lifecycle/search-attributes.js';
import { createDataConverter } from '../secrets/data-converter.js';
import type { DisabledRoutes } from '../api/disabled-routes.js';
import { type Api, openApi } from './api-connection.js';
import { readDevJson } from './dev-json.js';
import { connectToTemporal } from './connect-to-temporal.js';
import { examineRules } from './examine-rules.js';
import { type Finding, ok, problem, warning } from './finding.js';
import { withDevServer } from './operator.js';

/** Looks at everything that a deployment needs, in the order in which the parts depend on each other. */
export async function examine(): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [problem('Settings', error.message, 'docs/settings.md lists all settings.')];
  }
  return [
    ok('Settings', `valid, gateway mode ${config.gatewayMode}`),
    ...(await examineTemporal(config)),
    ...(await examineApi()),
    ...(await examineOutgoing(config)),
  ];
}

const DAY_S = 86_400;

async function examineTemporal(config: Config): Promise<Finding[]> {
  let client: Client;
  try {
    client = await connectToTemporal(withDevServer(config, readEnvironment()), createDataConverter());
  } catch (error) {
    return [
      problem('Temporal', firstLine(error), 'Start it with `oware temporal`, or set TEMPORAL_ADDRESS.'),
    ];
  }
  try {
    return [
      await examineNamespace(client, config),
      ...(await examineWorkers(client, config)),
      await examineStopped(client, config),
      await readRules(client, config),
    ];
  } catch (error) {
    return [problem('Temporal', firstLine(error), 'Run `oware temporal`: it prepares the namespace.')];
  } finally {
    await client.connection.close();
  }
}

async function examineNamespace(client: Client, { retentionDays }: Config): Promise<Finding> {
  const { namespace } = client.options;
  const { config } = await client.workflowService.describeNamespace({ namespace });
  const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_S;
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.keys(SEARCH_ATTRIBUTES).filter((name) => !(name in customAttributes));
  const what = `Temporal namespace ${namespace}`;
  if (missing.length > 0) {
    return problem(what, `lacks ${missing.join(', ')}`, 'Run `oware temporal`: it adds search attributes.');
  }
  if (days < retentionDays) {
    return warning(
      what,
      `keeps closed workflows ${days} days`,
      `Run \`oware temporal\`: it sets ${retentionDays}.`,
    );
  }
  return ok(what, `reachable, keeps closed workflows ${days} days`);
}

async function examineWorkers(client: Client, { taskQueue }: Config): Promise<Finding[]> {
  const { length: count } = await createOwareClient({ client, taskQueue }).listWorkers();
  if (count > 0) return [ok('Workers', `${count} on task queue ${taskQueue}`)];
  const advice = 'Start one with `oware worker`, with the same OWARE_TASK_QUEUE.';
  return [problem('Workers', `none on task queue ${taskQueue}`, advice)];
}

async function examineStopped(client: Client, { taskQueue }: Config): Promise<Finding> {
  const { count, ids } = await createOwareClient({ client, taskQueue }).stoppedWorkflows();
  if (count === 0) return ok('Workflow tasks', 'none fails');
  const more = count > ids.length ? ` and ${count - ids.length} more` : '';
  const found = `${count} ${count === 1 ? 'workflow' : 'workflows'} cannot continue: ${ids.join(', ')}${more}`;
  return problem(
    'Workflow tasks',
    found,
    "The worker's log and Temporal's Web UI have the error. They continue once the code is mended.",
  );
}

/** What open workflows need, and what workers know. */
async function readRules(client: Client, { taskQueue, rulesVersion: announced }: Config): Promise<Finding> {
  const oware = createOwareClient({ client, taskQueue });
  const workers = await oware.listWorkers();
  const counts = await oware.countRules(workers.flatMap(({ versions }) => versions));
  return examineRules({ announced, counts, workers });
}

/** Clocks that differ by more make signatures and due times wrong. */
const MOST_CLOCK_DIFFERENCE_MS = 30_000;

async function examineApi(): Promise<Finding[]> {
  let api: Api;
  try {
    api = openApi();
  } catch (error) {
    return [problem('API', firstLine(error), 'Set OWARE_API_URL and OWARE_API_KEY.')];
  }
  const ready = await request(`${api.url}/ready`).catch(() => undefined);
  const said = await ready?.body.json().catch(() => undefined);
  if (ready?.statusCode !== 200) {
    const found = ready ? `not ready at ${api.url}` : `nothing responds at ${api.url}`;
    return [problem('API', found, 'Start it with `oware api`; it needs Temporal.')];
  }
  const drift = Math.abs(Date.parse(String(ready.headers.date)) - Date.now());
  return [
    ok('API', `ready at ${api.url}`),
    ...examineDisabled(said),
    drift > MOST_CLOCK_DIFFERENCE_MS
      ? warning('Clock', `${Math.round(drift / 1_000)} s from that of the API`, 'Synchronise both machines.')
      : ok('Clock', 'agrees with that of the API'),
    await examineEvents(api),
    await examineRead(api, 'API key', '/v1/reviews?limit=1', () => 'accepted'),
    await examineRead(
      api,
      'Gateway',
      '/v1/banks',
      ({ banks }) => `answers, ${(banks as unknown[]).length} banks`,
    ),
    await examineRead(
      api,
      'Webhooks',
      '/v1/webhook-endpoint',
      ({ state }) => `the endpoint is ${String(state)}`,
    ),
  ];
}

/** In live mode no deployment takes cards; everything else can be switched on. */
function examineDisabled(ready: unknown): Finding[] {
  const { disabled = [] } = (ready ?? {}) as { readonly disabled?: readonly DisabledRoutes[] };
  return disabled.map(({ problem: name, routes }) => {
    const found = `off (${name}): ${routes.join(', ')}`;
    return name === 'cards-disabled'
      ? ok('Routes', `${found}; payers use the checkoutUrl`)
      : warning('Routes', found, 'docs/going-live.md says when to set OWARE_OTP_IN_API on the api.');
  });
}

/** An event without a signature must be refused: then the endpoint is reachable, and checks. */
async function examineEvents({ url }: Api): Promise<Finding> {
  const reply = await request(`${url}/webhooks/gateway`, { method: 'POST', body: '{}' }).catch(
    () => undefined,
  );
  await reply?.body.dump();
  if (reply?.statusCode === 401)
    return ok('Event endpoint', `${url}/webhooks/gateway refuses unsigned events`);
  const found = reply ? `answered ${reply.statusCode} to an unsigned event` : 'does not answer';
  return problem('Event endpoint', found, 'The gateway must reach POST /webhooks/gateway of the API.');
}

async function examineRead(
  api: Api,
  what: string,
  path: string,
  show: (answer: Readonly<Record<string, unknown>>) => string,
): Promise<Finding> {
  try {
    return ok(what, show(await api.call('GET', path)));
  } catch (error) {
    return problem(what, firstLine(error), `GET ${path} of the API must work.`);
  }
}

/** The gateway may allow calls of known addresses only: this is the one that it sees, unless something translates it. */
async function examineOutgoing(config: Config): Promise<Finding[]> {
  const gatewayUrl = readDevJson(config)?.sandbox.url ?? config.gatewayUrl;
  const { hostname, port, protocol } = new URL(gatewayUrl);
  const address = await localAddress(hostname, Number(port) || (protocol === 'https:' ? 443 : 80));
  const what = 'Outgoing address';
  if (address !== undefined) return [ok(what, `${address} towards ${hostname}`)];
  return [problem(what, `no connection to ${hostname}`, 'Allow outgoing connections to the gateway.')];
}

function localAddress(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5_000 });
    const end = (address?: string) => {
      socket.destroy();
      resolve(address);
    };
    socket.once('connect', () => {
      end(socket.localAddress);
    });
    socket.once('timeout', () => {
      end();
    });
    socket.once('error', () => {
      end();
    });
  });
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
