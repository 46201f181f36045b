import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { cashRecord } from '../../src/domain/cash.js';
import type { Settings } from '../../src/domain/settings.js';
import { doubt, isProofOfMoney, judge, type Verdict, weigh } from '../../src/domain/verdict.js';
import { failureReason } from '../shared/failures.js';
import { ASKS } from '../shared/policies.js';
import type { Invoice } from './invoice.js';
import { askForInvoice, takeOver } from './issue.js';

const { getInvoice, getTransaction } = proxyActivities<Activities>(ASKS);

const NOTHING: Verdict = { kind: 'wait' };
const ENDS = ['EXPIRED', 'CANCELLED'] as const;

/**
 * Asks the gateway what became of an invoice. Its transaction tells about money; that none will come any more
 * only the invoice itself tells. Never throws: a question without an answer proves nothing.
 */
export async function look(invoice: Invoice, settings: Settings): Promise<Verdict> {
  try {
    const missing = invoice.isOpen() && !invoice.isIssued() ? await lookForInvoice(invoice) : undefined;
    if (missing) return missing;
    const money = await lookForMoney(invoice, settings);
    return money.kind === 'doubt' || isProofOfMoney(money) ? money : await lookForEnd(invoice);
  } catch (error) {
    const reason = `the gateway's answer cannot be read: ${failureReason(error)}`;
    return doubt(reason, invoice.worth());
  }
}

/** Whether it was made had never become known; undefined once it has. */
async function lookForInvoice(invoice: Invoice): Promise<Verdict | undefined> {
  const { terms, epoch } = invoice.snapshot();
  const finding = await askForInvoice(terms, Date.parse(epoch));
  if (finding.kind === 'undecided') return NOTHING;
  if (finding.kind === 'absent') return { kind: 'move', to: 'FAILED', because: 'the gateway never made it' };
  const { answer, saw } = finding;
  if (answer.kind !== 'issued') {
    return { kind: 'move', to: 'REFUSED', because: `reference-used-elsewhere: ${saw}` };
  }
  await takeOver(invoice, answer.issued);
  invoice.settle();
  return undefined;
}

/** A record of the gateway wins over what an event said of the same transaction. */
async function lookForMoney(invoice: Invoice, settings: Settings): Promise<Verdict> {
  const { transactionReference, terms, cash = [] } = invoice.snapshot();
  const onRecord =
    transactionReference === undefined
      ? NOTHING
      : await lookAtTransaction(invoice, transactionReference, settings);
  const byCash = cash
    .filter((each) => !(each.transactionReference === transactionReference && isProofOfMoney(onRecord)))
    .map((each) => judge(terms, cashRecord(each), settings));
  return weigh([onRecord, ...byCash]);
}

async function lookAtTransaction(
  invoice: Invoice,
  transactionReference: string,
  settings: Settings,
): Promise<Verdict> {
  const { terms } = invoice.snapshot();
  const answer = await getTransaction.executeWithOptions({ summary: `Ask about ${terms.reference}` }, [
    { transactionReference },
  ]);
  // crossed replies happen; another payment's record proves nothing about this one
  const isOurs = answer.kind === 'ok' && answer.body.transactionReference === transactionReference;
  return isOurs ? judge(terms, answer.body, settings) : NOTHING;
}

async function lookForEnd(invoice: Invoice): Promise<Verdict> {
  const { reference } = invoice.snapshot().terms;
  if (!invoice.isIssued()) return NOTHING;
  const answer = await getInvoice.executeWithOptions({ summary: `Ask whether ${reference} is over` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok' || answer.body.invoiceReference !== reference) return NOTHING;
  const { invoiceStatus } = answer.body;
  const end = ENDS.find((status) => status === invoiceStatus);
  if (end) return { kind: 'move', to: end, because: `the gateway says ${end}` };
  if (invoiceStatus === 'PENDING' || invoiceStatus === 'PAID') return NOTHING;
  return doubt(`the gateway says ${invoiceStatus}, a word that is not known here`, invoice.worth());
}
