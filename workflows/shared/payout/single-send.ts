import type { Settings } from '../../../src/config/settings.js';
import { totalOf, type Kobo, ZERO } from '../../../src/domain/money.js';
import { lastMomentOf } from '../../../src/domain/payout-end.js';
import type { SinglePayoutReading, SinglePayoutSnapshot } from '../../../src/domain/single-payout.js';
import { usedElsewhere } from '../../../src/domain/used-elsewhere.js';
import type { Attempt, Finding, Held, Operation, Outcome, Refused, Wait } from '../gateway/operation.js';
import { timestamp } from '../run/state.js';
import { createGate } from './gate.js';
import { SEND_KEY } from './prepare-and-send.js';
import type { SinglePayoutLifecycle } from './single-payout.js';

/** What became of a send. */
export type Sent<Found> =
  | {
      readonly kind: 'sent';
      /** Undefined when only an operator knows that it was sent. */
      readonly record?: Found;
      /** The status endpoint showed it: only that proves a failure. */
      readonly isStatus?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** The reply to one attempt. */
export type SendReply<Found> =
  | { readonly kind: 'ok'; readonly body: Found }
  | {
      readonly kind: 'reference-used' | 'insufficient-funds';
      readonly code: string;
      readonly message: string;
    };

/** How one kind of payout is sent to the gateway and found there. */
export interface SinglePayoutCalls<Found> {
  readonly noun: string;
  /** Beside the amount. */
  readonly feeKobo?: Kobo;
  /** How long it may wait to be sent, unless its request gives a time. */
  readonly validityMs: (settings: Settings) => number;
  /** Called before every send; a wait postpones it. */
  readonly ready?: () => Promise<Wait | undefined>;
  readonly send: (attempt: Attempt) => Promise<SendReply<Found>>;
  readonly read: () => Promise<{ readonly kind: 'ok'; readonly body: Found } | { readonly kind: string }>;
  /** Whether the record has our reference: crossed replies happen. */
  readonly isAbout: (record: Found) => boolean;
  readonly judge: (record: Found) => SinglePayoutReading;
  /** Whether an attempt since that moment may have caused the record. */
  readonly isOurs: (record: Found, since: number) => boolean;
  readonly transactionReferenceOf: (record: Found) => string | null | undefined;
  /** Keeps what the record adds to the request. */
  readonly learn: (record: Found) => void;
  readonly describe: (record: Found) => string;
}

/** The last moment to send it. */
export function lastMoment<Found>(
  { terms, epoch }: SinglePayoutSnapshot,
  { validityMs }: SinglePayoutCalls<Found>,
  settings: Settings,
): number {
  return lastMomentOf(terms, epoch, validityMs(settings));
}

/** Sends the payout once, or ends it: what was never sent moved no money. */
export async function sendPayout<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
): Promise<void> {
  const payout = lifecycle.subject();
  if (!payout.isUnsent()) return;
  const settings = await lifecycle.settings();
  const notAfter = lastMoment(payout.snapshot(), calls, settings);
  applyOutcome(lifecycle, calls, await lifecycle.run(sendOperation(lifecycle, calls, notAfter)));
}

export function applyOutcome<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
  outcome: Outcome<Sent<Found>>,
): void {
  if (outcome.kind === 'answered' && outcome.answer.kind === 'sent')
    applySent(lifecycle, calls, outcome.answer);
  else endUnsent(lifecycle, outcome);
}

function applySent<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  { judge, learn, transactionReferenceOf }: SinglePayoutCalls<Found>,
  { record, isStatus }: Extract<Sent<Found>, { kind: 'sent' }>,
): void {
  const payout = lifecycle.subject();
  payout.setSent(record && transactionReferenceOf(record));
  if (record) learn(record);
  const reading = record && judge(record);
  const needsProof = reading?.kind === 'end' && reading.to !== 'SUCCESS' && !isStatus;
  if (reading && !needsProof) payout.apply(reading).forEach(lifecycle.notify);
  // the reply to a write proves no failure, and an operator's word shows no state: the status does
  if (!reading || needsProof) lifecycle.checks.requestNow();
}

