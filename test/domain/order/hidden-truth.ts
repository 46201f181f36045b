import { isMoney } from '../../../src/domain/collection/collection.js';
import type { Policies, Policy } from '../../../src/domain/collection/policy.js';
import { reviewKey } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, kobo } from '../../../src/domain/money.js';
import { refundableOf, standingOf } from '../../../src/domain/movement/standing.js';
import { mayDecide, whyNotAccept } from '../../../src/domain/order/decide.js';
import { transactionBehind } from '../../../src/domain/order/items.js';
import { hasMoney, leftOf, mainOf, type OrderTransaction } from '../../../src/domain/order/order.js';
import { isFulfillable, isOver, isTakenBackPerhaps } from '../../../src/domain/order/state.js';
import { isLeaving } from '../../../src/domain/order/words.js';
import { createDice, type Dice } from '../../support/dice.js';
import { ASKED, broken, createPlayed, type Letter } from './played.js';

/** What the gateway shows of a transaction. */
interface Shown {
  readonly status: string;
  readonly paid: Kobo;
}

/** What really happened on one transaction, which an order learns by readings, events and decisions only. */
interface Truth {
  readonly isCash: boolean;
  /** All that arrived, of which our refunds returned a part; what was reversed is gone. */
  paid: number;
  refunded: number;
  end?: 'EXPIRED' | 'FAILED' | 'REVERSED' | 'REFUNDED' | undefined;
  /** The most that a record has shown truthfully. */
  highest: number;
  /** What was shown before, and until when a copy of the gateway may still show it. */
  stale?: { readonly shown: Shown; readonly until: number } | undefined;
}

const REFERENCES = ['T', 'A', 'Z'] as const;
const AMOUNTS = [300_00, 500_00, 1_000_00, 1_500_00];
/** Copies of the gateway lag for less time than two readings need to confirm each other. */
const LAG_MS = 4 * 60_000;

const showing = ({ paid, end }: Truth): Shown => {
  if (end !== undefined) return { status: end, paid: kobo(paid) };
  const status =
    paid === 0 ? 'PENDING' : paid < ASKED ? 'PARTIALLY_PAID' : paid > ASKED ? 'OVERPAID' : 'PAID';
  return { status, paid: kobo(paid) };
};

/** The last record that was found shows no money, no return of it is confirmed, and no person has seen that. */
const isLastShownGone = ({ movement: { lastSeen, returned, run }, isCash }: OrderTransaction) =>
  !isCash && lastSeen !== 'money' && returned === 0 && run?.isNoted === undefined;

const leftIn = ({ paid, refunded, end }: Truth) => (end === 'REVERSED' ? 0 : paid - refunded);

