import { describe, expect, it } from 'vitest';
import {
  isDeliveryReport,
  readEndpoint,
  type WebhookEndpoint,
  withEnabled,
  withReport,
} from '../../src/domain/webhook-endpoint.js';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(Date.UTC(2026, 0, 15) + hour * HOUR).toISOString();
const enabled: WebhookEndpoint = { state: 'ENABLED', since: at(0) };
const failed = { kind: 'failed', message: 'answered 500', disableAfterMs: 72 * HOUR } as const;
const delivered = { kind: 'delivered' } as const;

describe('the webhook endpoint', () => {
  it('is switched off when every delivery has failed for three days', () => {
    const first = withReport(enabled, failed, at(1));
    expect(first).toMatchObject({ state: 'ENABLED', failingSince: at(1) });
    expect(withReport(first, failed, at(72))).toMatchObject({ state: 'ENABLED', failingSince: at(1) });
    expect(withReport(first, failed, at(73))).toEqual({
      state: 'DISABLED',
      since: at(73),
      failingSince: at(1),
      lastError: { at: at(73), message: 'answered 500' },
    });
  });

  it('stays on when one delivery succeeds in between', () => {
    const recovered = withReport(withReport(enabled, failed, at(1)), delivered, at(2));
    expect(recovered).toMatchObject({ state: 'ENABLED', lastSuccessAt: at(2) });
    expect(recovered).not.toHaveProperty('failingSince');
    expect(withReport(recovered, failed, at(74))).toMatchObject({ state: 'ENABLED', failingSince: at(74) });
  });

  it('is switched on only by an operator, and its failures count from then on', () => {
    const off = withReport(withReport(enabled, failed, at(1)), failed, at(80));
    expect(withReport(off, delivered, at(81))).toMatchObject({ state: 'DISABLED', since: at(80) });
    expect(withReport(off, failed, at(81))).toEqual(off);
    const on = withEnabled(off, 'ops', at(90));
    expect(on).toMatchObject({ state: 'ENABLED', since: at(90), enabledBy: 'ops' });
    expect(withReport(on, failed, at(91))).toMatchObject({ state: 'ENABLED', failingSince: at(91) });
    expect(withEnabled(on, 'another', at(92))).toEqual(on);
  });

  it('is read from what it was written as, and from nothing else', () => {
    expect(readEndpoint(enabled)).toEqual(enabled);
    for (const wrong of [undefined, [], {}, { ...enabled, state: 'off' }, { ...enabled, since: 'now' }]) {
      expect(readEndpoint(wrong)).toBeUndefined();
    }
    expect([delivered, failed].every(isDeliveryReport)).toBe(true);
    expect([null, 'failed', { kind: 'failed' }].some(isDeliveryReport)).toBe(false);
  });
});
