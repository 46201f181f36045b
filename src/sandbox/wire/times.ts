/** The gateway writes most times in West Africa Time (UTC+1, no daylight saving) without a zone. */
const WEST_AFRICA_MS = 3_600_000;

const local = (at: number): string => new Date(at + WEST_AFRICA_MS).toISOString();

/** 2026-06-27T09:08:11 */
export const localIso = (at: number): string => local(at).slice(0, 19);

/** 2026-06-27 */
export const localDate = (at: number): string => local(at).slice(0, 10);

/** 2026-06-27 09:08:11 */
export const localText = (at: number): string => localIso(at).replace('T', ' ');

/** 2026-06-27 09:08:11.000 */
export const localTextWithMillis = (at: number): string => local(at).slice(0, 23).replace('T', ' ');

/** 2026-06-27T08:08:11.000+0000, the only form that names its zone */
export const utcWithZone = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}.000+0000`;

/** 20260627090811 */
export const stamp = (at: number): string => localIso(at).replace(/[-T:]/g, '');

/** 27/06/2026 09:08:11 AM */
export const slashed = (at: number): string => twelveHours(at, 2);

/** 27/06/2026 9:08:11 AM, in transfer and refund events */
export const slashedShort = (at: number): string => twelveHours(at, 1);

function twelveHours(at: number, hourDigits: number): string {
  const text = local(at);
  const hour = Number(text.slice(11, 13));
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(hourDigits, '0');
  const day = `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)}`;
  return `${day} ${twelve}${text.slice(13, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** Reads a merchant's date and time in West Africa Time; undefined when it is invalid. */
export function readLocal(text: string): number | undefined {
  const [, day, time] = LOCAL.exec(text) ?? [];
  const at = Date.parse(`${day ?? ''}T${time ?? ''}.000Z`);
  // Date accepts 31 June and rolls it over into July
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return undefined;
  return at - WEST_AFRICA_MS;
}
