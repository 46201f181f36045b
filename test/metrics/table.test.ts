import { expect, it } from 'vitest';
import type { AnyDefinition } from '../../src/metrics/definition.js';
import { API_METRICS, GATEWAY_METRICS, WORKER_METRICS } from '../../src/metrics/table.js';

const TABLES: readonly Readonly<Record<string, AnyDefinition>>[] = [
  API_METRICS,
  WORKER_METRICS,
  GATEWAY_METRICS,
];
const ALL = TABLES.flatMap((table) => Object.values(table));

it.each(ALL)('$name says its unit as Prometheus asks for', ({ name, kind }) => {
  expect(name).toMatch(/^oware_[a-z_]+$/);
  expect(name.endsWith('_total')).toBe(kind === 'counter');
  expect(name.endsWith('_seconds')).toBe(kind === 'histogram' || name.includes('timestamp'));
});

it('no two metrics have the same name', () => {
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
});
