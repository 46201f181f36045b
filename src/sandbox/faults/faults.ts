import { type Seed } from '../state/seed.js';
import { type Store } from '../state/store.js';
import { type Magic, magicOf } from './magic.js';
import { matcherOf, type Past } from './past.js';
import { type CallFault, type CallRule, type EventFault, type FaultRule, timesOf } from './rules.js';

/** A rule and what it has done so far. */
export interface PlannedFault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How many have fitted it, spared ones included. */
  readonly fitted: number;
  readonly struck: number;
}

/** A request or an event, as rules see it. */
export interface Target {
  readonly merchantId: string | undefined;
  readonly references: readonly string[];
}

export type CallTarget = Target & { readonly endpoint: string; readonly reads: boolean };

export interface Struck {
  readonly when: 'before' | 'after';
  readonly fault: CallFault;
  /** How many the same rule has struck before. */
  readonly earlier: number;
  /** The references that the rule is aimed at. */
  readonly reference?: string | undefined;
}

export interface Faults {
  add(rules: readonly FaultRule[]): PlannedFault[];
  list(): PlannedFault[];
  clear(id?: string): void;
  /** Each commits by itself what it counts. */
  forCall(target: CallTarget): Struck[];
  /** Inside of a commit. */
  forEvent(target: Target & { readonly eventType: string }): EventFault[];
}

interface Spent {
  readonly reference: string;
}

export function createFaults(store: Store, seed: Seed, past: Past): Faults {
  const planned = store.collection<PlannedFault>('faults', (fault) => fault.id);
  const spent = store.collection<Spent>('spent-magic', ({ reference }) => reference);

  /** Inside of a commit: counts, and says whether it strikes. */
  function count(fault: PlannedFault): boolean {
    const { id, rule, fitted, struck } = fault;
    const isDue = fitted >= rule.skip && struck < timesOf(rule);
    const strikes = isDue && drawn(seed, `${id} ${fitted}`) < rule.chance;
    planned.put({ ...fault, fitted: fitted + 1, struck: struck + (strikes ? 1 : 0) });
    return strikes;
  }

  /** Inside of a commit. */
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
        const fault = { id: `F${store.next('fault')}`, rule, fitted: 0, struck: 0 };
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
        for (const fault of [...planned.values()]) {
          const { rule } = fault;
          if (rule.on !== 'call' || !isFor(rule, target, past)) continue;
          const { when, reference } = rule;
          if (count(fault)) struck.push({ when, fault: rule.fault, earlier: fault.struck, reference });
        }
        const asked = mayBeMagic ? magic('call', target.references) : undefined;
        if (asked?.on === 'call') struck.push({ ...asked, earlier: 0 });
        return struck;
      });
    },
    forEvent(target) {
      const faults: EventFault[] = [];
      for (const fault of [...planned.values()]) {
        const { rule } = fault;
        if (rule.on !== 'event' || !fits(rule, target)) continue;
        if (rule.event !== undefined && rule.event !== target.eventType) continue;
        if (count(fault)) faults.push(rule.fault);
      }
      const asked = magic('event', target.references);
      return asked?.on === 'event' ? [...faults, asked.fault] : faults;
    },
  };
}

/** A listing does not name the records that lag in it, so there the reference aims at records and not at requests. */
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
