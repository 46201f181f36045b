import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  type Collected,
  NOTHING_COLLECTED,
  withCollected,
} from '../../../src/domain/unmatched-event/collected.js';

const event = (n: number, more: object = {}) => ({
  kind: 'unmatched' as const,
  key: `K-${n}`,
  reference: String(n).padStart(40, '0'),
  eventType: 'ODD',
  reason: 'unknown event type',
  excerpt: 'x'.repeat(2_000),
  amountKobo: kobo(100),
  ...more,
});
const collect = (count: number, more: (n: number) => object = () => ({})): Collected =>
  Array.from({ length: count }, (_, n) => event(n, more(n))).reduce(withCollected, NOTHING_COLLECTED);

it('a storm is counted with its money and its references, whatever its length', () => {
  const collected = collect(5_000, (n) => ({ about: `checkout:ghost-${n}` }));
  expect(collected).toMatchObject({ count: 5_000, amountKobo: 500_000, unlisted: 5_000 - 1_520 });
  expect([collected.samples.length, collected.others.length]).toEqual([20, 1_500]);
  expect(collected.others[0]).toEqual({
    reference: event(20).reference,
    about: 'checkout:ghost-20',
    amountKobo: 100,
  });
  // Temporal refuses two million bytes
  expect(JSON.stringify(collected).length).toBeLessThan(350_000);
});

it('a repeat of an event adds nothing', () => {
  const once = collect(3);
  expect(withCollected(once, event(1))).toBe(once);
});

it('events are summed by type and reason, of which the first fifty are named', () => {
  const { byReason } = collect(120, (n) => ({ eventType: `ODD_${n % 60}` }));
  expect(byReason).toHaveLength(51);
  expect(byReason[0]).toEqual({
    eventType: 'ODD_0',
    reason: 'unknown event type',
    count: 2,
    amountKobo: 200,
  });
  expect(byReason.at(-1)).toMatchObject({ eventType: 'other', count: 20 });
});
