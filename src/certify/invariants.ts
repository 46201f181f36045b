import { kobo, showNaira } from '../domain/money.js';
import { KINDS } from './kinds.js';
import { type Booked, type Observation, type ReceivedWebhook, type Seen, type View } from './seen.js';

export interface Invariant {
  /** What holds, as a sentence. */
  readonly says: string;
  /** Whether it holds at every moment, or once nothing is under way. */
  readonly when: 'always' | 'at rest';
  /** What contradicts it, in words; undefined when it holds. */
  readonly check: (seen: Seen) => string | undefined;
}

const naira = (amount: number) => showNaira(kobo(amount));
const total = (booked: readonly Booked[], field: 'leftKobo' | 'arrivedKobo') =>
  booked.reduce((sum, each) => sum + each[field], 0);
const itemsOf = ({ view }: Seen) => (view['reviewItems'] ?? []) as readonly View[];
const atRiskOf = (seen: Seen) =>
  itemsOf(seen).reduce((sum, item) => sum + Number(item['atRiskKobo'] ?? 0), 0);
const kindOf = ({ kind }: Seen) => KINDS[kind];

/** About each obligation. */
export const OF_EACH = {
  'moved once': {
    says: 'Under one reference at the gateway, money moves once at most',
    when: 'always',
    check: (seen) => {
      const twice = kindOf(seen).isRequested ? seen.booked.find(({ times }) => times > 1) : undefined;
      return twice && `${twice.reference} has moved ${twice.times} times`;
    },
  },
  'within its amount': {
    says: 'All movements of an obligation together never exceed what was asked for',
    when: 'always',
    check: (seen) => {
      const limit = kindOf(seen).limitKobo?.(seen.view);
      const left = total(seen.booked, 'leftKobo');
      return limit !== undefined && left > limit
        ? `${naira(left)} moved, ${naira(limit)} was asked for`
        : undefined;
    },
  },
  'safe is safe': {
    says: 'What Oware calls safe to repeat has moved nothing, and nothing of it is on its way',
    when: 'always',
    check: (seen) => {
      const left = total(seen.booked, 'leftKobo');
      return kindOf(seen).isSafeToRepeat(seen.view) && left > 0
        ? `safe to repeat, and ${naira(left)} has left`
        : undefined;
    },
  },
  'no claim without money': {
    says: 'Oware never counts more than the books have moved, or a review item has the difference',
    when: 'at rest',
    check: (seen) => {
      const [counted, arrived] = [kindOf(seen).countedKobo(seen.view), total(seen.booked, 'arrivedKobo')];
      return counted - arrived > atRiskOf(seen)
        ? `Oware counts ${naira(counted)}, the books have ${naira(arrived)}`
        : undefined;
    },
  },
  'no money without a claim': {
    says: 'Every kobo of the books is in a state, or in a review item',
    when: 'at rest',
    check: (seen) => {
      const { direction, countedKobo } = kindOf(seen);
      const counted = countedKobo(seen.view);
      const moved = total(seen.booked, direction === 'in' ? 'arrivedKobo' : 'leftKobo');
      return moved - counted > atRiskOf(seen)
        ? `the books have ${naira(moved)}, Oware counts ${naira(counted)} and has ${naira(atRiskOf(seen))} in review`
        : undefined;
    },
  },
  'comes to rest': {
    says: 'It has ended, waits for a payer or a date, or a review item says what a person must decide',
    when: 'at rest',
    check: (seen) =>
      kindOf(seen).isAtRest(seen.view, seen.now) || itemsOf(seen).length > 0
        ? undefined
        : `it is ${String(seen.view['state'])} without a review item`,
  },
  'fulfilled once': {
    says: 'The merchant is asked to act once, and again only after that was taken back',
    when: 'always',
    check: ({ webhooks, ...seen }) => {
      const { acts, takesBack } = KINDS[seen.kind];
      let acted = 0;
      for (const { type } of webhooks) {
        if (acts.includes(type)) acted += 1;
        if (takesBack.includes(type)) acted = 0;
        if (acted > 1) return `${type} came ${acted} times`;
      }
      return undefined;
    },
  },
  'told what moved': {
    says: 'A state that says that money moved was sent to the merchant, and no merchant acts on money that is not there',
    when: 'at rest',
    check: (seen) => {
      const { acts, takesBack, countedKobo } = kindOf(seen);
      if (acts.length === 0) return undefined;
      const last = seen.webhooks.filter(({ type }) => acts.includes(type) || takesBack.includes(type)).at(-1);
      const isTold = last !== undefined && acts.includes(last.type);
      const isFulfilled =
        'fulfillable' in seen.view ? seen.view['fulfillable'] === true : countedKobo(seen.view) > 0;
      if (isFulfilled && !isTold) return `${String(seen.view['state'])}, and no ${acts.join(' or ')} stands`;
      if (!isFulfilled && isTold) return `${last.type} stands, and it is ${String(seen.view['state'])}`;
      return undefined;
    },
  },
} as const satisfies Readonly<Record<string, Invariant>>;