function endUnsent<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  outcome: Outcome<Sent<Found>>,
): void {
  const payout = lifecycle.subject();
  const { unwanted } = payout.snapshot();
  const end = () => {
    if (outcome.kind === 'answered') {
      const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
      return payout.endUnsent('REFUSED', usedElsewhere(observed));
    }
    const { kind, reason } = outcome;
    if (kind === 'refused') return payout.endUnsent('REFUSED', reason);
    if (kind === 'absent') return payout.endUnsent('FAILED', reason);
    if (unwanted !== undefined) return payout.endUnsent('CANCELLED', unwanted);
    return payout.endUnsent('EXPIRED', `not sent in time: ${reason}`);
  };
  lifecycle.notify(end());
}

export function sendOperation<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
  notAfter: number,
): Operation<Sent<Found>> {
  const payout = lifecycle.subject();
  const { reference, amountKobo } = payout.snapshot().terms;
  const gate = openGate(lifecycle, calls);
  return {
    key: SEND_KEY,
    summary: `Send ${reference}`,
    movesMoney: true,
    atRiskKobo: amountKobo,
    notAfter,
    ready: async () => (await gate.ready()) ?? (await calls.ready?.()),
    send: (attempt) => sendOnce(lifecycle, calls, attempt),
    check: (since) => find(reference, calls, since),
    isWanted: () => payout.isWanted(),
    adopt: () => ({ kind: 'sent' }),
  };
}

/** Nothing is sent while payouts are paused, or while the wallet holds too little. */
function openGate<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  { feeKobo = ZERO }: SinglePayoutCalls<Found>,
) {
  const payout = lifecycle.subject();
  const needKobo = totalOf(payout.snapshot().terms.amountKobo, feeKobo);
  return createGate(lifecycle, {
    queue: 'payouts',
    needKobo: () => needKobo,
    fundsShortAt: () => {
      const { fundsShortAt } = payout.snapshot();
      return fundsShortAt === undefined ? undefined : Date.parse(fundsShortAt);
    },
    onPaused: ({ reason }) => void payout.enter('PAUSED', `an operator has paused payouts: ${reason}`),
    onWaitingForFunds: (reason) => waitForFunds(lifecycle, reason),
    onReady: () => void payout.enter('PENDING', 'ready to be sent'),
  });
}

function waitForFunds<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  reason: string,
): void {
  const payout = lifecycle.subject();
  payout.update({ fundsShortAt: timestamp() });
  payout.enter('WAITING_FOR_FUNDS', reason).forEach(lifecycle.notify);
}

async function sendOnce<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
  attempt: Attempt,
): Promise<Sent<Found> | 'check-first' | 'exists' | Held | Refused> {
  const answer = await calls.send(attempt);
  switch (answer.kind) {
    case 'ok': {
      const { body: record } = answer;
      // a reply about another payout proves nothing about this one
      const isCrossed = !calls.isAbout(record) || calls.judge(record).kind === 'doubt';
      return isCrossed ? 'check-first' : { kind: 'sent', record };
    }
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return attempt.afterUnknown
        ? 'exists'
        : { kind: 'used-elsewhere', observed: await show(calls, answer.message) };
    case 'insufficient-funds':
      waitForFunds(lifecycle, `the gateway refused it: ${answer.message}`);
      return { held: `refused with code ${answer.code}: ${answer.message}` };
  }
}

async function show<Found>(calls: SinglePayoutCalls<Found>, message: string): Promise<string> {
  const answer = await calls.read().catch(() => undefined);
  return answer && 'body' in answer ? calls.describe(answer.body) : message;
}

/** Reads by the same reference; the payout is ours only if it agrees with the terms and was created since. */
async function find<Found>(
  reference: string,
  calls: SinglePayoutCalls<Found>,
  since: number,
): Promise<Finding<Sent<Found>>> {
  const answer = await calls.read();
  if (!('body' in answer)) return { kind: 'absent', observed: `no ${calls.noun} ${reference}` };
  const { body: record } = answer;
  const observed = calls.describe(record);
  if (!calls.isAbout(record)) return { kind: 'undecided', observed };
  if (!calls.isOurs(record, since)) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed }, observed };
  }
  return { kind: 'found', answer: { kind: 'sent', record, isStatus: true }, observed };
}
