import { localDate, localIso } from '../wire/times.js';

const DAY_MS = 86_400_000;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
]);

/** 11:46 today, 09:00 tomorrow, 09:00 on 3 July, 09:00 on 3 July 2027: West Africa Time, as the payer says it. */
export function payerTime(at: number, now: number): string {
  const time = localIso(at).slice(11, 16);
  const day = localDate(at);
  if (day === localDate(now)) return `${time} today`;
  if (day === localDate(now + DAY_MS)) return `${time} tomorrow`;
  const [year = '', month, date] = day.split('-');
  const isThisYear = localDate(now).startsWith(year);
  return `${time} on ${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}${isThisYear ? '' : ` ${year}`}`;
}
