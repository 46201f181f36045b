import type { Router } from 'express';
import { z } from 'zod';
import { sweeps as SWEEP } from '../../../workflows/lifecycles.js';
import { dayOf, isDay } from '../../domain/calendar.js';
import {
  DIFFERENCE_COLUMNS,
  toDifferenceCells,
  TOTAL_COLUMNS,
  toTotalCells,
} from '../../domain/sweep/report-file.js';
import { readCommand } from '../command.js';
import { readRoutes, type RouteDeps, viewOf } from '../lifecycle-routes.js';
import { parse } from '../parse.js';
import { setLogLifecycle } from '../request-log.js';
import { writeCsv } from '../write-csv.js';

const sweepRequest = z.strictObject({
  day: z
    .string()
    .refine(isDay, 'must be a day, such as 2026-01-31')
    .refine((day) => day <= dayOf(Date.now()), 'must not be in the future'),
});

const FILES = {
  'totals.csv': { columns: TOTAL_COLUMNS, toCells: toTotalCells },
  'differences.csv': { columns: DIFFERENCE_COLUMNS, toCells: toDifferenceCells },
} as const;

/** Comparisons of a day with the gateway's records. */
export function sweepRoutes({ oware: { sweeps } }: RouteDeps): Router {
  const router = readRoutes({ kind: SWEEP, client: sweeps });

  router.post('/', async (request, response) => {
    const { day } = parse(sweepRequest, request.body);
    setLogLifecycle(response, { lifecycle: SWEEP.prefix, reference: day });
    const sweep = await sweeps.sweep(day, readCommand(request));
    response.status(202).location(`${SWEEP.path}/${day}`).json(viewOf(SWEEP, sweep));
  });

  for (const [name, { columns, toCells }] of Object.entries(FILES)) {
    router.get(`/:reference/${name}`, async (request, response) => {
      const { reference: day } = request.params;
      const cells = toCells(await sweeps.get(day));
      response.type('text/csv; charset=utf-8').attachment(`sweep-${day}-${name}`);
      await writeCsv(columns, cells, response);
    });
  }

  return router;
}
