import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { mountedRoutes } from '../../src/api/mounted-routes.js';
import { examplesAt } from '../../src/api/examples.js';
import { createGatewayReads } from '../../src/api/gateway-reads.js';
import { openApiOf } from '../../src/api/openapi.js';
import { webhookData } from '../../src/api/openapi-webhooks.js';
import { KINDS, nameOf } from '../../src/client/kinds.js';
import { toWebhook, webhookSamples } from '../../docs/generate/webhook-pages.js';
import { createOwareClient, type OwareClientOptions } from '../../src/client/client.js';
import { knownRoutes } from '../support/api/check-reply.js';

const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
const mounted = mountedRoutes({ oware, gatewayReads: createGatewayReads(oware) });
const document = openApiOf(mounted, { version: '0.0.0' });
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method,
    operation,
  })),
);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

describe('the OpenAPI document', () => {
  it('has every route of the API once', () => {
    const routes = knownRoutes().map(({ route, path }) => `${route.method} ${path}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...new Set(routes)].sort(),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the request that cancels a lifecycle, for every kind that can be cancelled', () => {
    const named = KINDS.flatMap(({ cancelRequest }) => cancelRequest ?? []);
    const cancelling = operations
      .filter(
        ({ method, path }) =>
          path.endsWith('/cancel') || (path === '/v1/reserved-accounts/{reference}' && method === 'delete'),
      )
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const withoutNames = (request: string) => request.replace(/\{\w+\}/, '{}');
    expect(new Set(named.map(withoutNames))).toEqual(new Set(cancelling.map(withoutNames)));
  });

  it('names every path parameter', () => {
    for (const { path, operation } of operations) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const given = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      expect({ path, parameters: given.sort() }).toEqual({ path, parameters: wanted });
    }
  });

  it('says of every route what it replies, also when it refuses', () => {
    for (const { operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
    }
  });

  it('passes the recommended rules of Redocly, without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(document), config });
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has an example for every body, which the route accepts', () => {
    const examples = examplesAt(Date.now());
    const withBody = knownRoutes().flatMap(({ route, path }) =>
      route.body ? [{ name: `${route.method.toUpperCase()} ${path}`, body: route.body }] : [],
    );
    for (const { name, body } of withBody) {
      expect({ name, accepted: body.safeParse(examples[name]).error?.issues }).toEqual({ name });
    }
    expect(Object.keys(examples).sort()).toEqual([...new Set(withBody.map(({ name }) => name))].sort());
  });

  it('has every webhook that Oware sends, with an example that its schema accepts', async () => {
    const sent = KINDS.flatMap((kind) => Object.keys(kind.webhooks).map((end) => `${nameOf(kind)}.${end}`));
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual(sent.sort());
    for (const kind of KINDS) {
      const { view } = mounted.find(({ path }) => path === kind.path)?.routes ?? {};
      const { sampleOf } = await webhookSamples(kind);
      for (const end of Object.keys(kind.webhooks)) {
        const { data } = toWebhook(`${nameOf(kind)}.${end}`, sampleOf(end));
        const refused = view && webhookData(kind, view).safeParse(data).error?.issues;
        expect({ type: `${nameOf(kind)}.${end}`, view: view !== undefined, refused }).toEqual({
          type: `${nameOf(kind)}.${end}`,
          view: true,
          refused: undefined,
        });
      }
    }
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
