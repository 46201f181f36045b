import { partOf } from '../../domain/batch/part.js';
import { originOf } from '../../domain/reference.js';

export type LifecycleName =
  | 'checkout'
  | 'invoice'
  | 'reserved-account'
  | 'mandate'
  | 'charge'
  | 'subscription'
  | 'transfer'
  | 'batch-part'
  | 'refunds-of'
  | 'settlement'
  | 'wallet-events'
  | 'unmatched-event';

/** The lifecycle that an event belongs to: the prefix of a workflow id, and what follows it. */
export interface Address {
  readonly lifecycle: LifecycleName;
  readonly reference: string;
}

export interface Credit {
  readonly transactionReference: string;
  readonly paymentReference?: string | null | undefined;
  readonly invoiceReference?: string | null | undefined;
  readonly product?:
    | { readonly type?: string | null | undefined; readonly reference?: string | null | undefined }
    | null
    | undefined;
  /** What an agent took cash for. */
  readonly offlineProductInformation?: { readonly type?: string | null | undefined } | null | undefined;
}

/** Products whose own reference is the payment's. */
const CHECKOUTS = new Set(['WEB_SDK', 'API_NOTIFICATION']);

/**
 * The payment's reference as the event names it, or as its product does. Without either the transaction's takes its
 * place: the lifecycle that has opened that transaction is found by it.
 */
export function paymentReferenceIn({ paymentReference, product, transactionReference }: Credit): string {
  if (paymentReference) return paymentReference;
  const isCheckout = CHECKOUTS.has(product?.type ?? '');
  return (isCheckout && product?.reference) || transactionReference;
}

/** Cash for an invoice names it twice. */
function invoiceReferenceIn({ invoiceReference, product, offlineProductInformation }: Credit) {
  const isForInvoice = offlineProductInformation?.type === 'INVOICE';
  return invoiceReference || (isForInvoice ? product?.reference : undefined);
}

/** Whose money it is. An invoice's own reference wins, then the account it came in on, then the grammar. */
export function addressOfCredit(credit: Credit): Address {
  const { product } = credit;
  const invoiceReference = invoiceReferenceIn(credit);
  if (invoiceReference) return { lifecycle: 'invoice', reference: invoiceReference };
  if (product?.type === 'RESERVED_ACCOUNT' && product.reference) {
    return { lifecycle: 'reserved-account', reference: product.reference };
  }
  const { owner, kind } = originOf(paymentReferenceIn(credit));
  if (kind === 'debit') return { lifecycle: 'mandate', reference: owner };
  if (kind === 'charge') return { lifecycle: 'charge', reference: owner };
  if (kind === 'subscription-charge') return { lifecycle: 'subscription', reference: owner };
  return { lifecycle: 'checkout', reference: owner };
}

export function addressOfTransfer(reference: string): Address {
  const { owner, kind, ordinal } = originOf(reference);
  if (kind === 'batch-part') return { lifecycle: 'batch-part', reference: `${owner}/${ordinal}` };
  if (kind !== 'batch-row') return { lifecycle: 'transfer', reference: owner };
  return { lifecycle: 'batch-part', reference: `${owner}/${partOf(Number(ordinal))}` };
}
