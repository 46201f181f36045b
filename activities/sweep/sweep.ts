import { readWhole } from '../../src/domain/compare/listing.js';
import { countUnread, showUnread } from '../../src/domain/compare/unread.js';
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

export function createSweepActivities(gateway: GatewayActivities, client: SweepClient): SweepActivities {
  const deps = { ...client, sources: createSources(gateway, client), readPartRows };

  async function readPartRows(batchReference: string): Promise<Map<string, Row>> {
    const { rows, unread } = await readWhole({
      readPage: async (pageNo) => {
        const answer = await gateway.listBatchTransfers({ batchReference, pageNo, pageSize: ROWS_A_PAGE });
        if (answer.kind === 'ok') return answer.body;
        if (pageNo === 0) return { content: [] };
        throw new Error(`the gateway has batch ${batchReference} no more`);
      },
      keyOf: ({ reference }) => reference,
    });
    if (countUnread(unread) > 0) throw new Error(`batch ${batchReference}: rows ${showUnread(unread)}`);
    return new Map(rows.map((record) => [record.reference, transferRow(record)]));
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
