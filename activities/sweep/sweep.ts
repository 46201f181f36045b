import type { Difference } from '../../src/domain/sweep/difference.js';
import type { PeriodReport, PeriodRequest } from '../../src/domain/sweep/period-report.js';
import type { Row } from '../../src/domain/sweep/record.js';
import type { GatewayActivities } from '../gateway.js';
import { inLanes } from '../in-lanes.js';
import { comparePeriod, isResolved } from './compare-period.js';
import type { SweepClient } from './deps.js';
import { createSources } from './sources.js';
import { transferRow } from './sources/transfers.js';

export interface SweepActivities {
  /** Compares the gateway's records of a period with what lifecycles hold, and wakes those that differ. */
  comparePeriod(request: PeriodRequest): Promise<PeriodReport>;
  /** Which of these differences are gone, by their places; up to 100. */
  compareAgain(differences: readonly Difference[]): Promise<readonly number[]>;
}

const ROWS_A_PAGE = 100;
/** Bounds a listing that never ends. */
const MOST_PAGES = 50;

export function createSweepActivities(gateway: GatewayActivities, client: SweepClient): SweepActivities {
  const deps = { ...client, sources: createSources(gateway, client), readPartRows };

  async function readPartRows(batchReference: string): Promise<Map<string, Row>> {
    const rows = new Map<string, Row>();
    for (let pageNo = 0; pageNo < MOST_PAGES; pageNo++) {
      const answer = await gateway.listBatchTransfers({ batchReference, pageNo, pageSize: ROWS_A_PAGE });
      if (answer.kind !== 'ok') return rows;
      const { content, last, totalPages } = answer.body;
      const before = rows.size;
      for (const record of content) rows.set(record.reference, transferRow(record));
      const isLast = last === true || (totalPages != null && pageNo + 1 >= totalPages);
      if (isLast || rows.size === before) break;
    }
    return rows;
  }

  return {
    comparePeriod: (request) => comparePeriod(deps, request),
    async compareAgain(differences) {
      // what cannot be read now is not resolved yet
      const resolved = await inLanes(differences, (each) => isResolved(deps, each).catch(() => false));
      return resolved.flatMap((isGone, index) => (isGone ? [index] : []));
    },
  };
}
