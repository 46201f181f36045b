import { log, metricMeter } from '@temporalio/workflow';
import type { Kobo } from '../../../src/domain/money.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { isMalformed } from '../../payload-converter.js';

/** Any client of Temporal can send anything: these functions check the shape that our types promise. */
const LONGEST_TEXT = 500;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isMalformed(value)) return false;
  return !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isText(value: unknown, longest = LONGEST_TEXT): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

export function isAmount(value: unknown): value is Kobo {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isInstant(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

/** Maximum size of a request in an update; the largest of ours has a few kilobytes. */
const LARGEST_REQUEST = 100_000;

/** False for values that are too large to store, or nested too deeply to walk. */
export function isWithinLimits(value: unknown): boolean {
  try {
    return JSON.stringify([value]).length <= LARGEST_REQUEST;
  } catch {
    return false;
  }
}

export function isOptional(value: unknown, is: (given: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

export function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => isText(each));
}

/** Reads the event from a signal's payload, field by field; other fields are dropped. */
export function toLifecycleEvent(value: unknown): LifecycleEvent | undefined {
  if (!isRecord(value) || typeof value.eventType !== 'string') return undefined;
  const { kind, key, transactionReference } = value;
  if (!isText(key) || !isText(transactionReference)) return undefined;
  const common = { key, transactionReference, eventType: clipped(value.eventType) };
  switch (kind) {
    case 'collection':
      return toCollection(value, common);
    case 'rejected-payment':
      return toRejection(value, common);
    case 'invoice-attached': {
      const { invoiceReference } = value;
      return isText(invoiceReference)
        ? { ...common, kind, eventType: 'invoice-attached', invoiceReference }
        : undefined;
    }
    default:
      return undefined;
  }
}

interface Common {
  readonly key: string;
  readonly transactionReference: string;
  readonly eventType: string;
}

function toCollection(
  { paymentReference, amountKobo, cash }: Readonly<Record<string, unknown>>,
  common: Common,
): LifecycleEvent | undefined {
  if (!isText(paymentReference) || !isAmount(amountKobo)) return undefined;
  const event = { ...common, kind: 'collection', paymentReference, amountKobo } as const;
  if (cash === undefined) return event;
  if (!isRecord(cash) || !isText(cash.currency) || !isText(cash.status)) return undefined;
  const { currency, status, at } = cash;
  if (at === undefined) return { ...event, cash: { currency, status } };
  return isText(at) ? { ...event, cash: { currency, status, at } } : undefined;
}

function toRejection(
  { amountKobo, expectedKobo, reason, at }: Readonly<Record<string, unknown>>,
  common: Common,
): LifecycleEvent | undefined {
  const areAmounts = isOptional(amountKobo, isAmount) && isOptional(expectedKobo, isAmount);
  const isString = (given: unknown) => typeof given === 'string';
  if (!areAmounts || !isOptional(reason, isString) || !isOptional(at, isString)) return undefined;
  return {
    ...common,
    kind: 'rejected-payment',
    ...(isAmount(amountKobo) && { amountKobo }),
    ...(isAmount(expectedKobo) && { expectedKobo }),
    ...(typeof reason === 'string' && { reason: clipped(reason) }),
    ...(typeof at === 'string' && { at: clipped(at) }),
  };
}

/** Free text: cut rather than refused. */
const clipped = (text: string) => text.slice(0, LONGEST_TEXT);

/** Drops a malformed signal, with a log line and a counter. */
export function dropSignal(name: string, what: unknown): void {
  log.warn('dropped a malformed signal', { signal: name, given: typeof what });
  metricMeter.createCounter('oware_malformed_signals_total').add(1, { signal: name });
}
