import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { cardOf } from '../../src/domain/charge/card.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { holdsHash, shortHash } from '../../src/domain/hash.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { ABSENCE_GAP_MS, CONFIRM_MS } from '../../src/domain/movement/evidence.js';
import { shortDay } from '../../src/domain/plan.js';
import { ownerOf } from '../../src/domain/reference.js';
import {
  changedCharge,
  chargeOf,
  dependsOnRefunds,
  findCharge,
  itemChanges,
  readRecordOf,
  settled,
  totalsAfter,
  webhooksDue,
} from '../../src/domain/subscription/change-charge.js';
import { emailOf, newCharge } from '../../src/domain/subscription/charges.js';
import {
  attemptIn,
  attemptReference,
  type Charge,
  MOST_ATTEMPTS,
  type Period,
  unlistedNumbers,
} from '../../src/domain/subscription/period.js';
import type { SubscriptionSnapshot } from '../../src/domain/subscription/subscription.js';
import { surroundingsOf } from '../../src/domain/subscription/surroundings.js';
import { toPeriodView } from '../../src/domain/subscription/view.js';
import { without } from '../../src/domain/without.js';
import { chargeToken, findByReference, queryByReference } from '../shared/charge/charge-token.js';
import { readRefundsOf } from '../shared/collection/known-refunds.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { inScope, type Withdrawable } from '../shared/gateway/money-request.js';
import { lookAtPauses } from '../shared/pull/pauses.js';
import {
  addClaim,
  addFound,
  type Found,
  type PullPlace,
  type PullReply,
  readAttempt,
} from '../shared/pull/pull.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** Transactions that events named and that are not known as charges: more of them are counted together. */
const OTHERS_KEPT = 20;

/** Pauses between reads of what a lost run may have sent; there may be many. */
const LOST_SCHEDULE_MS = [CONFIRM_MS, ABSENCE_GAP_MS];

/** Keeps what became known of a charge; state, items, sums and webhooks follow from it. */
export function changeCharge(lifecycle: SubscriptionLifecycle, key: string, part: Partial<Charge>): void {
  const subscription = lifecycle.subject();
  const before = subscription.snapshot();
  const after = changedCharge(before, key, part, lifecycle.pace.now());
  if (!after) return;
  // a charge that is no longer listed has its items and webhooks from what became known last
  const known = { ...before, ...after };
  const last = chargeOf(before, key)?.charge;
  const full =
    chargeOf(known, key) || !last
      ? known
      : { ...known, others: [...(known.others ?? []), { ...last, ...part }] };
  subscription.setCharges(after);
  concludeChange(lifecycle, { before, after: full, key });
}

function concludeChange(
  lifecycle: SubscriptionLifecycle,
  {
    before,
    after,
    key,
  }: { readonly before: SubscriptionSnapshot; readonly after: SubscriptionSnapshot; readonly key: string },
): void {
  const subscription = lifecycle.subject();
  const settings = lifecycle.given();
  const items = itemChanges(before, { ...after, review: subscription.snapshot().review }, key, {
    now: lifecycle.pace.now(),
    settings,
  });
  subscription.clear(items.isGone);
  const raised = items.due.filter(subscription.raise);
  const { period } = chargeOf(after, key) ?? {};
  for (const { type, effect } of webhooksDue(before, after, key, settings)) {
    // money that a person knows of already is no news
    if (type === 'unexpected' && !raised.some(({ kind }) => kind === 'unmatched-event')) continue;
    lifecycle.notify({
      type: `subscription.${type}`,
      effect: `${effect}${subscription.countDue(key, type)}`,
      ...(period && { about: { period: toPeriodView(period) } }),
    });
  }
}

/** Lists a charge of a period: one to be sent, or one that the gateway has. */
export function addCharge(
  lifecycle: SubscriptionLifecycle,
  n: number,
  charge: Charge,
  as: 'attempts' | 'others',
): void {
  const subscription = lifecycle.subject();
  const before = subscription.snapshot();
  if (chargeOf(before, charge.key)) return;
  const period = before.periods.find((each) => each.n === n);
  if (!period) return;
  const listed = [...(period[as] ?? []), charge].sort((one, other) => one.n - other.n);
  const after = settled(before, { ...without(period, 'retryAt'), [as]: listed });
  subscription.setCharges({
    others: before.others ?? [],
    periods: before.periods.map((each) => (each === period ? after : each)),
    totals: totalsAfter(before.totals, period, after),
  });
  concludeChange(lifecycle, { before, after: subscription.snapshot(), key: charge.key });
}

