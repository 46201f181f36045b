import type { Config } from '../../config/config.js';
import { untilPortFree } from '../../temporal/run/ports.js';
import type { FoundTemporal } from '../run-temporal.js';
import type { Program } from './supervisor.js';

export const TEMPORAL_GRACE_MS = 10_000;

/** The system may take a moment to free the ports of a killed server. */
const PORTS_TIMEOUT_MS = 2_000;

/** The Temporal server, with the same ports and database at every start. */
export function temporalProgram(
  { host, temporalPort, temporalUiPort }: Config,
  startTemporal: FoundTemporal['start'],
): Program {
  return {
    name: 'temporal',
    graceMs: TEMPORAL_GRACE_MS,
    start: async ({ onLine, signal }) => {
      for (const port of [temporalPort, temporalUiPort]) {
        await untilPortFree(port, { ip: host, limitMs: PORTS_TIMEOUT_MS, signal });
      }
      return startTemporal({ onLine, signal });
    },
  };
}
