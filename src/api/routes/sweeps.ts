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
import type { Routes } from '../described-routes.js';
import { DAY_MS } from '../example-values.js';
import { sweepView } from '../views/sweep.js';
import { viewOf } from '../../client/view-of.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { parse } from '../../requests/parse.js';
import { text } from '../../requests/text.js';
import { setLogLifecycle } from '../request-log.js';
import { writeCsv } from '../write-csv.js';

const NOT_A_DAY = 'must be a day, such as 2026-01-31';

const sweepRequest = z.strictObject({
  day: text(10, NOT_A_DAY)
    .refine(isDay, NOT_A_DAY)
    .refine((day) => day <= dayOf(Date.now()), 'must not be in the future'),
});

const FILES = {
  'totals.csv': { columns: TOTAL_COLUMNS, toCells: toTotalCells, about: 'totals' },
  'differences.csv': { columns: DIFFERENCE_COLUMNS, toCells: toDifferenceCells, about: 'differences' },
} as const;

/** Comparisons of a day with the gateway's records. */
export function sweepRoutes({ oware: { sweeps } }: RouteDeps): Routes {
  const routes = readRoutes({ kind: SWEEP, client: sweeps, view: sweepView });

  routes.post(
    '/',
    {
      summary: 'Sweep a day: compare it with the records of the gateway',
      detail:
        'Joins a sweep of the day that runs. What differs is checked with the gateway, as after an event.',
      scope: 'operate',
      body: sweepRequest,
      example: (now) => ({ day: dayOf(now - DAY_MS) }),
      takesKey: true,
      replies: {
        202: { about: 'It runs', schema: sweepView, headers: { Location: 'where to read the sweep' } },
      },
      problems: ['command-conflict', 'refused'],
    },
    async (request, response) => {
      const { day } = parse(sweepRequest, request.body);
      setLogLifecycle(response, { lifecycle: SWEEP.prefix, reference: day });
      const sweep = await sweeps.sweep(day, readCommand(request));
      response.status(202).location(`${SWEEP.path}/${day}`).json(viewOf(SWEEP, sweep));
    },
  );

  for (const [name, { columns, toCells, about }] of Object.entries(FILES)) {
    routes.get(
      `/:reference/${name}`,
      {
        summary: `Download the ${about} of the day`,
        scope: 'read',
        replies: { 200: { about: 'The file', contentType: 'text/csv', schema: z.string() } },
      },
      async (request, response) => {
        const { reference: day } = request.params;
        const cells = toCells(await sweeps.get(day));
        response.type('text/csv; charset=utf-8').attachment(`sweep-${day}-${name}`);
        await writeCsv(columns, cells, response);
      },
    );
  }

  return routes;
}