/** Where a charge is kept, and how it is sent to the gateway and found there. */
export function placeOf(lifecycle: SubscriptionLifecycle, key: string): PullPlace {
  const subscription = lifecycle.subject();
  const { snapshot } = subscription;
  const find = () => chargeOf(snapshot(), key);
  const isLost = () => find()?.period?.lost?.key === key;
  const isOwn = () => find()?.period?.attempts.some((each) => each.key === key) === true;
  return {
    read: () => find()?.charge,
    change: (part) => changeCharge(lifecycle, key, part),
    version: subscription.version,
    terms: ({ absenceHorizonMs, propagationMs }) => ({
      asked: find()?.period?.amountKobo ?? ZERO,
      horizonMs: absenceHorizonMs,
      ...(isOwn() && { repeatAfterMs: propagationMs }),
    }),
    surroundings: () => surroundingsOf(snapshot(), key),
    checksMs: () => [],
    ...(isLost() && { patientMs: LOST_SCHEDULE_MS }),
    look: () => lookAtPauses(),
    find: () => findRecordOf(lifecycle, key),
    send: (notAfter, withdrawable) => send(lifecycle, key, { notAfter, withdrawable }),
    readOther: async (n) => {
      const other = surroundingsOf(snapshot(), key).others[n] as Charge | undefined;
      if (other) await readWhole(lifecycle, other.key);
    },
    inTurn: subscription.turnsOf(key),
    cancellable: inScope,
    setWithdrawal: (withdraw) => subscription.setWithdrawal(key, withdraw),
  };
}

/** Reads the record of a charge; false without an answer. */
export function readCharge(lifecycle: SubscriptionLifecycle, key: string): Promise<boolean> {
  return readAttempt(lifecycle, placeOf(lifecycle, key));
}

/** Reads a charge by its reference as well: the gateway may have another transaction under it. */
async function readWhole(lifecycle: SubscriptionLifecycle, key: string): Promise<void> {
  const isRead = await placeOf(lifecycle, key).inTurn(() => readByReference(lifecycle, key));
  if (!isRead) await readCharge(lifecycle, key);
}

/** True when that was a reading of the charge itself. */
async function readByReference(lifecycle: SubscriptionLifecycle, key: string): Promise<boolean> {
  const { charge, period } = chargeOf(lifecycle.subject().snapshot(), key) ?? {};
  const { transactionReference, paymentReference = '', n = 0 } = charge ?? {};
  // one that is not known by a transaction is read by its reference anyway
  if (!period || transactionReference === undefined || key === transactionReference) return false;
  const askedAt = lifecycle.pace.now();
  const answer = await answerOf(lifecycle, () => queryByReference(paymentReference));
  const record = answer?.kind === 'ok' ? answer.body : undefined;
  if (record?.paymentReference !== paymentReference) return false;
  const refunds = dependsOnRefunds(record) ? await readRefunds(lifecycle, record) : {};
  const found = record.transactionReference;
  const isItself = found === transactionReference;
  if (isItself && !refunds) return false;
  // one that is listed is read by its own transaction
  if (!isItself && chargeOf(lifecycle.subject().snapshot(), found)) return false;
  if (!isItself) {
    addOther(lifecycle, period.n, { key: found, n, paymentReference, transactionReference: found });
  }
  const name = isItself ? key : found;
  const span = { askedAt, answeredAt: lifecycle.pace.now() };
  addFound(placeOf(lifecycle, name), adopt(lifecycle, name, record, refunds), span);
  return isItself;
}

/** What refunds of ours may have returned by now. */
interface KnownRefunds {
  readonly refundsSent?: Kobo;
}

/** Undefined where they could not be read: then the record proves nothing. */
async function readRefunds(
  lifecycle: SubscriptionLifecycle,
  { transactionReference }: TransactionRecord,
): Promise<KnownRefunds | undefined> {
  const known = await readRefundsOf(lifecycle, transactionReference);
  return known && { refundsSent: known.sent };
}

/** What a record shows that was just read. */
function adoptRead(
  lifecycle: SubscriptionLifecycle,
  key: string,
  record: TransactionRecord,
): Found | Promise<Found> {
  if (!dependsOnRefunds(record)) return adopt(lifecycle, key, record);
  return readRefunds(lifecycle, record).then((refunds) => refunds && adopt(lifecycle, key, record, refunds));
}