/** Plays an order against a gateway with a hidden truth; which law broke, and after what. */
export function playHidden(seed: number, policies: Policies, steps = 25): string | undefined {
  const dice = createDice(seed);
  const played = createPlayed(policies);
  const truths = new Map<string, Truth>(
    REFERENCES.map((each) => [each, { isCash: each === 'Z', paid: 0, refunded: 0, highest: 0 }]),
  );
  const log: string[] = [];
  let isPaidSent = false;
  let refunds = 0;
  /** Refunds that are COMPLETED: any of them may fail after all. */
  let completed: readonly {
    readonly on: string;
    readonly refundReference: string;
    readonly amount: number;
  }[] = [];

  const truthOf = (reference: string) => truths.get(reference)!;
  const transactionOf = (reference: string) =>
    played.order().transactions.find((each) => each.transactionReference === reference);

  function step(letter: Letter): string | undefined {
    const was = { fulfillable: isFulfillable(played.order()), state: played.order().state };
    log.push(JSON.stringify(letter));
    const due = played.step(letter);
    const problems = [...broken(played, due, was), ...always(due.map(({ news }) => news))];
    log.push(
      `  ${played.order().state} main=${played.order().main} ${due.map(({ news }) => news).join()} [${played.keys().join()}]`,
    );
    return problems.length > 0 ? problems.join('; ') : undefined;
  }

  /** What holds after every step, whatever the gateway shows. */
  function always(news: readonly string[]): readonly string[] {
    const problems: string[] = [];
    for (const each of news) {
      if (each === 'paid' && isPaidSent) problems.push('paid twice');
      const by = mainOf(played.order());
      if (each === 'paid' && by && isTakenBackPerhaps(by)) problems.push('paid by what may be gone again');
      if (each === 'paid' && by && isLastShownGone(by)) problems.push('paid by what its last record denies');
      if (each === 'paid') isPaidSent = true;
      if (each === 'unfulfillable') isPaidSent = false;
    }
    const order = played.order();
    const main = mainOf(order);
    if (isFulfillable(order) && main) {
      if (isLeaving(order, main)) problems.push('fulfillable by what is on its way back');
      const { highest } = truthOf(main.transactionReference);
      if (!main.movement.hasShown || main.movement.proven > highest) problems.push('fulfillable by no money');
    }
    for (const { transactionReference, movement } of order.transactions) {
      if (refundableOf(movement) > standingOf(movement).least) problems.push('more refundable than proven');
      if (!movement.decided && movement.proven > truthOf(transactionReference).highest) {
        problems.push('more proven than was ever there');
      }
    }
    return problems;
  }

  function lose(): void {
    log.push('-- its run is lost');
    played.rebuild((reference) => kobo(truthOf(reference).refunded));
    isPaidSent = false;
  }

  /** Something happens at the gateway. */
  function happen(): string {
    const reference = dice.pick(REFERENCES);
    const truth = truthOf(reference);
    const before = showing(truth);
    const what = dice.pick(['pay', 'pay', 'pay', 'reverse', 'end'] as const);
    if (what === 'pay') {
      if (truth.end === 'REVERSED') {
        // what arrives after a reversal that was read is new money; refunds of the old are not mixed with it
        const { returned = 0 } = transactionOf(reference)?.movement ?? {};
        if (truth.refunded > 0 || returned === 0) return 'nothing';
        truth.paid = 0;
      }
      truth.end = undefined;
      truth.paid += dice.pick(AMOUNTS);
    } else if (what === 'reverse') {
      if (truth.paid === 0 || leftIn(truth) === 0) return 'nothing';
      truth.end = 'REVERSED';
    } else {
      if (truth.isCash || truth.paid > 0) return 'nothing';
      truth.end = dice.pick(['EXPIRED', 'FAILED'] as const);
    }
    truth.highest = Math.max(truth.highest, truth.paid);
    if (dice.chance(0.5)) truth.stale = { shown: before, until: played.now() + LAG_MS };
    return `${what} ${reference} ${JSON.stringify(showing(truth))}`;
  }

  function read(reference: string, isNoisy: boolean): Letter {
    const truth = truthOf(reference);
    const { stale } = truth;
    if (isNoisy && dice.chance(0.15)) {
      const paid = kobo(dice.chance(0.3) ? truth.paid : 0);
      const status = dice.pick([
        'UNREADABLE',
        'SUCCESSFUL',
        'NOT_FOUND',
        ...(paid > 0 ? ['EXPIRED'] : ['PAID']),
      ]);
      return { do: 'read', on: reference, status, paid };
    }
    const isStale = isNoisy && stale !== undefined && played.now() + 60_000 < stale.until && dice.chance(0.5);
    return { do: 'read', on: reference, ...(isStale ? stale.shown : showing(truth)) };
  }

  const cashEvent = (): Letter => ({ do: 'cash', on: 'Z', ...showing(truthOf('Z')) });

  /** Events overtake one another. */
  function anyCashEvent(): Letter {
    const { stale } = truthOf('Z');
    const isOld =
      stale !== undefined && stale.shown.paid > 0 && played.now() < stale.until && dice.chance(0.5);
    return isOld ? { do: 'cash', on: 'Z', ...stale.shown } : cashEvent();
  }

  /** A refund that a policy or the merchant asked for ends as the truth allows. */
  function refund(reference: string, refundReference: string, amount: number): Letter {
    const truth = truthOf(reference);
    const state = !truth.isCash && leftIn(truth) >= amount ? 'COMPLETED' : 'FAILED';
    if (state === 'COMPLETED') truth.refunded += amount;
    if (state === 'COMPLETED' && leftIn(truth) === 0 && dice.chance(0.3)) truth.end = 'REFUNDED';
    if (state === 'COMPLETED') completed = [...completed, { on: reference, refundReference, amount }];
    return { do: 'refund-ended', on: reference, refundReference, state, sum: kobo(truth.refunded) };
  }

  /** The money of a refund comes back: it has failed after all. */
  function refundFails(): Letter | undefined {
    const [one, ...others] = completed;
    if (!one || truthOf(one.on).end !== undefined) return undefined;
    completed = others;
    const { on, refundReference, amount } = one;
    const truth = truthOf(on);
    truth.refunded -= amount;
    return { do: 'refund-ended', on, refundReference, state: 'FAILED', sum: kobo(truth.refunded) };
  }

  function refundByPolicy(): Letter | undefined {
    const open = (played.order().policyRefunds ?? []).filter(({ state }) => state === undefined);
    const [first] = open;
    return first && refund(first.transactionReference, first.refundReference, first.amountKobo);
  }

  function refundByMerchant(): Letter | undefined {
    const transaction = transactionOf(dice.pick(['T', 'A']));
    const amount = transaction ? refundableOf(transaction.movement) : 0;
    const isAsked = (played.order().policyRefunds ?? []).some(({ state }) => state === undefined);
    if (!transaction || amount === 0 || isAsked) return undefined;
    const part = dice.chance(0.5) ? amount : Math.min(amount, 300_00);
    return refund(transaction.transactionReference, `m${(refunds += 1)}`, part);
  }

  /** A person who knows the truth decides on what records show, and at random on unexpected money. */
  function decide(ofMoney: boolean): Letter | undefined {
    const items = played.items().map((item, nth) => ({ item, nth, key: reviewKey(item) }));
    const open = items.filter(({ item }) => (item.money !== undefined) === ofMoney);
    if (open.length === 0) return undefined;
    const { item, nth, key } = dice.pick(open);
    if (item.money) {
      const decision = dice.pick(['accept', 'dismiss'] as const);
      const isCrossing = decision === 'accept' && whyNotAccept(played.order(), { ...item, key });
      return isCrossing ? undefined : { do: 'decide', nth, decision };
    }
    const transaction = transactionBehind(played.order().transactions, { ...item, key });
    if (!transaction) return undefined;
    const amount = kobo(leftIn(truthOf(transaction.transactionReference)));
    const decision = amount > 0 ? 'happened' : 'did-not-happen';
    if (!mayDecide(transaction, decision)) return undefined;
    return { do: 'decide', nth, decision, ...(amount > 0 && { amount }) };
  }

  function next(): Letter | undefined {
    const reference = dice.pick(['T', 'A'] as const);
    const truth = truthOf(reference);
    switch (dice.below(13)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return read(reference, true);
      case 4:
        return truth.paid > 0 ? { do: 'claim', on: reference, amount: kobo(truth.paid) } : undefined;
      case 5:
        return truthOf('Z').paid > 0 ? anyCashEvent() : undefined;
      case 6:
        return { do: 'wait', minutes: dice.pick([2, 6, 90]) };
      case 7:
        return refundByPolicy() ?? refundByMerchant();
      case 8:
        return decide(true);
      case 9:
        return decide(false);
      case 10:
        return dice.chance(0.3) ? refundFails() : undefined;
      case 11:
        return dice.chance(0.3) ? { do: 'close' } : undefined;
      default:
        if (dice.chance(0.2)) return { do: 'cancel' };
        return truth.paid === 0 && dice.chance(0.5) ? { do: 'lose', on: reference } : undefined;
    }
  }

  /** Nothing more happens: the gateway shows what is true, refunds end, and a person decides on what records show. */
  function* quiet(): Generator<Letter> {
    yield { do: 'close' };
    for (let round = 0; round < 5; round++) {
      for (let each = refundByPolicy(); each; each = refundByPolicy()) yield each;
      if (truthOf('Z').paid > 0) yield cashEvent();
      for (const reference of ['T', 'A'] as const) {
        const truth = truthOf(reference);
        if (truth.paid === 0) truth.end ??= 'EXPIRED';
        yield read(reference, false);
        yield { do: 'confirm', on: reference };
      }
      for (let n = 0; n < 3; n++) {
        const decided = decide(false);
        if (decided) yield decided;
      }
    }
  }

  function atEnd(): readonly string[] {
    const order = played.order();
    const problems: string[] = [];
    for (const reference of REFERENCES) {
      const transaction = transactionOf(reference);
      const left = transaction ? leftOf(transaction) : 0;
      const isThere = leftIn(truthOf(reference));
      if (left !== isThere) problems.push(`${reference} has ${isThere}, and ${left} is known`);
      const items = played.items().filter(({ money }) => money?.transactionReference === reference);
      if (isThere === 0 && items.length > 0)
        problems.push(`an item about money on ${reference} that is gone`);
      const isCounted = transaction && (mainOf(order) === transaction || items.length > 0);
      const isDecided = (order.words ?? []).some(
        (word) => word.transactionReference === reference && ['accept', 'dismissed'].includes(word.says),
      );
      if (isThere > 0 && !isCounted && !isDecided) problems.push(`money on ${reference} is hidden`);
    }
    const ofRecords = played.items().filter(({ money }) => !money);
    if (ofRecords.length > 0)
      problems.push(`what is known is still for a person: ${ofRecords.map(reviewKey).join()}`);
    if (isMoney(order.state) !== order.transactions.some(hasMoney)) problems.push(`state ${order.state}`);
    if (!isOver(order)) problems.push(`it has not ended: ${order.state}`);
    return problems;
  }

  for (let n = 0; n < steps; n++) {
    if (dice.chance(0.3)) log.push(`-- ${happen()}`);
    if (dice.chance(0.03)) lose();
    const letter = next();
    const problem = letter && step(letter);
    if (problem) return `${problem}\n${log.join('\n')}`;
  }
  log.push('-- quiet');
  for (const letter of quiet()) {
    const problem = step(letter);
    if (problem) return `${problem}\n${log.join('\n')}`;
  }
  const problems = atEnd();
  return problems.length > 0 ? `${problems.join('; ')}\n${log.join('\n')}` : undefined;
}

const ACTIONS: readonly Policy['action'][] = ['hold', 'accept', 'refund'];

function anyPolicies(dice: Dice): Policies {
  const action = () => ({ action: dice.pick(ACTIONS) });
  return {
    underpaid: { action: dice.pick(['hold', 'accept']) },
    overpaid: action(),
    late: action(),
    duplicate: action(),
  };
}

/** Plays as many worlds; the first in which a law broke. */
export function playWorlds(firstSeed: number, count: number): string | undefined {
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const problem = playHidden(seed, anyPolicies(createDice(seed)), 30);
    if (problem) return `seed ${seed}: ${problem}`;
  }
  return undefined;
}
