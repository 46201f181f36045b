import { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';

/** Money was paid out to the merchant. Its rows, which can be thousands, are asked for page by page. */
export interface SettlementEvent extends EventCore {
  readonly kind: 'settlement';
  readonly settlementReference: string;
  readonly amount: Kobo | null;
  readonly transactionsCount: number | null;
  readonly settledOn: Instant | null;
}

const settlementData = take.record({
  settlementReference: take.text,
  amount: take.maybeNaira,
  transactionsCount: take.maybeCount,
  settlementTime: take.maybeTime,
  transactions: take.maybeList(z.unknown()),
});

function toSettlement(eventType: string, data: z.output<typeof settlementData>): SettlementEvent {
  const { settlementReference, amount } = data;
  const transactionsCount = data.transactionsCount ?? data.transactions?.length ?? null;
  const key = deliveryKey(eventType, settlementReference, amount, transactionsCount);
  const { settlementTime } = data;
  return {
    kind: 'settlement',
    eventType,
    address: { lifecycle: 'settlement', reference: settlementReference },
    deliveryKey: key,
    forLifecycle: {
      kind: 'settlement',
      key,
      eventType,
      settlementReference,
      ...(amount != null && { amountKobo: amount }),
      // a negative count decides nothing
      ...(transactionsCount != null && transactionsCount >= 0 && { count: transactionsCount }),
      ...(settlementTime != null && { settledOn: settlementTime }),
    },
    settlementReference,
    amount: amount ?? null,
    transactionsCount,
    settledOn: data.settlementTime ?? null,
  };
}

export const settlement = eventKind({
  names: ['events.settlement'],
  schema: settlementData,
  toEvent: toSettlement,
});
