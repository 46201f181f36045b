import { type Seed } from '../state/seed.js';
import { type Store } from '../state/store.js';
import { type Magic, magicOf } from './magic.js';
import { matcherOf, type Past } from './past.js';
import { type CallFault, type CallRule, type EventFault, type FaultRule, timesOf } from './rules.js';

/** A rule and its counters. */
export interface PlannedFault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How many calls or events matched, skipped ones included. */
  readonly fitted: number;
  readonly struck: number;
  readonly plannedAt: number;
}

/** What rules match against: a request or an event. */
export interface Target {
  readonly merchantId: string | undefined;
  readonly references: readonly string[];
}

export type CallTarget = Target & { readonly endpoint: string; readonly reads: boolean };

export interface Struck {
  readonly when: 'before' | 'after';
  readonly fault: CallFault;
  /** How many times the same rule has struck before. */
  readonly earlier: number;
  /** The rule's reference pattern. */
  readonly reference?: string | undefined;
}

export interface Faults {
  add(rules: readonly FaultRule[]): PlannedFault[];
  list(): PlannedFault[];
  clear(id?: string): void;
  /** Makes its own commit for the counters. */
  forCall(target: CallTarget): Struck[];
  /** Runs inside a commit. */
  forEvent(target: Target & { readonly eventType: string }): EventFault[];
}

interface Spent {
  readonly reference: string;
}

export interface FaultDeps {
  readonly store: Store;
  readonly seed: Seed;
  readonly past: Past;
  readonly now: () => number;
}

export function createFaults({ store, seed, past, now }: FaultDeps): Faults {
  const planned = store.collection<PlannedFault>('faults', (fault) => fault.id);
  const spent = store.collection<Spent>('spent-magic', ({ reference }) => reference);

  const current = (): PlannedFault[] => [...planned.values()].filter((fault) => !hasEnded(fault, now()));

  /** Runs inside a commit: updates the counters and returns whether the rule strikes. */
  function count(fault: PlannedFault): boolean {
    const { id, rule, fitted, struck } = fault;
    const isDue = fitted >= rule.skip && struck < timesOf(rule);
    const strikes = isDue && drawn(seed, `${id} ${fitted}`) < rule.chance;
    planned.put({ ...fault, fitted: fitted + 1, struck: struck + (strikes ? 1 : 0) });
    return strikes;
  }

  /** Runs inside a commit. */
  function magic(on: Magic['on'], references: readonly string[]): Magic | undefined {
    for (const reference of references) {
      const found = magicOf(reference);
      const key = `${on} ${reference}`;
      if (found?.on !== on || spent.get(key)) continue;
      spent.put({ reference: key });
      return found;
    }
    return undefined;
  }

  return {
    add: (rules) =>
      rules.map((rule) => {
        const fault = { id: `F${store.next('fault')}`, rule, fitted: 0, struck: 0, plannedAt: now() };
        planned.put(fault);
        return fault;
      }),
    list: () => [...planned.values()],
    clear(id) {
      for (const fault of [...planned.values()])
        if (id === undefined || fault.id === id) planned.delete(fault.id);
    },
    forCall(target) {
      const mayBeMagic = !target.reads && target.references.some((reference) => reference.includes('fault.'));
      if (planned.size === 0 && !mayBeMagic) return [];
      return store.commit(() => {
        const struck: Struck[] = [];
        for (const fault of current()) {
          const { rule } = fault;
          if (rule.on !== 'call' || !isFor(rule, target, past)) continue;
          const { when, reference } = rule;
          if (count(fault)) struck.push({ when, fault: rule.fault, earlier: fault.struck, reference });
        }
        const requested = mayBeMagic ? magic('call', target.references) : undefined;
        if (requested?.on === 'call') struck.push({ ...requested, earlier: 0 });
        return struck;
      });
    },
    forEvent(target) {
      const faults: EventFault[] = [];
      for (const fault of current()) {
        const { rule } = fault;
        if (rule.on !== 'event' || !fits(rule, target)) continue;
        if (rule.event !== undefined && rule.event !== target.eventType) continue;
        if (count(fault)) faults.push(rule.fault);
      }
      const requested = magic('event', target.references);
      return requested?.on === 'event' ? [...faults, requested.fault] : faults;
    },
  };
}

/** Whether its seconds have passed. A clock that was set back ends it too. */
export function hasEnded({ rule: { seconds }, plannedAt }: PlannedFault, now: number): boolean {
  const ageMs = now - plannedAt;
  return seconds !== undefined && (ageMs < 0 || ageMs >= seconds * 1_000);
}

/** A listing request does not name the records that lag, so the reference of a lag rule matches records, not requests. */
function isFor(rule: CallRule, target: CallTarget, past: Past): boolean {
  const { endpoint, reference, fault } = rule;
  if (endpoint !== undefined && ![endpoint].flat().includes(target.endpoint)) return false;
  if (fault.kind !== 'lag') return fits(rule, target);
  return target.reads && isMerchants(rule, target) && past.hides({ ms: fault.ms, reference });
}

function isMerchants({ merchant }: FaultRule, { merchantId }: Target): boolean {
  return merchant === undefined || merchant === merchantId;
}

function fits(rule: FaultRule, target: Target): boolean {
  const { reference } = rule;
  if (!isMerchants(rule, target)) return false;
  return reference === undefined || target.references.some(matcherOf(reference));
}

/** A number from 0 to below 1, the same for the same seed and label. */
function drawn(seed: Seed, label: string): number {
  return Number(`0.${seed.digits(`fault ${label}`, 9)}`);
}
