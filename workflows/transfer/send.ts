import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { DUPLICATE_GUARD_MS, type TransferTerms } from '../../src/domain/transfer/transfer.js';
import { isOurs, judge, type TransferRecord } from '../../src/domain/transfer/verdict.js';
import { totalOf } from '../../src/domain/money.js';
import { expectedFee } from '../../src/domain/transfer-fees.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type {
  Attempt,
  Finding,
  Held,
  Operation,
  Outcome,
  Refused,
  Wait,
} from '../shared/gateway/operation.js';
import { createGate } from '../shared/payout/gate.js';
import { SEND_KEY } from '../shared/payout/prepare-and-send.js';
import { timestamp } from '../shared/run/state.js';
import { awaitEvent, type TransferLifecycle } from './lifecycle.js';
import { lastMoment } from './prepare.js';

const { getTransfer, searchTransfers } = proxyActivities<Activities>(GATEWAY_READ);

type Sent =
  | {
      readonly kind: 'sent';
      /** Undefined when only an operator knows that it was sent. */
      readonly record?: TransferRecord;
      readonly sessionId?: string | null | undefined;
      /** The status endpoint showed it: only that proves a failure. */
      readonly isStatus?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** Sends the transfer once, or ends it: what was never sent moved no money. */
export async function sendTransfer(lifecycle: TransferLifecycle): Promise<void> {
  const transfer = lifecycle.subject();
  if (!transfer.isUnsent()) return;
  const settings = await lifecycle.settings();
  const notAfter = lastMoment(transfer.snapshot().terms, transfer.snapshot(), settings);
  await applyOutcome(lifecycle, await lifecycle.run(sendOperation(lifecycle, settings, notAfter)));
}

export async function applyOutcome(lifecycle: TransferLifecycle, outcome: Outcome<Sent>): Promise<void> {
  if (outcome.kind === 'answered' && outcome.answer.kind === 'sent')
    await applySent(lifecycle, outcome.answer);
  else endUnsent(lifecycle, outcome);
}

async function applySent(
  lifecycle: TransferLifecycle,
  { record, sessionId, isStatus }: Extract<Sent, { kind: 'sent' }>,
): Promise<void> {
  const transfer = lifecycle.subject();
  transfer.setSent(record, sessionId);
  const reading = record && judge(transfer.snapshot().terms, record);
  const needsProof = reading?.kind === 'end' && reading.to !== 'SUCCESS' && !isStatus;
  if (reading && !needsProof) transfer.apply(reading).forEach(lifecycle.notify);
  await awaitEvent(lifecycle);
  // cancelled while it was being sent: the OTP is withheld
  if (!transfer.isWanted()) transfer.changeAuthorization({ withheld: true });
  // the reply to a write proves no failure, and an operator's word shows no state: the status does
  if (!reading || needsProof) lifecycle.checks.requestNow();
}

function endUnsent(lifecycle: TransferLifecycle, outcome: Outcome<Sent>): void {
  const transfer = lifecycle.subject();
  const { unwanted } = transfer.snapshot();
  const end = () => {
    if (outcome.kind === 'answered') {
      const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
      return transfer.endUnsent('REFUSED', usedElsewhere(observed));
    }
    const { kind, reason } = outcome;
    if (kind === 'refused') return transfer.endUnsent('REFUSED', reason);
    if (kind === 'absent') return transfer.endUnsent('FAILED', reason);
    if (unwanted !== undefined) return transfer.endUnsent('CANCELLED', unwanted);
    return transfer.endUnsent('EXPIRED', `not sent in time: ${reason}`);
  };
  lifecycle.notify(end());
}

export function sendOperation(
  lifecycle: TransferLifecycle,
  settings: Settings,
  notAfter: number,
): Operation<Sent> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const gate = openGate(lifecycle, settings);
  return {
    key: SEND_KEY,
    summary: `Send ${terms.reference}`,
    movesMoney: true,
    atRiskKobo: terms.amountKobo,
    notAfter,
    ready: async () => waitForTwin(lifecycle, notAfter) ?? (await gate.ready()),
    send: (attempt) => sendOnce(lifecycle, attempt),
    check: (since) => findTransfer(terms, since),
    isWanted: () => transfer.isWanted(),
    adopt: () => ({ kind: 'sent' }),
  };
}

/** Nothing is sent while payouts are paused, or while the wallet holds too little. */
function openGate(lifecycle: TransferLifecycle, { transferFees }: Settings) {
  const transfer = lifecycle.subject();
  const { amountKobo, destination } = transfer.snapshot().terms;
  const needKobo = totalOf(amountKobo, expectedFee(amountKobo, transferFees));
  return createGate(lifecycle, {
    queue: 'payouts',
    bankCode: destination.bankCode,
    needKobo: () => needKobo,
    fundsShortAt: () => {
      const { fundsShortAt } = transfer.snapshot();
      return fundsShortAt === undefined ? undefined : Date.parse(fundsShortAt);
    },
    onPaused: ({ reason }) => void transfer.enter('PAUSED', `an operator has paused payouts: ${reason}`),
    onWaitingForFunds: (reason) => waitForFunds(lifecycle, reason),
    onReady: () => void transfer.enter('PENDING', 'ready to be sent'),
  });
}

