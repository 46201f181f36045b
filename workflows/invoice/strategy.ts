import { isMoney } from '../../src/domain/collection/collection.js';
import { levelOf, type Verdict } from '../../src/domain/collection/verdict.js';
import type { Settings } from '../../src/config/settings.js';
import { nextReminder } from '../../src/domain/invoice/reminder.js';
import { closing } from '../shared/collection/closing.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { rejectionWebhook } from '../shared/collection/rejection.js';
import { timestamp } from '../shared/run/state.js';
import { check } from './checks.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE } from './messages.js';

/** How an invoice finds its outcome. */
export function invoiceStrategy(lifecycle: InvoiceLifecycle): OutcomeStrategy<Verdict> {
  const invoice = lifecycle.subject();
  return {
    ...closing(invoice),
    window: 'Until the invoice expires',
    overAt: () => {
      const { expiresAt, terms } = invoice.snapshot();
      return Date.parse(expiresAt ?? terms.expiresAt);
    },
    openSince: () => {
      const { issuedAt } = invoice.snapshot();
      return issuedAt === undefined ? undefined : Date.parse(issuedAt);
    },
    check: (settings) => check(lifecycle, settings),
    recordEvent: (event) => {
      if (event.kind === 'rejected-payment') lifecycle.notify(rejectionWebhook(INVOICE.prefix, event));
      if (event.kind === 'refund-ended') {
        invoice.recordRefund(event).forEach(lifecycle.notify);
        // what is left of its money is weighed again
        return event.state === 'COMPLETED' ? 'known' : undefined;
      }
      return event.kind === 'collection' ? invoice.recordEvent(event) : undefined;
    },
    knownLevel: (transactionReference) => {
      const { known, transactionReference: own } = invoice.snapshot();
      return own === transactionReference ? levelOf(known) : 0;
    },
    apply: (verdict, context, { policies, refundMinKobo }) => {
      const drafts = invoice.apply(verdict, { ...context, policies, refundMinKobo });
      requestPolicyRefunds(lifecycle);
      return drafts;
    },
    reminders: {
      // a run that began before the setting existed has none
      dueAt: ({ invoiceRemindersMs = [] }: Partial<Settings>) =>
        nextReminder(invoice.snapshot(), invoiceRemindersMs),
      send: () => {
        const remindedAt = timestamp();
        invoice.change({ remindedAt });
        lifecycle.notify({ type: 'invoice.due', effect: `due:${remindedAt}` });
      },
    },
    awaits: 'collection',
    expectsEvent: () => isMoney(invoice.snapshot().state) && invoice.snapshot().seen.length === 0,
  };
}
