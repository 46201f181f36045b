import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type CollectionEvent, collectionData, toCollection } from './events/collection.js';
import { type DisbursementEvent, disbursementData, toDisbursement } from './events/disbursement.js';
import type { EventCore } from './events/event.js';
import { type MandateEvent, mandateData, toMandate } from './events/mandate.js';
import { type RefundEvent, refundData, toRefund } from './events/refund.js';
import {
  type RejectedPaymentEvent,
  rejectedPaymentData,
  toRejectedPayment,
} from './events/rejected-payment.js';
import { type SettlementEvent, settlementData, toSettlement } from './events/settlement.js';
import {
  type LowBalanceEvent,
  lowBalanceData,
  toLowBalance,
  toWalletActivity,
  type WalletActivityEvent,
  walletActivityData,
} from './events/wallet.js';
import { type Profile, SPECIFICATION } from './spec/profile.js';

export type { Address, LifecycleName } from './events/address.js';
export { SPECIFICATION as SPECIFIED_EVENTS, type Profile as EventProfile } from './spec/profile.js';

/** A signed body that we cannot place; an operator sees it. */
export interface UnmatchedEventDetails extends EventCore {
  readonly kind: 'unmatched-event';
  readonly reason: string;
}

export type GatewayEvent =
  | CollectionEvent
  | DisbursementEvent
  | RefundEvent
  | SettlementEvent
  | RejectedPaymentEvent
  | MandateEvent
  | WalletActivityEvent
  | LowBalanceEvent
  | UnmatchedEventDetails;

type Reading = GatewayEvent | { readonly unreadable: readonly string[] };

/** How one kind of event is read. The schema may depend on what the event is of. */
function reader<Data extends z.ZodType>(
  schema: Data | ((eventData: unknown) => Data),
  toEvent: (eventType: string, data: z.output<Data>) => GatewayEvent,
) {
  const schemaOf = typeof schema === 'function' ? schema : () => schema;
  return {
    schemaOf,
    read: (eventType: string, eventData: unknown): Reading => {
      const parsed = schemaOf(eventData).safeParse(eventData);
      if (parsed.success) return toEvent(eventType, parsed.data);
      return { unreadable: parsed.error.issues.map((issue) => issue.path.join('.') || 'eventData') };
    },
  };
}

const disbursement = reader(disbursementData, toDisbursement);
const refund = reader(refundData, toRefund);

/** By the assumption that names the event. */
export const EVENTS = {
  'events.collection': reader(collectionData, toCollection),
  'events.disbursement-succeeded': disbursement,
  'events.disbursement-failed': disbursement,
  'events.disbursement-reversed': disbursement,
  'events.refund-succeeded': refund,
  'events.refund-failed': refund,
  'events.settlement': reader(settlementData, toSettlement),
  'events.rejected-payment': reader(rejectedPaymentData, toRejectedPayment),
  'events.mandate': reader(mandateData, toMandate),
  'events.wallet-activity': reader(walletActivityData, toWalletActivity),
  'events.low-balance': reader(lowBalanceData, toLowBalance),
} as const;

/**
 * Reads the body of a notification whose signature has been verified. Never throws: what cannot be read is a
 * stray, because answering the gateway with an error would only make it send the same again.
 */
export function readEvent(rawBody: Uint8Array, profile: Profile = SPECIFICATION): GatewayEvent {
  const envelope = parse(rawBody);
  if (!envelope) return unmatchedEvent(rawBody, '', 'the body is not a JSON object');
  const { eventType, eventData } = envelope;
  if (typeof eventType !== 'string') return unmatchedEvent(rawBody, '', 'eventType is missing');
  const kinds = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
  const kind = kinds.find((name) => profile[name] === eventType);
  if (!kind) return unmatchedEvent(rawBody, eventType, 'unknown event type');
  const reading = EVENTS[kind].read(eventType, eventData);
  return 'unreadable' in reading
    ? unmatchedEvent(rawBody, eventType, `cannot be read: ${reading.unreadable.slice(0, 5).join(', ')}`)
    : reading;
}

function parse(rawBody: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(rawBody).toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unmatchedEvent(rawBody: Uint8Array, eventType: string, reason: string): UnmatchedEventDetails {
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return {
    kind: 'unmatched-event',
    eventType: eventType.slice(0, 64),
    address: { lifecycle: 'unmatched-event', reference: hash },
    deliveryKey: hash,
    reason,
  };
}
