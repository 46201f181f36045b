import type { Caller } from '../http.js';

const MINUTE_MS = 60_000;

/** Requests that pull money. */
const PULLS = ['debitMandate', 'chargeCardToken'];

/** For how long after a due time records are hidden, and for how long each of them is. */
export const LAG = { duringMs: 30 * MINUTE_MS, stepMs: 5 * MINUTE_MS };

/**
 * The gateway of the year is a poor one: it loses replies to requests that it has carried out, and first requests that it
 * has not. A second attempt always arrives, so that the plan of the year holds whichever are lost.
 */
const LOST = [
  { on: 'call', endpoint: PULLS, when: 'after', chance: 0.4, times: null, fault: { kind: 'reset' } },
  {
    on: 'call',
    endpoint: PULLS,
    reference: '*.1',
    when: 'before',
    chance: 0.2,
    times: null,
    fault: { kind: 'reset' },
  },
];

const OUT = { on: 'call', when: 'before', times: null, fault: { kind: 'bad-gateway' } };

type Rule = { readonly id: string; readonly struck: number; readonly rule: { readonly on: string } };

export function createYearFaults(gateway: Caller) {
  const plan = async (rules: object) =>
    (await gateway('POST', '/sandbox/faults', rules)) as unknown as readonly Rule[];
  const clear = ({ id }: Rule) => gateway('DELETE', `/sandbox/faults/${id}`);
  let losing: readonly Rule[] = [];
  return {
    startLosing: async () => {
      losing = await plan(LOST);
    },
    /** Records that were written a moment ago are not shown yet. */
    hideRecords: async () => {
      await plan([
        {
          on: 'call',
          endpoint: ['getDebit', 'getTransaction', 'queryTransaction'],
          seconds: LAG.duringMs / 1_000,
          fault: { kind: 'lag', ms: 2 * LAG.stepMs },
        },
      ]);
    },
    startOutage: async () => {
      const rules = await plan(OUT);
      return async () => {
        for (const rule of rules) await clear(rule);
      };
    },
    /** How many requests were lost. */
    lost: async (): Promise<number> => {
      const rules = (await gateway('GET', '/sandbox/faults')) as unknown as readonly Rule[];
      const ids = losing.map(({ id }) => id);
      return rules.filter(({ id }) => ids.includes(id)).reduce((sum, { struck }) => sum + struck, 0);
    },
  };
}

export type YearFaults = ReturnType<typeof createYearFaults>;
