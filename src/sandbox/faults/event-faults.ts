import { isReference, referencesIn } from '../http/references-in.js';
import { type Delivery, type SandboxEvent, type Signing } from '../types/delivery.js';
import { type Merchant } from '../types/merchant.js';
import { type World } from '../world.js';
import { drifted } from './drift.js';
import { type EventFault } from './rules.js';

/** One planned delivery of an event, with faults applied. */
export interface Plan {
  readonly body: string;
  readonly signing: Signing;
  readonly delayMs: number;
  readonly state: Delivery['state'];
}

const HELD_AT_MOST_MS = 60_000;

/** Runs inside a commit: plans the deliveries of an event; without faults there is one, immediate and signed. */
export function planDeliveries(world: World, merchant: Merchant, event: SandboxEvent): Plan[] {
  const faults = world.faults.forEvent({
    merchantId: merchant.id,
    eventType: event.eventType,
    references: referencesIn(event.eventData),
  });
  const plain: Plan = { body: JSON.stringify(event), signing: 'secret', delayMs: 0, state: 'waiting' };
  return faults.reduce<Plan[]>((plans, fault) => plans.flatMap((plan) => strikeEvent(fault, plan)), [plain]);
}

function strikeEvent(fault: EventFault, plan: Plan): Plan[] {
  switch (fault.kind) {
    case 'drop':
      return [{ ...plan, state: 'dropped' }];
    case 'delay':
      return [{ ...plan, delayMs: plan.delayMs + fault.ms }];
    case 'duplicate':
      return Array.from({ length: fault.copies }, () => plan);
    case 'reorder':
      return [{ ...plan, delayMs: HELD_AT_MOST_MS, state: 'held' }];
    case 'forge':
      return [{ ...plan, body: withAmount(plan.body, 1_000_000), signing: 'forged' }, plan];
    case 'unsigned':
      return [{ ...plan, signing: 'none' }];
    case 'old-secret':
      return [{ ...plan, signing: 'old-secret' }];
    case 'mutate-amount':
      return [{ ...plan, body: withAmount(plan.body, fault.amount) }];
    case 'mutate-reference':
      return [{ ...plan, body: change(plan.body, (key, value) => (isReference(key) ? fault.to : value)) }];
    case 'unknown-kind':
      return [
        { ...plan, body: change(plan.body, (key, value) => (key === 'eventType' ? 'SOMETHING_NEW' : value)) },
      ];
    case 'drift':
      return [{ ...plan, body: drifted(plan.body, fault) }];
    case 'unreadable':
      return [{ ...plan, body: `${plan.body.slice(0, -2)}<<` }];
  }
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'amountPaid', 'refundAmount', 'totalPayable']);

function withAmount(body: string, amount: number): string {
  return change(body, (key, value) => {
    if (!AMOUNTS.has(key)) return value;
    return typeof value === 'string' ? amount.toFixed(2) : amount;
  });
}

function change(body: string, rewrite: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(JSON.parse(body, (key, value: unknown) => rewrite(key, value)));
}
