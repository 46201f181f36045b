import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOwareClient, type OwareClient } from '../../../src/client/client.js';
import type { Serving } from '../../../src/cli/serve.js';
import { serveApi } from '../../support/api/serve-api.js';
import { waitUntil } from '../../support/wait-until.js';

const LIFECYCLE = defineSearchAttributeKey('OwareLifecycle', 'KEYWORD');
const REFERENCE = defineSearchAttributeKey('OwareGatewayReference', 'KEYWORD');
const AMOUNT = defineSearchAttributeKey('OwareAmountKobo', 'INT');

const run = randomUUID().slice(0, 8);
/** No worker polls it: visibility is all that a list reads. */
const taskQueue = `quoting-${run}`;
/** The server of our version never finds a value with a double quote or a backslash, however it is quoted. */
const ODD = `MNFY|1's 100 %, é`;

let client: Client;
let oware: OwareClient;
let api: Serving;

const start = (lifecycle: string, gatewayReference: string, queue = taskQueue) =>
  client.workflow.start('none', {
    workflowId: `${lifecycle}:${randomUUID()}`,
    taskQueue: queue,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: LIFECYCLE, value: lifecycle },
      { key: REFERENCE, value: gatewayReference },
      { key: AMOUNT, value: 5_000 },
    ]),
  });

beforeAll(async () => {
  client = new Client({ connection: await Connection.connect({ address: inject('temporalAddress') }) });
  oware = createOwareClient({ client, taskQueue, timeoutMs: 20_000 });
  api = await serveApi(oware);
  const started = await Promise.all([
    start('checkout', 'MNFY|1'),
    start('checkout', ODD),
    start('transfer', 'MNFY|2'),
    start('checkout', 'MNFY|3', `another-${run}`),
  ]);
  await waitUntil('all in the list', async () => {
    const ids = started.map(({ workflowId }) => `'${workflowId}'`).join();
    return (await client.workflow.count(`WorkflowId IN (${ids})`)).count === started.length;
  });
});
afterAll(async () => {
  for await (const { workflowId } of client.workflow.list({
    query: `TaskQueue = '${taskQueue}' OR TaskQueue = 'another-${run}'`,
  })) {
    await client.workflow.getHandle(workflowId).terminate();
  }
  await api.close();
  await client.connection.close();
});

/** Values that would end the quotes, were they not escaped, and then ask for more. */
const HOSTILE = [
  `x'`,
  `x' OR 1=1`,
  `x\\`,
  `\\\\`,
  `x\\\\' OR OwareAmountKobo > 0 -- `,
  `x\\' OR OwareLifecycle = "transfer" -- `,
  `x\\' OR OwareLifecycle = 'transfer`,
  `x\\' OR OwareLifecycle IN (\\'transfer\\') --`,
  `x\\' OR OwareAmountKobo > 0 -- `,
  `x\\' OR OwareAmountKobo > 0 #`,
  `x\\' OR OwareAmountKobo > 0 /*`,
  `x\\' OR OwareAmountKobo > 0 OR OwareState = \\`,
  `x\\' OR OwareAmountKobo BETWEEN 0 AND 9999999999999 OR OwareGatewayReference = "`,
  `x' OR OwareAmountKobo > 0 OR OwareState = '`,
  `' OR ''='`,
  'x"',
  '`',
  '%',
];

describe('a list that is narrowed to a reference of the gateway', () => {
  it('finds the one that has it, whatever characters it has', async () => {
    for (const reference of ['MNFY|1', ODD]) {
      const { rows } = await oware.checkouts.list({ gatewayReference: reference });
      expect(rows.map(({ gatewayReference }) => gatewayReference)).toEqual([reference]);
    }
  });

  it.each(HOSTILE)('has no row for %j', async (gatewayReference) => {
    expect((await oware.checkouts.list({ gatewayReference })).rows).toEqual([]);
    const query = new URLSearchParams({ gatewayReference });
    const reply = await fetch(`${api.url}/v1/checkouts?${query.toString()}`, {
      headers: { authorization: 'Bearer key' },
    });
    const { rows = [] } = (await reply.json()) as { rows?: readonly unknown[] };
    expect({ status: reply.status, rows }).toEqual({
      status: gatewayReference.includes('\\') ? 400 : 200,
      rows: [],
    });
  });

  it.each(['\\', 'x\\y', '\u0000', 'a\u0000b', '\r\nX: y', 'x'.repeat(256)])(
    'refuses %j, and names the parameter',
    async (gatewayReference) => {
      const value = encodeURIComponent(gatewayReference);
      const reply = await fetch(`${api.url}/v1/checkouts?gatewayReference=${value}`, {
        headers: { authorization: 'Bearer key' },
      });
      expect({ status: reply.status, body: await reply.json() }).toMatchObject({
        status: 400,
        body: { type: '/problems/invalid', errors: [{ field: 'gatewayReference' }] },
      });
    },
  );
});
