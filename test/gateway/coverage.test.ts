import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGatewayActivities } from '../../activities/gateway.js';
import { coverage, retiringEndpoints } from '../../src/gateway/spec/coverage.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { connect } from './loopback.js';
import { SPECIFIED } from './specified-endpoints.js';

const endpoints = Object.values(ENDPOINTS) as Endpoint[];

test('every endpoint of the specification is here, and the categories that it names', () => {
  const rows = coverage([]);
  const specified = rows.filter((row) => row.specified).map(({ method, path }) => `${method} ${path}`);
  expect(specified.sort()).toEqual(SPECIFIED.toSorted());
  expect(SPECIFIED).toHaveLength(43);
  expect(rows.filter((row) => !row.specified).length).toBeGreaterThanOrEqual(30);
});

test('every endpoint has an activity of its name, except for calls that may not enter Temporal', () => {
  const activities = createGatewayActivities(connect('http://127.0.0.1:1'));
  const without = Object.keys(ENDPOINTS).filter((name) => !Object.hasOwn(activities, name));
  expect(without.sort()).toEqual(['getNinDetails', 'matchBvnAccount', 'matchBvnDetails', 'revealPaycode']);
  expect(Object.keys(activities)).toHaveLength(endpoints.length - without.length);
  expect(Object.entries(ENDPOINTS).filter(([name, endpoint]) => name !== endpoint.name)).toEqual([]);
});

test('the sandbox column follows what the sandbox serves', () => {
  const rows = coverage(['login']);
  expect(rows.filter((row) => row.sandbox).map((row) => row.endpoint)).toEqual(['login']);
});

test('no two endpoints share a method and a path', () => {
  const places = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

test('every write declares how a lost reply is resolved, by an endpoint that exists', () => {
  const effects = endpoints.filter(({ effect }) => effect !== 'reads');
  expect(effects.filter(({ absence }) => !absence).map(({ name }) => name)).toEqual([]);
  for (const { absence } of effects) {
    const asked = Object.entries(absence ?? {}).find(([key]) => ['read', 'listing', 'status'].includes(key));
    if (asked) expect(ENDPOINTS).toHaveProperty(String(asked[1]));
  }
});

const WORKFLOWS = join(import.meta.dirname, '../../workflows');

/** Batches are read by activities that make several gateway reads each. */
const BATCH_READS = readFileSync(join(import.meta.dirname, '../../activities/batch-reads.ts'), 'utf8');
const withReads = (source: string) =>
  /\b(readBatchRows|findBatch)\b/.test(source) ? `${source}\n${BATCH_READS}` : source;

/** The source of each folder that has a workflow, and of each part of the code that they share. */
const folders = [WORKFLOWS, join(WORKFLOWS, 'services')]
  .flatMap((room) => readdirSync(room, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== 'services')
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n'),
  )
  .map(withReads);

test('a workflow resolves a lost reply by the read that the contract names', () => {
  const calls = (name: string) => new RegExp(`\\.${name}\\b|\\b${name}\\b.*proxyActivities`);
  const others = endpoints.flatMap(({ name, absence }) => {
    const check = Object.entries(absence ?? {}).find(([key]) => ['read', 'listing', 'status'].includes(key));
    const senders = folders.filter((source) => calls(name).test(source));
    return check && senders.some((source) => !new RegExp(`\\b${String(check[1])}\\b`).test(source))
      ? [name]
      : [];
  });
  expect(folders.some((source) => calls('initTransaction').test(source))).toBe(true);
  expect(others).toEqual([]);
});

test('every write has a reference by which a repeat is recognised', () => {
  const writes = endpoints.filter(({ effect }) => effect === 'moves-money');
  expect(writes.filter(({ reference, request }) => !reference || !(reference in request.shape))).toEqual([]);
});

test('a read that proves absence has not-found among its answers, or an empty list', () => {
  const reads = endpoints.flatMap(({ absence }) =>
    absence && 'read' in absence ? [[absence.read, absence.by] as const] : [],
  );
  for (const [name, by] of reads) {
    const read = ENDPOINTS[name as keyof typeof ENDPOINTS] as Endpoint;
    expect(Object.keys(read.answers ?? {})).toContain('not-found');
    expect(Object.keys(read.request.shape)).toContain(by);
  }
});

test('retiring paths are all of version 1, with their replacement in version 2 of the specification', () => {
  const rows = retiringEndpoints();
  expect(rows.every(({ path, retires }) => path.startsWith('/api/v1/') && retires === '2026-05-01')).toBe(
    true,
  );
  expect(rows.length + endpoints.filter(({ version }) => version === 2).length).toBe(endpoints.length);
  expect(rows.filter(({ replacement }) => replacement !== null)).toEqual([
    {
      endpoint: 'createInvoiceReservedAccount',
      method: 'POST',
      path: '/api/v1/bank-transfer/reserved-accounts',
      retires: '2026-05-01',
      replacement: '/api/v2/bank-transfer/reserved-accounts',
    },
  ]);
});
