import { actionFor, type Policies } from '../collection/policy.js';
import type { NewReviewItem } from '../lifecycle/review.js';
import { pauseBefore } from '../lifecycle/schedule.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import { rest } from '../movement/amounts.js';
import { isUnconfirmed, nextReadAt, type ReadRules } from '../movement/next-read.js';
import { type PolicyRefund, withPolicyRefund } from '../refund/by-policy.js';
import type { Credit } from './credit.js';
import { isInterrupted, isReadEnough, type ItemRules, itemsDue } from './credit-items.js';
import { dueRules, type Versioned, within } from '../rules-version.js';
import { without } from '../without.js';
import type { KnownCredit } from './known-credit.js';
import { mayBeOfLostRun } from './reported-credits.js';
import { isOpen, type ReservedAccountSnapshot } from './reserved-account.js';
import { CREDIT_VERSIONS } from './versions.js';

/** What decides about credits, beside what is known of them. */
export interface CreditRules extends ItemRules {
  readonly reading: ReadRules;
  readonly policies: Policies;
  /** The smallest refund that the gateway accepts. */
  readonly refundMinKobo: Kobo;
}

/** The newest ones are listed; the gateway's listing has them all. */
const CREDITS_KEPT = 50;
/** Credits that wait for a person, or on which one has decided: those that need no decision are put away first. */
export const WAITING_KEPT = 500;

export type CreditNews = 'credited' | 'credited-after-end' | 'credit-changed' | 'credit-reversed';

/** A webhook that is due, with the part of its id that tells it from all others. */
export interface DueWebhook {
  readonly news: CreditNews;
  readonly effect: string;
  readonly credit: Credit;
  /** What merchants were sent before. */
  readonly before: Kobo;
}

type Account = Pick<
  ReservedAccountSnapshot,
  | 'rules'
  | 'state'
  | 'terms'
  | 'unexpected'
  | 'credits'
  | 'credited'
  | 'open'
  | 'policyRefunds'
  | 'transitions'
  | 'rebuiltAt'
>;

export interface Changed {
  readonly part: Pick<Account, 'credits' | 'credited' | 'open'> & Partial<Pick<Account, 'policyRefunds'>>;
  /** Credits that are no longer kept in full, because nothing more is expected or others are newer. */
  readonly ended: readonly KnownCredit[];
  /** Those of them whose items a person must still look at: they are more than can be kept. */
  readonly notKept: readonly KnownCredit[];
  readonly due: readonly DueWebhook[];
  readonly items: readonly NewReviewItem[];
}

/**
 * The only way in which what is known of a credit changes. Webhooks, sums and review items follow from what is known; no other
 * code decides about them.
 */
export function changeCredit(account: Account, given: KnownCredit, rules: CreditRules): Changed {
  const changed: KnownCredit = { ...given, ...dueRules(given, hasNews(account, given)) };
  const counted = countedBy(account, changed);
  const late = withLate(account, { credit: changed, counted }, rules);
  const policyRefunds = askBack(account, { credit: late, counted }, rules);
  const items = itemsDue(late, { ...rules, policyRefunds });
  const told: KnownCredit = counted === late.told ? late : { ...late, told: counted, sent: late.sent + 1 };
  const known: KnownCredit = { ...told, readAt: readAtOf(told, items, rules) };
  const due = webhooksDue(late, counted);
  const isEnded = isWaiting(known) && items.length === 0 && !isDecided(known) && !mayBeBack(known);
  const isForPerson = (credit: KnownCredit) => itemsDue(credit, { ...rules, policyRefunds }).length > 0;
  const { open, ended, notKept } = kept(account.open ?? [], known, { isEnded, isForPerson });
  return {
    part: {
      open,
      credits: withListed(account.credits, known, due.length > 0),
      credited: withCounted(account.credited, changed.told, counted),
      ...(policyRefunds && { policyRefunds }),
    },
    ended,
    notKept,
    due,
    items,
  };
}

const hasNews = ({ open = [] }: Pick<Account, 'open'>, { transactionReference, movement }: KnownCredit) =>
  open.find((each) => each.transactionReference === transactionReference)?.movement.changes !==
  movement.changes;

