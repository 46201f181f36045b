import { log, metricMeter } from '@temporalio/workflow';
import { type Fields, isObject } from '../../../src/domain/shapes.js';
import { isMalformed } from '../../payload-converter.js';

export { isAmount, isInstant, isOptional, isText, isTexts } from '../../../src/domain/shapes.js';

/** An object that Temporal could decode. */
export function isRecord(value: unknown): value is Fields {
  return isObject(value) && !isMalformed(value);
}

/** In characters. The largest of our own requests has a few kilobytes; parts of batches, which hold rows, set their own limit. */
const LARGEST_REQUEST = 100_000;

/** Whether it can be serialized again: neither huge nor nested so deeply that walking it overflows the stack. */
export function isWithinLimits(value: unknown, largest = LARGEST_REQUEST): boolean {
  try {
    return JSON.stringify([value]).length <= largest;
  } catch {
    return false;
  }
}

/** Drops a malformed signal, and counts it, so that operators can notice. */
export function dropSignal(name: string, what: unknown): void {
  log.warn('dropped a malformed signal', { signal: name, given: typeof what });
  metricMeter.createCounter('oware_malformed_signals_total').add(1, { signal: name });
}