/** Keeps what only the record has, and returns what it shows. */
function adopt(
  lifecycle: SubscriptionLifecycle,
  key: string,
  record: TransactionRecord,
  refunds: KnownRefunds = {},
): Found {
  const subscription = lifecycle.subject();
  const { charge, period } = chargeOf(subscription.snapshot(), key) ?? {};
  const { transactionReference } = record;
  const asked = period?.amountKobo ?? subscription.snapshot().amountKobo;
  const { movement } = charge ?? {};
  const { found, known } = readRecordOf(asked, record, { ...refunds, ...(movement && { movement }) });
  const isNew = charge?.transactionReference === undefined;
  if (isNew || known) {
    changeCharge(lifecycle, key, { ...(isNew && { transactionReference }), ...(known && { known }) });
  }
  return found;
}

async function findRecordOf(lifecycle: SubscriptionLifecycle, key: string): Promise<Found> {
  const subscription = lifecycle.subject();
  const { charge, period } = chargeOf(subscription.snapshot(), key) ?? {};
  if (!charge) return undefined;
  if (period?.lost?.key === key) return findLost(lifecycle, period);
  const { transactionReference, paymentReference } = charge;
  if (transactionReference === undefined) return findUnnamed(lifecycle, charge);
  const summary = { summary: `Check ${paymentReference}` };
  const answer = await getTransaction.executeWithOptions(summary, [{ transactionReference }]);
  if (answer.kind !== 'ok') return { shows: 'absent' };
  const { body: record } = answer;
  // crossed replies happen; the record of another payment proves nothing about this one
  const isItsRecord =
    record.transactionReference === transactionReference &&
    ownerOf(record.paymentReference) === subscription.snapshot().terms.reference;
  return isItsRecord ? adoptRead(lifecycle, key, record) : undefined;
}

/** Finds one whose transaction is not known. */
function findUnnamed(lifecycle: SubscriptionLifecycle, charge: Charge): Promise<Found> {
  const { key, paymentReference, since = Date.parse(charge.at), movement } = charge;
  const subscription = lifecycle.subject().snapshot();
  const { currency } = subscription.terms;
  const email = emailOf(subscription, charge);
  return findByReference({ paymentReference, currency, email, since, movement }, (record) =>
    adoptRead(lifecycle, key, record),
  );
}

/** Reads every reference that a lost run may have used. What is found is a charge of its own; no answer is no proof. */
async function findLost(
  lifecycle: SubscriptionLifecycle,
  { n: number, day, amountKobo }: Period,
): Promise<Found> {
  const subscription = lifecycle.subject();
  const { terms } = subscription.snapshot();
  const kept = subscription.snapshot().periods.find((each) => each.n === number);
  const askedAt = lifecycle.pace.now();
  const answers = await Promise.all(
    unlistedNumbers(kept ?? { attempts: [] }).map(async (n) => {
      const paymentReference = attemptReference(terms.reference, day, n);
      const answer = await answerOf(lifecycle, () => queryByReference(paymentReference));
      const record = answer?.kind === 'ok' ? answer.body : undefined;
      const isOther = record !== undefined && record.paymentReference !== paymentReference;
      const refunds = record && dependsOnRefunds(record) ? await readRefunds(lifecycle, record) : {};
      const isAnswered = answer !== undefined && !isOther && refunds !== undefined;
      return { n, paymentReference, record, refunds, isAnswered };
    }),
  );
  const span = { askedAt, answeredAt: lifecycle.pace.now() };
  for (const { n, paymentReference, record, refunds, isAnswered } of answers) {
    // an event may have named it meanwhile: then its own loop reads it
    if (!record || !isAnswered || chargeOf(subscription.snapshot(), paymentReference)) continue;
    addCharge(lifecycle, number, foundCharge(lifecycle, { n, paymentReference, amountKobo }), 'attempts');
    addFound(placeOf(lifecycle, paymentReference), adopt(lifecycle, paymentReference, record, refunds), span);
  }
  return answers.every(({ isAnswered }) => isAnswered) ? { shows: 'absent' } : undefined;
}

/** A charge that the gateway has, and that this run did not send. */
function foundCharge(
  { pace }: SubscriptionLifecycle,
  { n, paymentReference, amountKobo }: Pick<Charge, 'n' | 'paymentReference'> & Pick<Period, 'amountKobo'>,
): Charge {
  const why = 'the previous run sent it';
  return newCharge(
    { key: paymentReference, n, paymentReference, reason: 'the gateway has it', notOurs: why },
    { amountKobo, at: pace.now() },
  );
}

