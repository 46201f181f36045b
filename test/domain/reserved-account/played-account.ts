import { HOLD_ALL } from '../../../src/domain/collection/policy.js';
import { reviewKey, type Resolution } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, kobo, totalOf, ZERO } from '../../../src/domain/money.js';
import {
  changeCredit,
  type CreditRules,
  type DueWebhook,
} from '../../../src/domain/reserved-account/change-credit.js';
import type { Found } from '../../../src/domain/reserved-account/credit.js';
import { mayDecide, saysOf } from '../../../src/domain/reserved-account/credit-items.js';
import { createEndedCredits } from '../../../src/domain/reserved-account/ended-credits.js';
import {
  countedOf,
  type KnownCredit,
  newCredit,
  wanted,
  withClaim,
  withDecision,
  withFound,
  withRefunded,
} from '../../../src/domain/reserved-account/known-credit.js';
import type { ReservedAccountState } from '../../../src/domain/reserved-account/reserved-account.js';

export const MINUTE = 60_000;
const T = 'T1';

export type Letter =
  | { readonly do: 'claim'; readonly amount: number }
  | {
      readonly do: 'read';
      readonly shows: Found['shows'];
      readonly amount?: number;
      readonly isRefund?: true;
    }
  | { readonly do: 'crossed' | 'silent' | 'listed' | 'close' | 'pack' }
  | { readonly do: 'refunds'; readonly amount: number }
  | { readonly do: 'decide'; readonly says: Resolution['decision'] }
  | { readonly do: 'wait'; readonly ms: number };

export const inWords = (letter: Letter) => Object.values(letter).join(' ');

/** One credit of one account, as its workflow keeps it. */
export function createPlayedAccount() {
  let now = Date.parse('2026-11-18T08:00:00Z');
  let state: ReservedAccountState = 'ACTIVE';
  let account = {
    state,
    terms: { reference: 'ada-1' } as never,
    credits: [] as never,
    open: [] as readonly KnownCredit[],
    credited: { count: 0, sumKobo: ZERO },
    transitions: [],
  } as Parameters<typeof changeCredit>[0];
  let ended = createEndedCredits('');
  let items: ReturnType<typeof changeCredit>['items'] = [];
  const webhooks: DueWebhook[] = [];

  const rules = (): CreditRules => ({
    now,
    state,
    policyRefunds: account.policyRefunds,
    policies: HOLD_ALL,
    refundMinKobo: ZERO,
    readsOfClaim: 3,
    unresolvedAfterMs: 24 * 60 * MINUTE,
    reading: {
      scheduleMs: [2_000, 10_000],
      graceMs: 0,
      expectedFrom: 0,
      safetyMs: [],
      dailyMs: 24 * 60 * MINUTE,
      unresolvedAt: Infinity,
    },
  });
  const open = () => account.open?.[0];
  const find = () => open() ?? ended.find(T);

  function keep(credit: KnownCredit): void {
    const changed = changeCredit(account, credit, rules());
    account = { ...account, ...changed.part };
    changed.ended.forEach((each) => ended.add(each));
    items = changed.items;
    webhooks.push(...changed.due);
  }

  function decide(credit: KnownCredit, says: Resolution['decision']): void {
    const [item] = items;
    if (!item) return;
    if (item.kind === 'paid-late' && credit.late) {
      keep({ ...credit, late: { ...credit.late, says: says === 'accept' ? 'accept' : 'dismissed' } });
    } else if (mayDecide(credit, says)) keep(withDecision(credit, saysOf(credit, says), { at: now }));
  }

  function play(letter: Letter): void {
    now += MINUTE;
    const known = find();
    const credit = known ?? newCredit(T, 'event');
    switch (letter.do) {
      case 'wait':
        now += letter.ms;
        break;
      case 'claim': {
        const claimed = withClaim(credit, { key: 'event', amountKobo: kobo(letter.amount) }, now);
        if (claimed !== credit) keep(claimed);
        break;
      }
      case 'listed':
        if (known) keep(wanted(known));
        break;
      case 'close':
        state = 'DEALLOCATED';
        account = { ...account, state };
        break;
      case 'pack':
        ended = createEndedCredits(ended.text());
        break;
      case 'refunds':
        if (known) keep(withRefunded(known, kobo(letter.amount)));
        break;
      case 'decide':
        if (open()) decide(credit, letter.says);
        break;
      default:
        if (open()) keep(withFound(credit, foundBy(letter), { askedAt: now - 500, answeredAt: now }));
    }
  }

  return {
    play,
    find,
    webhooks: webhooks as readonly DueWebhook[],
    credited: () => account.credited,
    listed: () => account.credits,
    isOpen: () => open() !== undefined,
    /** Whether its record is read again without another event. */
    isAwaited: () => open()?.readAt !== undefined,
    items: () => (open() ? items : []),
    keys: () => (open() ? items.map(reviewKey) : []),
    counted: () => {
      const known = find();
      return known ? countedOf(known) : ZERO;
    },
    text: () => ended.text(),
  };
}

function foundBy(letter: Letter): Parameters<typeof withFound>[1] {
  if (letter.do === 'silent') return undefined;
  if (letter.do !== 'read') return { kind: 'crossed', observed: 'another transaction' };
  const { shows, amount, isRefund } = letter;
  return {
    kind: 'found',
    shows,
    observed: `the gateway reports ${shows}`,
    ...(amount !== undefined && { amount: kobo(amount) }),
    ...(shows === 'odd' && { about: 'unreadable-record' as const }),
    ...(isRefund && { isRefund }),
  };
}

/** What is known after all of them. */
export function after(...letters: readonly Letter[]) {
  const account = createPlayedAccount();
  letters.forEach(account.play);
  return account;
}

/** The sums that a merchant knows who has received these webhooks. */
export function sumsOf(webhooks: readonly DueWebhook[]): { count: number; sumKobo: Kobo } {
  const last = webhooks.at(-1)?.credit.amountKobo ?? ZERO;
  return { count: last > ZERO ? 1 : 0, sumKobo: totalOf(last) };
}
