import { collectDefaultMetrics, Registry } from 'prom-client';

interface Measured {
  readonly registry: Registry;
}

/** Everything that a process measures, with what Node.js reports of it: memory, CPU time, event loop. */
export function allMetrics(...measured: readonly Measured[]): Registry {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return Registry.merge([...measured.map(({ registry }) => registry), ofProcess]);
}
