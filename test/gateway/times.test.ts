import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayInWestAfrica,
  readTime,
  toLocalTime,
  toNamedMonth,
  toPreciseTime,
  toSpacedTime,
  toUnixMs,
} from '../../src/gateway/formats/times.js';
import { PATIENT, RUNS } from './property-runs.js';

test.each([
  ['status records, two-digit hour', '31/01/2026 10:16:02 AM', '2026-01-31T09:16:02.000Z'],
  ['status records, afternoon', '31/01/2026 03:31:00 PM', '2026-01-31T14:31:00.000Z'],
  ['events, hour without zero', '31/01/2026 3:31:00 PM', '2026-01-31T14:31:00.000Z'],
  ['midnight', '31/01/2026 12:00:00 AM', '2026-01-30T23:00:00.000Z'],
  ['noon', '31/01/2026 12:00:00 PM', '2026-01-31T11:00:00.000Z'],
  ['collection events', '2026-01-31 10:16:02.123', '2026-01-31T09:16:02.123Z'],
  ['rejected payments and mandate events', '2026-01-31 10:16:02.0', '2026-01-31T09:16:02.000Z'],
  ['wallet activity, colon before AM', '2026-01-31 10:16:AM', '2026-01-31T09:16:00.000Z'],
  ['low balance', '2026-01-31T09:16:02.123Z', '2026-01-31T09:16:02.123Z'],
  ['lists', '2026-01-31T09:16:02.000+0000', '2026-01-31T09:16:02.000Z'],
  ['lists of the newer sandbox', '2026-01-31T09:16:02.000+00:00', '2026-01-31T09:16:02.000Z'],
  ['another offset', '2026-01-31T10:16:02+01:00', '2026-01-31T09:16:02.000Z'],
  ['virtual accounts', '2026-01-31T10:16:02', '2026-01-31T09:16:02.000Z'],
  ['virtual accounts, nanoseconds', '2026-01-31T10:16:02.123456789', '2026-01-31T09:16:02.123Z'],
  ['invoices', '2026-01-31 10:16:02', '2026-01-31T09:16:02.000Z'],
  ['very old samples', '31/01/2026 15:31:00', '2026-01-31T14:31:00.000Z'],
])('reads the time of %s', (_, written, utc) => {
  expect(readTime(written)).toBe(utc);
});

test.each([
  '',
  'yesterday',
  '31/02/2026 10:16:02 AM',
  '31/01/2026 13:16:02 PM',
  '31/01/2026 00:16:02 AM',
  '2026-13-01 10:16:02',
  '2026-01-31 24:00:00',
  '2026-01-31 10:60:00',
  '2026-02-29T10:00:00',
  '1769850962000',
])('"%s" is not a time', (written) => {
  expect(readTime(written)).toBeUndefined();
});

const instants = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('what we write is read back to the second', PATIENT, () => {
  const toTheSecond = (instant: string) => `${instant.slice(0, 19)}.000Z`;
  fc.assert(
    fc.property(
      instants,
      (instant) =>
        readTime(toSpacedTime(instant)) === toTheSecond(instant) &&
        readTime(toLocalTime(instant)) === toTheSecond(instant) &&
        readTime(toPreciseTime(instant)) === instant &&
        new Date(Number(toUnixMs(instant))).toISOString() === instant &&
        readTime(instant) === instant,
    ),
    RUNS,
  );
});

test('the twelve-hour clock is read as the gateway writes it', PATIENT, () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const local = toSpacedTime(instant);
      const hour = Number(local.slice(11, 13));
      const shown = String(hour % 12 || 12).padStart(2, '0');
      const [year, month, day] = local.slice(0, 10).split('-');
      const written = `${day}/${month}/${year} ${shown}${local.slice(13)} ${hour < 12 ? 'AM' : 'PM'}`;
      return readTime(written) === `${instant.slice(0, 19)}.000Z`;
    }),
    RUNS,
  );
});

test('the day in West Africa begins an hour before the day in UTC', () => {
  expect(dayInWestAfrica('2026-01-31T22:59:59.999Z')).toBe('2026-01-31');
  expect(dayInWestAfrica('2026-01-31T23:00:00.000Z')).toBe('2026-02-01');
});

test('a date of birth is written with the name of its month', () => {
  expect(toNamedMonth('1990-01-31')).toBe('31-Jan-1990');
});
