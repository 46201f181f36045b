/** An instant as Oware writes it everywhere: ISO 8601, UTC, milliseconds. */
export type Instant = string;

/** The gateway's local time is West Africa Time, an hour ahead of UTC all year. */
const WEST_AFRICA_MS = 60 * 60 * 1000;

interface TimeFormat {
  readonly name: string;
  readonly pattern: RegExp;
}

/**
 * All time formats of the gateway. They exclude each other, so a text identifies its format; a field that
 * changes from one to another is still read correctly.
 */
export const TIME_FORMATS: readonly TimeFormat[] = [
  {
    name: 'dd/MM/yyyy hh:mm:ss AM',
    pattern:
      /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4}) (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/,
  },
  {
    name: 'dd/MM/yyyy HH:mm:ss',
    pattern:
      /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})$/,
  },
  {
    name: 'yyyy-MM-dd HH:mm:ss[.S]',
    pattern:
      /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/,
  },
  {
    name: 'yyyy-MM-ddTHH:mm:ss[.S][zone]',
    pattern:
      /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d{2}:?\d{2})?$/,
  },
  {
    name: 'yyyy-MM-dd hh:mm:AM',
    pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<half>[AP]M)$/,
  },
  {
    // a day begins at its midnight
    name: 'yyyy-MM-dd',
    pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  },
];

/** Undefined when the text matches no format, or names a day or an hour that does not exist. */
export function readTime(text: string): Instant | undefined {
  for (const { pattern } of TIME_FORMATS) {
    const parts = pattern.exec(text)?.groups;
    if (parts) return toInstant(parts);
  }
  return undefined;
}

type Parts = Record<string, string | undefined>;

function toInstant(parts: Parts): Instant | undefined {
  const hour = hourOf(parts);
  if (hour === undefined) return undefined;
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  const [minute, second] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const ms = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  // Date rolls 31 February over into March; a time that does not exist is refused
  const isReal =
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    minute < 60 &&
    second < 60 &&
    hour < 24;
  return isReal ? new Date(local.getTime() - offsetOf(parts.zone)).toISOString() : undefined;
}

function hourOf({ hour, half }: Parts): number | undefined {
  const written = Number(hour ?? 0);
  if (half === undefined) return written;
  if (written < 1 || written > 12) return undefined;
  return (written % 12) + (half === 'PM' ? 12 : 0);
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return WEST_AFRICA_MS;
  if (zone === 'Z') return 0;
  const [sign, hours, minutes] = [zone[0], Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** 2026-01-31 10:15:30 in West Africa Time: invoices and paycodes. */
export function toSpacedTime(instant: Instant): string {
  return inWestAfrica(instant).slice(0, 19).replace('T', ' ');
}

/** 2026-01-31T10:15:30 in West Africa Time: mandates. */
export function toLocalTime(instant: Instant): string {
  return inWestAfrica(instant).slice(0, 19);
}

/** 2026-01-31T10:15:30.123 in West Africa Time: the resend of notifications. */
export function toPreciseTime(instant: Instant): string {
  return inWestAfrica(instant).slice(0, 23);
}

/** Milliseconds since 1970: searches. */
export function toUnixMs(instant: Instant): string {
  return String(Date.parse(instant));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 31-Jan-1990 out of 1990-01-31: a date of birth, which has no zone. */
export function toNamedMonth(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

/** The calendar day in West Africa: 2026-01-31. */
export function dayInWestAfrica(instant: Instant): string {
  return inWestAfrica(instant).slice(0, 10);
}

function inWestAfrica(instant: Instant): string {
  return new Date(Date.parse(instant) + WEST_AFRICA_MS).toISOString();
}
