import type { Settings } from '../../src/config/settings.js';
import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { nextReminder } from '../../src/domain/invoice/reminder.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { newTransaction, type OrderTransaction } from '../../src/domain/order/order.js';
import type { OrderKind } from '../shared/collection/follow.js';
import { timestamp } from '../shared/run/state.js';
import { readInvoice } from './checks.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE_RULES } from './rules.js';
import type { Invoice } from './state.js';

/** Bounds the transactions of an invoice; an event for a further one becomes a review item. */
const TRANSACTIONS_KEPT = 20;

/** How an invoice finds its outcome. */
export function invoiceKind(lifecycle: InvoiceLifecycle): OrderKind<InvoiceSnapshot> {
  const invoice = lifecycle.subject();
  return {
    ...INVOICE_RULES,
    window: 'Until the invoice expires',
    unresolved: 'the gateway has not reported an outcome since the payment window closed',
    overAt: () => {
      const { expiresAt, terms } = invoice.snapshot();
      return Date.parse(expiresAt ?? terms.expiresAt);
    },
    openSince: () => {
      const { issuedAt } = invoice.snapshot();
      return issuedAt === undefined ? undefined : Date.parse(issuedAt);
    },
    nameOf: () => invoice.snapshot().terms.reference,
    isOurs: () => true,
    adopt: (event) => adopt(invoice, event),
    readMore: (read) => readInvoice(lifecycle, read),
    reminders: {
      // a run that began before the setting existed has none
      dueAt: ({ invoiceRemindersMs = [] }: Partial<Settings>) =>
        nextReminder(invoice.snapshot(), invoiceRemindersMs),
      send: () => {
        const reminders = (invoice.snapshot().reminders ?? 0) + 1;
        invoice.change({ remindedAt: timestamp(), reminders });
        lifecycle.notify({ type: 'invoice.due', effect: `due:#${reminders}` });
      },
    },
  };
}

/** A transaction that an event names: an invoice that ended before it had one learns it so. */
function adopt(invoice: Invoice, event: CollectionEvent): OrderTransaction | undefined {
  const { transactionReference, amountKobo, cash } = event;
  const { transactions, terms } = invoice.snapshot();
  if (transactions.length >= TRANSACTIONS_KEPT) {
    const reason = `an event names ${transactionReference}, which exceeds the maximum number of transactions`;
    invoice.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
    return undefined;
  }
  if (!invoice.isIssued()) invoice.change({ transactionReference });
  return {
    ...newTransaction(transactionReference, terms.amountKobo),
    ...(cash && { isOffline: true as const }),
  };
}
