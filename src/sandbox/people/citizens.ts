import { personOf } from './people.js';

/** Identity data of the holder of account 01000NNNNN: BVN 222000NNNNN, NIN 700000NNNNN. */
export interface Citizen {
  readonly name: string;
  /** 1990-04-17 */
  readonly bornIso: string;
  /** 17-Apr-1990 */
  readonly bornDashed: string;
  readonly mobile: string;
  readonly gender: 'm' | 'f';
}

export const citizenByBvn = (bvn: string): Citizen | undefined => citizen(/^222000(\d{5})$/.exec(bvn)?.[1]);

export const citizenByNin = (nin: string): Citizen | undefined => citizen(/^700000(\d{5})$/.exec(nin)?.[1]);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FIRST_BIRTHDAY = Date.UTC(1960, 0, 1);

function citizen(digits: string | undefined): Citizen | undefined {
  if (digits === undefined) return undefined;
  const index = Number(digits);
  const bornIso = new Date(FIRST_BIRTHDAY + (index % 16_000) * 86_400_000).toISOString().slice(0, 10);
  const [year = '', month = '', day = ''] = bornIso.split('-');
  return {
    name: personOf(index),
    bornIso,
    bornDashed: `${day}-${MONTHS[Number(month) - 1] ?? ''}-${year}`,
    mobile: `0803${digits}00`,
    gender: index % 2 === 0 ? 'f' : 'm',
  };
}