/** Another transaction under a reference of a kept period, or under one that no charge of it has. */
function addOther(
  lifecycle: SubscriptionLifecycle,
  number: number,
  found: Required<Pick<Charge, 'key' | 'n' | 'paymentReference' | 'transactionReference'>> & Partial<Charge>,
): void {
  const { periods } = lifecycle.subject().snapshot();
  const { amountKobo = ZERO } = periods.find(({ n }) => n === number) ?? {};
  const reason = 'an event or a record names it';
  const charge = newCharge({ reason, notOurs: reason, ...found }, { amountKobo, at: lifecycle.pace.now() });
  addCharge(lifecycle, number, charge, 'others');
}

/** An event reports money of a charge: its record is read, and nothing of its period is sent until it shows that. */
export function takeChargeEvent(lifecycle: SubscriptionLifecycle, event: CollectionEvent): void {
  const subscription = lifecycle.subject();
  const { transactionReference, paymentReference, amountKobo } = event;
  const { terms, periods, others = [], forgotten = '' } = subscription.snapshot();
  if (holdsHash(forgotten, shortHash(transactionReference))) return;
  const named = attemptIn(terms.reference, paymentReference);
  if (named === undefined) return;
  const known =
    findCharge(subscription.snapshot(), (each) => each.transactionReference === transactionReference) ??
    findCharge(
      subscription.snapshot(),
      (each) => each.key === paymentReference && each.transactionReference === undefined,
    );
  const period = periods.find(({ day }) => shortDay(day) === named.day);
  const own = period?.attempts.find((each) => each.key === paymentReference);
  if (known) {
    if (known.charge.transactionReference === undefined) {
      changeCharge(lifecycle, known.charge.key, { transactionReference });
    }
  } else if (period?.lost && !own && named.n <= MOST_ATTEMPTS) {
    const found = foundCharge(lifecycle, { n: named.n, paymentReference, amountKobo: period.amountKobo });
    addCharge(lifecycle, period.n, { ...found, transactionReference }, 'attempts');
  } else if (others.length + periods.flatMap((each) => each.others ?? []).length >= OTHERS_KEPT) {
    const reason = 'events reported more transactions that are not known here than Oware can follow';
    subscription.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
    return;
  } else {
    const place = { key: transactionReference, n: named.n, paymentReference, transactionReference };
    const isUnexpected = !own && { unexpected: true as const };
    if (period) addOther(lifecycle, period.n, { ...place, ...isUnexpected });
    else subscription.addOther(unlistedCharge(lifecycle, place, event));
  }
  const key =
    findCharge(subscription.snapshot(), (each) => each.transactionReference === transactionReference)?.charge
      .key ?? transactionReference;
  addClaim(placeOf(lifecycle, key), amountKobo, lifecycle.pace.now());
  // its own loop waits for the answer to its request
  const { movement, reads } = chargeOf(subscription.snapshot(), key)?.charge ?? {};
  if (movement?.sending !== undefined && reads?.isWanted) lifecycle.spawn(readCharge(lifecycle, key));
}

function unlistedCharge(
  { pace }: SubscriptionLifecycle,
  place: Pick<Charge, 'key' | 'n' | 'paymentReference' | 'transactionReference'>,
  { amountKobo }: CollectionEvent,
): Charge {
  const reason = 'an event reports it';
  return newCharge({ ...place, reason, notOurs: reason, unexpected: true }, { amountKobo, at: pace.now() });
}

async function send(
  lifecycle: SubscriptionLifecycle,
  key: string,
  how: { readonly notAfter: number; readonly withdrawable: Withdrawable },
): Promise<PullReply> {
  const { terms, cards = 0, periods } = lifecycle.subject().snapshot();
  const period = periods.find(({ attempts }) => attempts.some((each) => each.key === key));
  const card = cardOf(lifecycle.subject().snapshot());
  if (!period || !card) return { answer: 'refused', observed: 'it has no card' };
  const { day, amountKobo } = period;
  changeCharge(lifecycle, key, { card: cards });
  const description = terms.description ?? `Subscription ${terms.reference}, ${day}`;
  const charge = { ...terms, amountKobo, paymentReference: key, description };
  return chargeToken(charge, card, { ...how, adopt: (record) => adopt(lifecycle, key, record) });
}