const countedBy = (account: Versioned, credit: KnownCredit): Kobo =>
  CREDIT_VERSIONS.of(within(account, credit)).countedOf(credit);

interface Counted {
  readonly credit: KnownCredit;
  readonly counted: Kobo;
}

/** What the merchant is sent: a function of what was sent last, and what counts now. */
function webhooksDue(credit: KnownCredit, counted: Kobo): readonly DueWebhook[] {
  const { told: before, sent, transactionReference } = credit;
  if (counted === before) return [];
  // a rebuilt run counts from one again: what it finds the same has the same id, and another amount another one
  const ordinal = sent === 0 ? '' : `#${sent + 1}`;
  const effect = `credit:${transactionReference}${ordinal}:${counted}`;
  return [{ news: newsOf(credit, counted), effect, credit: asListed(credit, counted), before }];
}

function newsOf({ sent, late }: KnownCredit, counted: Kobo): CreditNews {
  if (sent === 0) return late ? 'credited-after-end' : 'credited';
  return counted === ZERO ? 'credit-reversed' : 'credit-changed';
}

function asListed({ transactionReference, credit, movement }: KnownCredit, amountKobo: Kobo): Credit {
  const refundedKobo = movement.refunds?.least ?? ZERO;
  return { transactionReference, ...credit, amountKobo, ...(refundedKobo > ZERO && { refundedKobo }) };
}

function withListed(credits: readonly Credit[], known: KnownCredit, isNews: boolean): readonly Credit[] {
  const { transactionReference, told } = known;
  const before = credits.find((each) => each.transactionReference === transactionReference);
  if (!before) {
    return isNews && known.sent === 1 ? [...credits, asListed(known, told)].slice(-CREDITS_KEPT) : credits;
  }
  // a refund that failed after all has returned nothing
  const now = { ...without(before, 'refundedKobo'), ...asListed(known, told) };
  return credits.map((each) => (each === before ? now : each));
}

function withCounted(
  { count, sumKobo }: Account['credited'],
  told: Kobo,
  counted: Kobo,
): Account['credited'] {
  if (told === counted) return { count, sumKobo };
  const change = (counted > ZERO ? 1 : 0) - (told > ZERO ? 1 : 0);
  return { count: count + change, sumKobo: totalOf(rest(sumKobo, told), counted) };
}

/**
 * Money that arrives after the end of the account is late: the policy has the first word. What came in time, or was decided on
 * before, is not.
 */
function withLate(
  account: Account,
  { credit: before, counted }: Counted,
  { policies }: CreditRules,
): KnownCredit {
  const credit = withoutGone(before, counted);
  const { late, told } = credit;
  const isNew = counted > told && counted > totalOf(late?.beforeKobo ?? ZERO, late?.amountKobo ?? ZERO);
  if (isOpen(account.state) || !isNew || isPaidInTime(account, { credit, counted })) return credit;
  const isDecidedOn = late?.says === 'accept' || late?.says === 'dismissed';
  const settled = late ? totalOf(late.beforeKobo ?? ZERO, isDecidedOn ? late.amountKobo : ZERO) : credit.told;
  // of what went back meanwhile nothing is there
  const beforeKobo = settled < told ? settled : told;
  const amountKobo = rest(counted, beforeKobo);
  const action = actionFor(policies.late, amountKobo);
  // a person may have accepted it in the lost run, or its refund is one of those that are not known here
  const isOfLostRun = action === 'refund' && mayBeOfLostRun(account.rebuiltAt, credit.credit?.at);
  const isHeld = isOfLostRun || mayBeOfAnother(account);
  const says = isHeld ? 'hold' : action;
  return { ...credit, late: { says, amountKobo, ...(beforeKobo > ZERO && { beforeKobo }) } };
}

/** A word on late money is about what is there: if that goes back and comes again, it is other money. */
function withoutGone(credit: KnownCredit, counted: Kobo): KnownCredit {
  const { late } = credit;
  if (!late) return credit;
  const left = rest(counted, late.beforeKobo ?? ZERO);
  if (left === ZERO) return without(credit, 'late');
  return left < late.amountKobo ? { ...credit, late: { ...late, amountKobo: left } } : credit;
}

/**
 * One that was refused, or failed, was never there to be paid into: its payments may be another system's, and no policy accepts or
 * returns them.
 */
