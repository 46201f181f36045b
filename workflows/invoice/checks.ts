import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { doubt } from '../../src/domain/lifecycle/reading.js';
import type { Settings } from '../../src/config/settings.js';
import {
  type CashReading,
  cashStanding,
  contradicts,
  isAnswer,
  judge,
  judgeCash,
  type Known,
  type Reading,
  shownBy,
  type Standing,
  type Verdict,
  weigh,
} from '../../src/domain/collection/verdict.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import { readRecord } from '../shared/gateway/read-record.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import type { InvoiceLifecycle } from './lifecycle.js';

const { getInvoice, getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

const NOTHING: Reading = { kind: 'none' };
const ENDS = ['EXPIRED', 'CANCELLED'] as const;

/**
 * Checks an invoice with the gateway. The transaction shows money; only the invoice itself shows that none
 * can arrive later.
 */
export async function check(lifecycle: InvoiceLifecycle, settings: Settings): Promise<Checked<Verdict>> {
  const invoice = lifecycle.subject();
  const { transactionReference, known: before, terms } = invoice.snapshot();
  const reading =
    transactionReference === undefined ? NOTHING : await readTwice(lifecycle, transactionReference);
  const drafts =
    contradicts(before, reading) && reading.kind === 'end'
      ? invoice.conflict(transactionReference ?? '', `${reading.observed} for money that it had shown before`)
      : [];
  if (transactionReference !== undefined) drafts.push(...invoice.applyReading(transactionReference, reading));
  const shown = new Map<string, number>();
  const level = shownBy(reading);
  if (transactionReference !== undefined && level !== undefined) shown.set(transactionReference, level);
  const cash = readCash(lifecycle);
  cash.forEach((each) => invoice.weighDoubt(each.subject, each.reading));
  const money = weigh(terms, standings(lifecycle, cash), settings);
  const isMoneyProven = money.kind === 'transition' && money.paid !== undefined;
  const readings = [reading, ...cash.map((each) => each.reading)];
  const isDoubtful = readings.some(({ kind }) => kind === 'doubt');
  const end = isMoneyProven || isDoubtful || !invoice.isIssued() ? NOTHING : await readEnd(lifecycle);
  // a failed transaction ends nothing: the invoice can still be paid by another transfer
  const verdict: Verdict =
    end.kind === 'end'
      ? { kind: 'transition', to: end.to, reason: end.observed }
      : isMoneyProven
        ? money
        : { kind: 'wait' };
  return { verdict, shown, isComplete: readings.every(isAnswer), drafts };
}

const isProven = (known: Known | undefined) => known?.kind === 'money' || known?.kind === 'returned';

/** Its cash. A gateway record wins over an event about the same transaction. */
function readCash(lifecycle: InvoiceLifecycle): CashReading[] {
  const { transactionReference, known, terms, cash = [] } = lifecycle.subject().snapshot();
  return cash
    .filter((each) => !(each.transactionReference === transactionReference && isProven(known)))
    .map((each) => judgeCash(terms, each));
}

function standings(lifecycle: InvoiceLifecycle, cash: readonly CashReading[]): Standing[] {
  const { transactionReference, known } = lifecycle.subject().snapshot();
  return [
    { transactionReference: transactionReference ?? '', known: isProven(known) ? known : undefined },
    ...cash.flatMap(cashStanding),
  ];
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
async function readTwice(lifecycle: InvoiceLifecycle, transactionReference: string): Promise<Reading> {
  const first = await read(lifecycle, transactionReference);
  return contradicts(lifecycle.subject().snapshot().known, first)
    ? read(lifecycle, transactionReference)
    : first;
}

function read(lifecycle: InvoiceLifecycle, transactionReference: string): Promise<Reading> {
  const { terms } = lifecycle.subject().snapshot();
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo,
    read: () =>
      getTransaction.executeWithOptions({ summary: `Check ${terms.reference}` }, [{ transactionReference }]),
    // crossed replies happen; the record of another payment proves nothing about this one
    isOurs: (record) => record.transactionReference === transactionReference,
    judge: (record) => judge(terms, record),
  });
}

async function readEnd(lifecycle: InvoiceLifecycle): Promise<Reading> {
  const { reference, amountKobo } = lifecycle.subject().snapshot().terms;
  const reading = await readRecord(lifecycle, {
    atRiskKobo: amountKobo,
    read: () =>
      getInvoice.executeWithOptions({ summary: `Check whether ${reference} is closed` }, [
        { invoiceReference: reference },
      ]),
    isOurs: ({ invoiceReference }) => invoiceReference === reference,
    judge: ({ invoiceStatus }): Reading => {
      const observed = `the gateway reports ${invoiceStatus}`;
      const end = ENDS.find((to) => to === invoiceStatus);
      if (end) return { kind: 'end', to: end, observed };
      if (invoiceStatus === 'PENDING' || invoiceStatus === 'PAID') return { kind: 'pending' };
      return doubt('unreadable-record', `${observed}, an unknown status`, amountKobo);
    },
  });
  lifecycle.subject().weighDoubt(reference, reading);
  return reading;
}
