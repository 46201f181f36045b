import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { atLatest, pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { isAwaited, isOver } from '../../src/domain/mandate/debit.js';
import {
  debitLevelShown,
  type DebitReading,
  judgeDebit,
  judgeMandate,
  levelShown,
  type MandateReading,
} from '../../src/domain/mandate/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { MandateLifecycle } from './lifecycle.js';
import { placeOfLost } from './lost.js';

const { getMandate, getDebit } = proxyActivities<Activities>(GATEWAY_READ);

/** The subject of events about the mandate itself; those about a debit name its reference. */
export const MANDATE_SUBJECT = 'mandate';

export interface MandateVerdict {
  readonly mandate: MandateReading;
  readonly debits: readonly { readonly reference: string; readonly reading: DebitReading }[];
}

/** Checks the mandate, every debit that awaits an outcome, and every one that an event names. */
export async function check(lifecycle: MandateLifecycle): Promise<Checked<MandateVerdict>> {
  const subject = lifecycle.subject();
  const awaited = subject.snapshot().debits.filter(isAwaited);
  const claimed = lifecycle.claims().map((claim) => claim.subject);
  const references = new Set([
    ...awaited.map(({ reference }) => reference),
    ...claimed.filter((name) => name !== MANDATE_SUBJECT),
  ]);
  const drafts: WebhookDraft[] = [];
  const [mandate, ...debits] = await Promise.all([
    readMandate(lifecycle),
    ...[...references].map(async (reference) => ({
      reference,
      reading: await readDebit(lifecycle, reference, drafts),
    })),
  ]);
  const levels = debits.flatMap(({ reference, reading }) => {
    const level = debitLevelShown(reading);
    return level === undefined ? [] : [[reference, level] as const];
  });
  const level = levelShown(mandate);
  return {
    verdict: { mandate, debits },
    shown: new Map([...levels, ...(level === undefined ? [] : [[MANDATE_SUBJECT, level] as const])]),
    isComplete:
      mandate.kind === 'status' &&
      debits.every(({ reading }) => reading.kind === 'end' || reading.kind === 'pending'),
    drafts,
  };
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
async function readMandate(lifecycle: MandateLifecycle): Promise<MandateReading> {
  const first = await readMandateOnce(lifecycle);
  return lifecycle.subject().isContradictedBy(first) ? readMandateOnce(lifecycle) : first;
}

function readMandateOnce(lifecycle: MandateLifecycle): Promise<MandateReading> {
  const { terms, mandateCode } = lifecycle.subject().snapshot();
  const { reference } = terms;
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo ?? ZERO,
    read: async () => {
      const answer = await getMandate.executeWithOptions({ summary: `Check ${reference}` }, [
        { mandateReferences: reference },
      ]);
      if (answer.kind !== 'ok') return answer;
      // a list: ours is the one with our reference
      const { body } = answer;
      const found = body.find(({ externalMandateReference }) => externalMandateReference === reference);
      const record = found ?? body[0];
      return record ? { kind: 'ok' as const, body: record } : { kind: 'not-found' };
    },
    // crossed replies happen; the record of another mandate proves nothing about this one
    isOurs: (record) => record.externalMandateReference === reference,
    judge: (record) => judgeMandate(terms, mandateCode, record),
  });
}

/** Reads a debit; one that is unknown here is learned from its record, if it is a debit of this mandate. */
async function readDebit(
  lifecycle: MandateLifecycle,
  reference: string,
  drafts: WebhookDraft[],
): Promise<DebitReading> {
  const first = await readDebitOnce(lifecycle, reference, drafts);
  const known = lifecycle.subject().findDebit(reference);
  const contradicts =
    (known?.state === 'PAID' && first.kind === 'end' && first.to === 'FAILED') ||
    (known?.state === 'FAILED' && first.kind === 'pending');
  return contradicts ? readDebitOnce(lifecycle, reference, drafts) : first;
}

async function readDebitOnce(
  lifecycle: MandateLifecycle,
  reference: string,
  drafts: WebhookDraft[],
): Promise<DebitReading> {
  const mandate = lifecycle.subject();
  const { lost } = mandate.snapshot();
  const place = lost && (await placeOfLost(lifecycle, reference));
  return readRecord(lifecycle, {
    atRiskKobo: mandate.findDebit(reference)?.amountKobo ?? ZERO,
    read: () =>
      getDebit.executeWithOptions({ summary: `Check ${reference}` }, [{ paymentReference: reference }]),
    isOurs: (record) => record.paymentReference === reference,
    judge: (record): DebitReading => {
      const { mandateCode } = mandate.snapshot();
      const isOfThis = record.mandateCode === mandateCode;
      if (!mandate.findDebit(reference) && !mandate.wasListed(reference) && isOfThis) {
        drafts.push(...mandate.addFoundDebit(record, place));
        if (lifecycle.claims().some(({ subject }) => subject === reference)) mandate.setClaimed(reference);
      }
      const amountKobo = mandate.findDebit(reference)?.amountKobo ?? record.debitAmount ?? ZERO;
      const reading = judgeDebit({ amountKobo }, mandateCode, record);
      const { transactionReference } = record;
      const isNew = transactionReference && !mandate.findDebit(reference)?.transactionReference;
      if (reading.kind === 'end' && reading.to === 'PAID' && isOfThis) {
        drafts.push(...mandate.weighForgotten({ reference, amountKobo }));
      }
      if (reading.kind !== 'doubt' && isNew) mandate.updateDebit(reference, { transactionReference });
      return reading;
    },
  });
}

/** Checks one debit; an attempt of the plan that a lost run may have sent is listed if the gateway has it. */
export async function checkDebit(lifecycle: MandateLifecycle, reference: string): Promise<DebitReading> {
  const settings = await lifecycle.settings();
  const drafts: WebhookDraft[] = [];
  const reading = await readDebit(lifecycle, reference, drafts);
  [...drafts, ...applyDebitReading(lifecycle, { reference, reading, settings })].forEach(lifecycle.notify);
  return reading;
}

/** Applies a reading of a debit and sets its next check; returns the webhooks for the merchant. */
export function applyDebitReading(
  lifecycle: MandateLifecycle,
  {
    reference,
    reading,
    settings,
  }: { readonly reference: string; readonly reading: DebitReading; readonly settings: Settings },
): readonly WebhookDraft[] {
  const mandate = lifecycle.subject();
  const drafts = [
    ...mandate.applyDebit(reference, reading),
    ...mandate.weighDebitFailure(reference, reading, settings),
  ];
  const debit = mandate.findDebit(reference);
  if (!debit || isOver(debit)) return drafts;
  const now = Date.now();
  const { failedAt, sentAt, requestedAt, checks = 0 } = debit;
  const confirmAt = failedAt === undefined ? 0 : Date.parse(failedAt) + settings.failureConfirmMs;
  const overdueAt = Date.parse(sentAt ?? requestedAt) + settings.unresolvedAfterMs;
  const planned = now + pauseBefore(settings.debitChecksMs, checks + 1);
  const nextAt = confirmAt > now ? confirmAt : atLatest(planned, overdueAt, now);
  mandate.updateDebit(reference, { checks: checks + 1, nextCheckAt: new Date(nextAt).toISOString() });
  if (now >= overdueAt) {
    mandate.raise({
      kind: 'unresolved',
      subject: `status:${reference}`,
      reason: `the gateway has not reported the outcome of debit ${reference}`,
      atRiskKobo: debit.amountKobo,
    });
  }
  return drafts;
}