const mayBeOfAnother = ({ state }: Account) => state === 'REFUSED' || state === 'FAILED';

/**
 * Reported before the end, or paid before it by the gateway's time of the payment. When an account ended that was not created here is
 * not known.
 */
function isPaidInTime(account: Account, { credit: known, counted }: Counted): boolean {
  const { credit, inTimeKobo = ZERO } = known;
  const endedAt = account.transitions.at(-1)?.at;
  if (account.unexpected || mayBeOfAnother(account)) return false;
  if (counted <= inTimeKobo) return true;
  if (credit?.at === undefined || endedAt === undefined) return false;
  return Date.parse(credit.at) <= Date.parse(endedAt);
}

/** Asks for a refund of a late credit, if the gateway would accept it. */
function askBack(
  { terms, policyRefunds, unexpected, rebuiltAt: lostAt }: Account,
  { credit, counted }: Counted,
  { refundMinKobo: minKobo }: CreditRules,
): readonly PolicyRefund[] | undefined {
  const { late } = credit;
  if (late?.says !== 'refund' || unexpected) return policyRefunds;
  const { movement, transactionReference } = credit;
  const isBack = (each: PolicyRefund) =>
    each.transactionReference === transactionReference && each.state === 'COMPLETED';
  const back = totalOf(...(policyRefunds ?? []).filter(isBack).map((each) => each.amountKobo));
  const left = rest(movement.proven, movement.refunds?.least ?? ZERO);
  const lateLeft = rest(late.amountKobo, back);
  const amountKobo = lateLeft < left ? lateLeft : left;
  const asked = { payment: asListed(credit, counted), amountKobo, cause: 'late', minKobo, lostAt };
  return withPolicyRefund(policyRefunds, terms.reference, asked) ?? policyRefunds;
}

/** A record that was read often enough is for a person, and read again when an event or a listing speaks of it. */
function readAtOf(
  credit: KnownCredit,
  items: readonly NewReviewItem[],
  rules: CreditRules,
): number | undefined {
  const { movement, reads } = credit;
  const isOpenQuestion = isUnconfirmed(movement) || isInterrupted(movement);
  const isForPerson = items.length > 0 && isReadEnough(credit, rules) && !isOpenQuestion;
  if (isForPerson && !reads.isWanted) return undefined;
  const at = nextReadAt(movement, reads, rules.reading);
  if (at !== undefined || !isInterrupted(movement)) return at;
  return (reads.lastAt ?? 0) + pauseBefore(rules.reading.scheduleMs, reads.count);
}

/** A person had a word that no record has confirmed: the same evidence must not open the same item again. */
const isDecided = ({ movement, noted }: KnownCredit) =>
  noted !== undefined ||
  (movement.decided !== undefined && (movement.lastSeen !== undefined || movement.proven > ZERO));

/** Late money that is not to be kept: a refund of it may fail after all, and then it waits for a person again. */
const mayBeBack = ({ late }: KnownCredit) => late !== undefined && late.says !== 'accept';

export const isWaiting = ({ readAt }: KnownCredit) => readAt === undefined;

function kept(
  before: readonly KnownCredit[],
  known: KnownCredit,
  {
    isEnded,
    isForPerson,
  }: { readonly isEnded: boolean; readonly isForPerson: (credit: KnownCredit) => boolean },
): Pick<Changed, 'ended' | 'notKept'> & { readonly open: readonly KnownCredit[] } {
  const { transactionReference } = known;
  const others = before.filter((each) => each.transactionReference !== transactionReference);
  if (isEnded) return { open: others, ended: [known], notKept: [] };
  const all =
    others.length === before.length
      ? [...before, known]
      : before.map((each) => (each.transactionReference === transactionReference ? known : each));
  const waiting = all.filter(isWaiting);
  const tooMany = waiting.length - WAITING_KEPT;
  if (tooMany <= 0) return { open: all, ended: [], notKept: [] };
  const decided = waiting.filter((each) => !isForPerson(each)).slice(0, tooMany);
  const asked = waiting.filter((each) => !decided.includes(each));
  const notKept = asked.slice(0, tooMany - decided.length);
  const ended = [...decided, ...notKept];
  return { open: all.filter((each) => !ended.includes(each)), ended, notKept };
}