/** What an invariant over everything found, and about what. */
export interface Finding {
  readonly subject: string;
  readonly evidence: string;
}

interface WideInvariant extends Pick<Invariant, 'says' | 'when'> {
  readonly check: (observation: Observation) => readonly Finding[];
}

/** About everything together. */
export const OF_ALL = {
  'no orphans': {
    says: 'Every amount in the books belongs to something that Oware shows',
    when: 'at rest',
    check: ({ books, seen }) => {
      const known = new Set(seen.flatMap((each) => each.booked));
      return books.booked
        .filter((each) => !known.has(each) && (each.leftKobo !== 0 || each.arrivedKobo !== 0))
        .map(({ kind, reference, transactionReference, leftKobo }) => ({
          subject: `${kind} ${reference}`,
          evidence: `${naira(leftKobo)} of ${transactionReference} belong to nothing that Oware shows`,
        }));
    },
  },
  'books balance': {
    says: "The gateway's ledger is balanced, and a record explains each entry that moves money",
    when: 'always',
    check: ({ books: { balanced, problems, unexplained } }) => [
      ...(balanced ? [] : problems).map((evidence) => ({ subject: 'the ledger', evidence })),
      ...unexplained.map(({ id, cause, reference }) => ({
        subject: `ledger entry ${id}`,
        evidence: `${cause} of ${reference} belongs to no record`,
      })),
    ],
  },
  'ids are unique': {
    says: 'No webhook id names two things',
    when: 'always',
    check: ({ webhooks }) => {
      const first = new Map<string, ReceivedWebhook>();
      return webhooks.flatMap((webhook) => {
        const before = first.get(webhook.id);
        if (!before) first.set(webhook.id, webhook);
        const isSame =
          !before || (before.type === webhook.type && before.data['reference'] === webhook.data['reference']);
        return isSame
          ? []
          : [{ subject: `webhook ${webhook.id}`, evidence: `${before.type}, then ${webhook.type}` }];
      });
    },
  },
  'sequence has no gap': {
    says: 'The webhooks of a reference are numbered without a gap, so that a receiver knows what it has missed',
    when: 'at rest',
    check: ({ webhooks }) => findGaps(webhooks),
  },
} as const satisfies Readonly<Record<string, WideInvariant>>;

function findGaps(webhooks: readonly ReceivedWebhook[]): Finding[] {
  const numbers = new Map<string, number[]>();
  for (const { type, data } of webhooks) {
    const [lifecycle = ''] = type.split('.');
    const of = `${lifecycle} ${String(data['reference'])} in epoch ${String(data['epoch'])}`;
    numbers.set(of, [...(numbers.get(of) ?? []), Number(data['sequence'])]);
  }
  return [...numbers].flatMap(([subject, each]) => {
    const sorted = each.sort((a, b) => a - b);
    const gap = sorted.slice(1).findIndex((number, index) => number > (sorted[index] ?? 0) + 1);
    const evidence = `${sorted[gap] ?? ''} is followed by ${sorted[gap + 1] ?? ''}`;
    return gap < 0 ? [] : [{ subject, evidence }];
  });
}
