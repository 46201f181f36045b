import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { LookAnswer } from '../../activities/look.js';
import type { Settings } from '../../src/config/settings.js';
import { isReleased } from '../../src/domain/payout/payout.js';
import { kobo, showNaira, totalOf, ZERO } from '../../src/domain/money.js';
import { lastMomentOf } from '../../src/domain/payout/last-moment.js';
import { isNameKnown, nameLearned, nameRequirement } from '../../src/domain/payout/name-at-bank.js';
import type { Requirement } from '../../src/domain/payout/next-step.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { isAuthorising } from '../../src/domain/payout/state.js';
import { expectedFee } from '../../src/domain/transfer-fees.js';
import { termsOf } from '../../src/domain/transfer/unexpected.js';
import { DUPLICATE_GUARD_MS, type TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { claimOf, judge, type TransferRecord } from '../../src/domain/transfer/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { SendReply, Withdrawable } from '../shared/payout/payout-kind.js';
import { moneyTerms, replyTo } from '../shared/payout/replies.js';
import { sendOptions } from '../shared/gateway/send-options.js';
import type { SingleKind } from '../shared/payout/single-run.js';
import { timestamp } from '../shared/run/state.js';
import { findLookAlike } from './look-alike.js';
import type { TransferLifecycle } from './lifecycle.js';

const { getTransfer } = proxyActivities<Activities>(GATEWAY_READ);

/** How a transfer is prepared, sent to the gateway and found there. */
export function transferKind(lifecycle: TransferLifecycle): SingleKind {
  const { snapshot } = lifecycle.subject();
  const { terms, epoch } = snapshot();
  const { reference, amountKobo, destination, startAt } = terms;
  const { bankCode, accountNumber } = destination;
  return {
    prefix: 'transfer',
    movement: (settings) => moneyTerms(amountKobo, settings),
    startAt: () => (startAt === undefined ? 0 : Date.parse(startAt)),
    notAfter: ({ transferValidityMs }) => lastMomentOf(terms, epoch, transferValidityMs),
    expectedFrom: ({ transferOtpWindowMs }) => {
      const { state, authorization } = snapshot();
      if (!isAuthorising(state) || !authorization) return 0;
      return Date.parse(authorization.resentAt ?? authorization.since) + transferOtpWindowMs;
    },
    needKobo: ({ transferFees }) => totalOf(amountKobo, expectedFee(amountKobo, transferFees)),
    requirement: (settings, now) => requirementOf(snapshot(), settings, now),
    isStoppable: () => isAuthorising(snapshot().state),
    wants: (now) => ({
      bankCode,
      ...(!isNameKnown(snapshot(), now) && { name: { accountNumber, bankCode } }),
    }),
    learn: (answer) => learnName(lifecycle, answer),
    send: (notAfter, withdrawable) => send(lifecycle, notAfter, withdrawable),
    find: async () => {
      const answer = await getTransfer.executeWithOptions({ summary: `Check ${reference}` }, [{ reference }]);
      return answer.kind === 'ok' ? learn(lifecycle, answer.body) : { shows: 'absent' };
    },
    claimIn: (event) => {
      if (event.kind !== 'disbursement' || event.reference !== reference) return undefined;
      const { sessionId, status } = event;
      if (sessionId && sessionId !== snapshot().sessionId) lifecycle.subject().change({ sessionId });
      const shows = claimOf(status);
      return shows ? { kind: 'claim', shows, amount: amountKobo } : 'read';
    },
  };
}

/** What a transfer requires: its limit, the name at the bank, and a person where one must look at it. */
function requirementOf(transfer: TransferSnapshot, settings: Settings, now: number): Requirement | undefined {
  const { terms, lookAlike } = transfer;
  const { transferMaxKobo, policyNameMismatch } = settings;
  if (transferMaxKobo !== undefined && terms.amountKobo > transferMaxKobo) {
    return { refused: `above the limit of ${showNaira(kobo(transferMaxKobo))} for one transfer` };
  }
  const ofName = nameRequirement(transfer, terms.destination, { now, policyNameMismatch });
  if (ofName) return ofName;
  if (
    lookAlike === undefined ||
    terms.duplicateIntended ||
    isReleased(transfer, 'possible-duplicate', lookAlike)
  )
    return undefined;
  return { needs: 'release', hold: 'possible-duplicate', because: lookAlike };
}

function learnName(lifecycle: TransferLifecycle, { name }: LookAnswer): void {
  const transfer = lifecycle.subject();
  transfer.change(nameLearned(transfer.snapshot().terms.destination, name, timestamp()));
}

type Learned = TransferRecord & { readonly sessionId?: string | null | undefined };

/** What a record shows, and what it adds to the request; undefined for the record of another transfer. */
export function learn(lifecycle: TransferLifecycle, record: Learned): RecordShows | undefined {
  const transfer = lifecycle.subject();
  const { terms: asked, since, authorization, unexpected, movement } = transfer.snapshot();
  if (record.reference !== asked.reference) return undefined;
  const isNew = unexpected === true && asked.amountKobo === ZERO;
  const terms = isNew ? termsOf(record) : asked;
  if (isNew) {
    transfer.change({ terms, movement: { ...movement, terms: { ...movement.terms, asked: record.amount } } });
  }
  const shown = judge(terms, record, since);
  if (shown.shows === 'odd') return shown;
  const { transactionReference, fee, sessionId } = record;
  transfer.change({
    ...(transactionReference && { transactionReference }),
    ...(fee != null && { feeKobo: fee }),
    ...(sessionId && { sessionId }),
    ...(shown.shows === 'authorising' &&
      !authorization && { authorization: { since: timestamp(), attempts: 0 } }),
  });
  return shown;
}

async function send(
  lifecycle: TransferLifecycle,
  notAfter: number,
  withdrawable: Withdrawable,
): Promise<SendReply> {
  const transfer = lifecycle.subject();
  const { reference, amountKobo, currency, destination, narration } = transfer.snapshot().terms;
  const answer = await withdrawable(() =>
    effectsWithin('payouts', notAfter - Date.now()).initiateTransfer.executeWithOptions(
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
        sendOptions(notAfter, [destination.bankCode]),
      ],
    ),
  );
  if (answer.kind === 'duplicate-within-two-minutes') return holdAsLookAlike(lifecycle, answer);
  const reply = replyTo(answer, (body) =>
    learn(lifecycle, { ...body, fee: body.totalFee, createdOn: body.dateCreated }),
  );
  // D01 only says that something went wrong
  const isDoubtful = answer.kind === 'declined' && answer.code === 'D01';
  return isDoubtful ? { ...reply, answer: 'left' } : reply;
}

/**
 * The gateway refused it as equal to another transfer. If that one is found, this request did not leave; if not, the other
 * one may be an earlier request of ours.
 */
async function holdAsLookAlike(
  lifecycle: TransferLifecycle,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<SendReply> {
  const transfer = lifecycle.subject();
  const other = await findLookAlike(transfer.snapshot().terms);
  const name = other === undefined ? 'another transfer' : `transfer ${other}`;
  transfer.change({ lookAlike: `equal to ${name} of the last two minutes: ${message}` });
  return {
    answer: other === undefined ? 'twin' : 'held',
    observed: `refused with code ${code}: ${message}`,
    notBefore: Date.now() + DUPLICATE_GUARD_MS,
  };
}