function waitForFunds(lifecycle: TransferLifecycle, reason: string): void {
  const transfer = lifecycle.subject();
  transfer.change({ fundsShortAt: timestamp() });
  transfer.enter('WAITING_FOR_FUNDS', reason).forEach(lifecycle.notify);
}

/** A twin of another transfer waits for a release, and then until the gateway takes equal payments again. */
function waitForTwin(lifecycle: TransferLifecycle, notAfter: number): Wait | undefined {
  const transfer = lifecycle.subject();
  const { twinSeenAt, terms } = transfer.snapshot();
  if (twinSeenAt === undefined) return undefined;
  const isReleased = () => terms.duplicateIntended === true || transfer.isReleased('possible-duplicate');
  if (!isReleased()) {
    return { until: notAfter, summary: 'Wait for a release: it looks like a twin', wake: isReleased };
  }
  const freeAt = Date.parse(twinSeenAt) + DUPLICATE_GUARD_MS;
  return freeAt > Date.now() ? { until: freeAt, summary: 'Two minutes after the other transfer' } : undefined;
}

async function sendOnce(
  lifecycle: TransferLifecycle,
  { notAfter, afterUnknown, isRepeat }: Attempt,
): Promise<Sent | 'check-first' | 'exists' | Held | Refused> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const { reference, amountKobo, currency, destination, narration } = terms;
  const answer = await effectsWithin('payouts', notAfter - Date.now()).initiateTransfer.executeWithOptions(
    { summary: `Transfer ${reference}` },
    [
      {
        reference,
        amount: amountKobo,
        currency,
        narration,
        destinationBankCode: destination.bankCode,
        destinationAccountNumber: destination.accountNumber,
        destinationAccountName: destination.accountName,
      },
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
  switch (answer.kind) {
    case 'ok': {
      const { body } = answer;
      const record = { ...body, fee: body.totalFee, createdOn: body.dateCreated };
      // a reply about another transfer proves nothing about this one
      const isCrossed = body.reference !== reference || judge(terms, record).kind === 'doubt';
      return isCrossed ? 'check-first' : { kind: 'sent', record, sessionId: body.sessionId };
    }
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: await show(reference, answer) };
    case 'insufficient-funds':
      waitForFunds(lifecycle, `the gateway refused it: ${answer.message}`);
      return { held: `refused with code ${answer.code}: ${answer.message}` };
    case 'duplicate-within-two-minutes':
      // the twin may be our own attempt
      if (isRepeat) return 'check-first';
      await holdAsTwin(lifecycle, answer.message);
      return { held: `refused with code ${answer.code}: ${answer.message}` };
    case 'declined':
      // D01 only says that something went wrong: it counts once the gateway is proven to have no such transfer
      return {
        refused: `refused with code ${answer.code}: ${answer.message}`,
        ...(answer.code === 'D01' && { isDoubtful: true }),
      };
  }
}

/** Holds it for an operator, who needs to know which transfer it resembles. */
async function holdAsTwin(lifecycle: TransferLifecycle, message: string): Promise<void> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  transfer.change({ twinSeenAt: timestamp() });
  if (terms.duplicateIntended || transfer.isReleased('possible-duplicate')) return;
  const twin = await findTwin(terms);
  const name = twin === undefined ? 'another transfer' : `transfer ${twin}`;
  const reason = `equal to ${name} of the last two minutes: ${message}`;
  const isNew = transfer.raise({ kind: 'possible-duplicate', reason, atRiskKobo: terms.amountKobo });
  if (isNew) lifecycle.notify({ type: 'transfer.on-hold', effect: 'possible-duplicate' });
}

async function findTwin({ reference, amountKobo, destination }: TransferTerms): Promise<string | undefined> {
  const startDate = new Date(Date.now() - 2 * DUPLICATE_GUARD_MS).toISOString();
  const request = { startDate, amountFrom: amountKobo, amountTo: amountKobo, pageSize: 50, pageNo: 0 };
  const answer = await searchTransfers
    .executeWithOptions({ summary: 'Find the twin' }, [request])
    .catch(() => undefined);
  const found = answer?.body.content.find(
    (each) =>
      each.reference !== reference &&
      each.destinationAccountNumber === destination.accountNumber &&
      each.destinationBankCode === destination.bankCode,
  );
  return found?.reference;
}

async function show(reference: string, { message }: { readonly message: string }): Promise<string> {
  const answer = await getTransfer({ reference }).catch(() => undefined);
  return answer?.kind === 'ok' ? describe(answer.body) : message;
}

function describe({ reference, status, createdOn }: TransferRecord): string {
  return `transfer ${reference}, ${status}, created ${createdOn ?? 'at an unknown time'}`;
}

/** Reads by the same reference; the transfer is ours only if it agrees with the terms and was created since. */
async function findTransfer(terms: TransferTerms, since: number): Promise<Finding<Sent>> {
  const { reference } = terms;
  const answer = await getTransfer.executeWithOptions({ summary: `Read ${reference}` }, [{ reference }]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no transfer ${reference}` };
  const { body: record } = answer;
  const observed = describe(record);
  if (record.reference !== reference) return { kind: 'undecided', observed };
  if (!isOurs(terms, record, since)) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed }, observed };
  }
  return { kind: 'found', answer: { kind: 'sent', record, isStatus: true }, observed };
}
