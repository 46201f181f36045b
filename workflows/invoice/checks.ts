import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { doubt, type Unread } from '../../src/domain/lifecycle/reading.js';
import { ZERO } from '../../src/domain/money.js';
import {
  findTransaction,
  hasMoney,
  newTransaction,
  type OrderTransaction,
} from '../../src/domain/order/order.js';
import { withClaim } from '../../src/domain/order/reading.js';
import type { More } from '../shared/collection/follow.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import { announce } from './announce.js';
import type { InvoiceLifecycle } from './lifecycle.js';

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

const ENDS = ['EXPIRED', 'CANCELLED'] as const;

type Reading =
  | { readonly kind: 'end'; readonly to: (typeof ENDS)[number]; readonly reason: string }
  /** `by`: the transaction that the invoice names. */
  | { readonly kind: 'paid'; readonly by?: string }
  | { readonly kind: 'pending' }
  | Unread;

/** The transaction shows money; only the invoice itself shows that none can arrive later. */
export async function readInvoice(
  lifecycle: InvoiceLifecycle,
  read: readonly OrderTransaction[],
): Promise<More<InvoiceSnapshot> | undefined> {
  const invoice = lifecycle.subject();
  const { transactionReference, terms, rebuiltAt } = invoice.snapshot();
  const isTold = read.some(isTelling);
  // a lost run may have known that it was closed before its money came
  const isUndated =
    rebuiltAt !== undefined && read.some((each) => hasMoney(each) && each.moneyAt === undefined);
  if (!invoice.isIssued() || (isTold && !isUndated)) return undefined;
  const reading = await readEnd(lifecycle);
  invoice.weighDoubt(terms.reference, reading);
  // the account may have sent it as a credit: its record named another transaction then
  if (reading.kind === 'paid' && reading.by !== undefined && !findTransaction(read, reading.by)) {
    await announce(lifecycle, reading.by);
  }
  const now = lifecycle.pace.now();
  return {
    part: {
      closed: reading.kind === 'end' ? { to: reading.to, reason: reading.reason } : undefined,
    },
    isComplete: true,
    // the invoice names no amount: the transaction that it names must show it, which may be another than at its creation
    ...(reading.kind === 'paid' &&
      !isTold && {
        withMore: (transactions) =>
          withNamed(transactions, reading.by ?? transactionReference, terms).map((each) =>
            each.transactionReference === (reading.by ?? transactionReference) && isUnheard(each)
              ? withClaim(each, terms.amountKobo, now)
              : each,
          ),
      }),
  };
}

/** The same that a person has decided on is no news. */
const isUnheard = ({ claim, movement }: OrderTransaction) =>
  claim === undefined && movement.decided === undefined;

function withNamed(
  transactions: InvoiceSnapshot['transactions'],
  transactionReference: string | undefined,
  { amountKobo }: InvoiceSnapshot['terms'],
): InvoiceSnapshot['transactions'] {
  if (transactionReference === undefined || findTransaction(transactions, transactionReference)) {
    return transactions;
  }
  return [newTransaction(transactionReference, amountKobo), ...transactions];
}

/** Its transaction has shown money, its return, or something that cannot be read: the invoice adds nothing. */
function isTelling(transaction: OrderTransaction): boolean {
  const { odd, isUnreadable, returned } = transaction.movement;
  return hasMoney(transaction) || returned > ZERO || odd !== undefined || isUnreadable;
}

async function readEnd(lifecycle: InvoiceLifecycle): Promise<Reading> {
  const { reference, amountKobo } = lifecycle.subject().snapshot().terms;
  return readRecord(lifecycle, {
    atRiskKobo: amountKobo,
    read: () =>
      getInvoice.executeWithOptions({ summary: `Check whether ${reference} is closed` }, [
        { invoiceReference: reference },
      ]),
    isOurs: ({ invoiceReference }) => invoiceReference === reference,
    judge: ({ invoiceStatus, transactionReference: by }): Reading => {
      const reason = `the gateway reports ${invoiceStatus}`;
      const end = ENDS.find((to) => to === invoiceStatus);
      if (end) return { kind: 'end', to: end, reason };
      if (invoiceStatus === 'PAID') return { kind: 'paid', ...(by && { by }) };
      if (invoiceStatus === 'PENDING') return { kind: 'pending' };
      return doubt('unreadable-record', `${reason}, an unknown status`, amountKobo);
    },
  });
}
