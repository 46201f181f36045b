import { type Invoice, type InvoiceStatus } from '../types/invoice.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type ReservedAccount } from '../types/reserved-account.js';
import { type Terms } from '../types/transaction.js';
import { generatedPaymentReference } from '../wire/references.js';
import { type World } from '../world.js';
import { openTransaction, statusOf } from './transactions.js';
import { accountForTransfer } from './virtual-accounts.js';

export interface NewInvoice {
  readonly invoiceReference: string;
  readonly expiresAt: number;
  readonly terms: Omit<Terms, 'paymentReference'>;
  readonly attachTo?: ReservedAccount;
}

/** Runs inside a commit. */
export function createInvoice(world: World, merchant: Merchant, wanted: NewInvoice): Invoice {
  const { invoiceReference, expiresAt, terms, attachTo } = wanted;
  const product = attachTo && { type: 'RESERVED_ACCOUNT', reference: attachTo.accountReference };
  const transaction = openTransaction(world, merchant, {
    ...terms,
    paymentReference: generatedPaymentReference(world),
    special: {
      expiresAt,
      invoiceReference,
      ...(product && { product }),
      ...(attachTo?.accounts[0] && { accountNumber: attachTo.accounts[0].accountNumber }),
    },
  });
  if (!attachTo) accountForTransfer(world, transaction);
  const invoice: Invoice = {
    key: keyOf(merchant.id, invoiceReference),
    merchantId: merchant.id,
    invoiceReference,
    transactionReference: transaction.transactionReference,
    cancelled: false,
    expiresAt,
    createdAt: world.clock.now(),
    accountReference: attachTo?.accountReference ?? null,
  };
  world.invoices.put(invoice);
  return invoice;
}

/** An underpaid invoice stays open; an overpaid one is PAID. */
export function invoiceStatus(world: World, invoice: Invoice): InvoiceStatus {
  if (invoice.cancelled) return 'CANCELLED';
  const transaction = world.transactions.get(invoice.transactionReference);
  const status = transaction && statusOf(transaction, world.clock.now());
  if (status === 'PAID' || status === 'OVERPAID') return 'PAID';
  return world.clock.now() >= invoice.expiresAt ? 'EXPIRED' : 'PENDING';
}

/** Runs inside a commit: closes the invoice's account and ends a card charge that waits for the customer. */
export function cancelInvoice(world: World, invoice: Invoice): Invoice {
  const transaction = world.transactions.get(invoice.transactionReference);
  if (transaction) world.transactions.put({ ...transaction, recorded: 'CANCELLED', cardAttempt: null });
  const cancelled = { ...invoice, cancelled: true };
  world.invoices.put(cancelled);
  return cancelled;
}

export function pendingInvoiceOf(world: World, reserved: ReservedAccount): Invoice | undefined {
  const accountKey = keyOf(reserved.merchantId, reserved.accountReference);
  for (const invoice of world.invoices.filter('account', accountKey)) {
    if (invoiceStatus(world, invoice) === 'PENDING') return invoice;
  }
  return undefined;
}
