import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import {
  changedDebits,
  type ChangeRules,
  itemChanges,
  withDebit,
} from '../../src/domain/mandate/change-debit.js';
import {
  type Debit,
  MOST_POSSIBLE,
  othersOf,
  plannedAttempt,
  wasForgotten,
  wasForgottenUnpaid,
} from '../../src/domain/mandate/debit.js';
import { CONFLICT, newDebit, webhooksDue } from '../../src/domain/mandate/debits.js';
import type { MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { surroundingsOf } from '../../src/domain/mandate/surroundings.js';
import { judgeDebit } from '../../src/domain/mandate/verdict.js';
import { toDebitRow } from '../../src/domain/mandate/view.js';
import { ZERO } from '../../src/domain/money.js';
import { toWireSplit } from '../../src/domain/split.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import { inScope, type Withdrawable } from '../shared/gateway/money-request.js';
import { lookAtPauses } from '../shared/pull/pauses.js';
import { addClaim, type Found, type PullPlace, type PullReply, readAttempt } from '../shared/pull/pull.js';
import type { MandateLifecycle } from './lifecycle.js';
import { pullOptions } from '../shared/gateway/send-options.js';

const { getDebit } = proxyActivities<Activities>(GATEWAY_READ);

const rulesOf = (lifecycle: MandateLifecycle): ChangeRules => ({
  now: lifecycle.pace.now(),
  settings: lifecycle.given(),
});

/** Keeps what became known of a debit; state, items, the next attempt and webhooks follow from it. */
export function changeDebit(lifecycle: MandateLifecycle, reference: string, part: Partial<Debit>): void {
  const mandate = lifecycle.subject();
  const before = mandate.snapshot();
  const after = changedDebits(before, reference, part, rulesOf(lifecycle));
  if (!after) return;
  mandate.setDebits(after);
  concludeChange(lifecycle, before, reference);
}

/** Lists a debit, or keeps one that may exist. */
export function addDebit(lifecycle: MandateLifecycle, debit: Debit): void {
  const mandate = lifecycle.subject();
  const before = mandate.snapshot();
  if (mandate.findDebit(debit.reference)) return;
  mandate.setDebits(withDebit(before, debit, rulesOf(lifecycle)));
  concludeChange(lifecycle, before, debit.reference);
}

function concludeChange(lifecycle: MandateLifecycle, before: MandateSnapshot, reference: string): void {
  const mandate = lifecycle.subject();
  const items = itemChanges(before, mandate.snapshot(), reference, rulesOf(lifecycle));
  mandate.clear(items.isGone);
  items.due.forEach(mandate.raise);
  for (const { reference: about, type } of webhooksDue(before, mandate.snapshot(), reference)) {
    const debit = mandate.findDebit(about);
    if (!debit) continue;
    const isConflict = type === CONFLICT;
    const ordinal = mandate.countDue(about, type);
    lifecycle.notify({
      type: isConflict ? 'mandate.conflicting-records' : `mandate.debit-${type}`,
      effect: `${isConflict ? 'conflict' : `debit-${type}`}:${about}${ordinal}`,
      about: { debit: toDebitRow(debit, mandate.snapshot()) },
    });
  }
}

/** Where a debit is kept, and how it is sent to the gateway and found there. */
export function placeOf(lifecycle: MandateLifecycle, reference: string): PullPlace {
  const mandate = lifecycle.subject();
  const { snapshot } = mandate;
  const read = () => mandate.findDebit(reference);
  return {
    read,
    change: (part) => changeDebit(lifecycle, reference, part),
    version: mandate.version,
    terms: ({ absenceHorizonMs }) => ({
      asked: read()?.amountKobo ?? ZERO,
      horizonMs: absenceHorizonMs,
    }),
    surroundings: () => {
      const debit = read();
      return debit ? surroundingsOf(snapshot(), debit) : NOWHERE;
    },
    checksMs: ({ debitChecksMs }) => debitChecksMs,
    look: () => lookAtPauses({ bankCode: snapshot().terms.account.bankCode }),
    find: () => find(lifecycle, reference),
    send: (notAfter, withdrawable) => send(lifecycle, reference, { notAfter, withdrawable }),
    readOther: async (n) => {
      const debit = read();
      const other = debit && othersOf(snapshot().debits, debit)[n];
      if (other) await readDebit(lifecycle, other.reference);
    },
    inTurn: mandate.turnsOf(reference),
    cancellable: inScope,
    setWithdrawal: (withdraw) => mandate.setWithdrawal(reference, withdraw),
  };
}

const NOWHERE = { startAt: Infinity, notAfter: 0, against: [], others: [], limits: [] };

/** Reads the record of a debit; false without an answer. */
export function readDebit(lifecycle: MandateLifecycle, reference: string): Promise<boolean> {
  return readAttempt(lifecycle, placeOf(lifecycle, reference));
}

/** Debits that the gateway may have without being known here: more of them are counted together. */
export function takeDebitEvent(
  lifecycle: MandateLifecycle,
  { paymentReference: reference, amountKobo }: CollectionEvent,
): void {
  const mandate = lifecycle.subject();
  const now = lifecycle.pace.now();
  if (!mandate.findDebit(reference)) {
    const { forgotten = '', terms, debits, lost } = mandate.snapshot();
    const wasPaid = wasForgotten(forgotten, reference) && !wasForgottenUnpaid(forgotten, reference);
    if (wasPaid) return;
    if (debits.filter(({ isPossible }) => isPossible).length >= MOST_POSSIBLE) {
      const reason = 'events reported more debits that are not known here than Oware can follow';
      mandate.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
      return;
    }
    const at = new Date(now).toISOString();
    const times = { requestedAt: at, dueAt: at, notAfter: at };
    // a lost run may have sent it, on a due date that is too old to be looked for
    const planned = lost && plannedAttempt(terms.reference, reference);
    const place = { reference, amountKobo, narration: terms.description, ...times, ...planned };
    addDebit(lifecycle, { ...newDebit(place, 'an event reports it'), isPossible: true });
  }
  addClaim(placeOf(lifecycle, reference), amountKobo, now);
}

async function find(lifecycle: MandateLifecycle, reference: string): Promise<Found> {
  const mandate = lifecycle.subject();
  const answer = await getDebit.executeWithOptions({ summary: `Check ${reference}` }, [
    { paymentReference: reference },
  ]);
  if (answer.kind !== 'ok') return { shows: 'absent' };
  const { body: record } = answer;
  // crossed replies happen; the record of another debit proves nothing about this one
  if (record.paymentReference !== reference) return undefined;
  const debit = mandate.findDebit(reference);
  const shown = judgeDebit({ amountKobo: debit?.amountKobo ?? ZERO }, mandate.snapshot().mandateCode, record);
  const { transactionReference } = record;
  if (shown.shows !== 'odd' && transactionReference && !debit?.transactionReference) {
    changeDebit(lifecycle, reference, { transactionReference });
  }
  return shown;
}

async function send(
  lifecycle: MandateLifecycle,
  reference: string,
  { notAfter, withdrawable }: { readonly notAfter: number; readonly withdrawable: Withdrawable },
): Promise<PullReply> {
  const mandate = lifecycle.subject();
  const { terms, mandateCode = '' } = mandate.snapshot();
  const { customer, incomeSplit } = terms;
  const { amountKobo = ZERO, narration = '' } = mandate.findDebit(reference) ?? {};
  const answer = await withdrawable(() =>
    effectsWithin('charges', notAfter - Date.now()).debitMandate.executeWithOptions(
      { summary: `Debit ${reference}` },
      [
        {
          paymentReference: reference,
          mandateCode,
          debitAmount: amountKobo,
          narration,
          customerEmail: customer.email,
          ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
        },
        pullOptions(notAfter, [terms.account.bankCode]),
      ],
    ),
  );
  if (answer.kind === 'reference-used') {
    return { answer: 'used', observed: `the gateway knows the reference already: ${answer.message}` };
  }
  const { body: record } = answer;
  const shown = judgeDebit({ amountKobo }, mandateCode, record);
  // a reply about another debit proves nothing about this one
  if (record.paymentReference !== reference || shown.shows === 'odd') {
    return { answer: 'left', observed: 'the reply was about something else' };
  }
  const { transactionReference } = record;
  if (transactionReference) changeDebit(lifecycle, reference, { transactionReference });
  return { answer: 'accepted', observed: 'sent to the gateway', record: shown };
}
