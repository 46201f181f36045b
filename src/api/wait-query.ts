import { invalid } from '../requests/parse.js';
import { formed } from '../requests/text.js';

const WAIT = /^(\d{1,6})(ms|s)$/;
const WRONG_WAIT = 'must be a duration such as 30s or 1500ms, at most 60s';

/** The query of every read. */
export const readQuery = {
  wait: formed(8, WAIT, WRONG_WAIT)
    .optional()
    .meta({ description: 'waits for a change, at most 60s', examples: ['30s'] }),
};

const MAX_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
export function readWait(given: string | undefined): number {
  if (given === undefined) return 0;
  const [, count, unit] = WAIT.exec(given) ?? [];
  const ms = Number(count) * (unit === 's' ? 1_000 : 1);
  if (ms <= MAX_WAIT_MS) return ms;
  throw invalid([{ field: 'wait', message: WRONG_WAIT }]);
}
