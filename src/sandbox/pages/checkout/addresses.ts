import { type PaymentStatus, type Transaction } from '../../types/transaction.js';

/** The merchant's return URL with the status in its query: a hint to check the transaction, never proof. */
export function returnUrl(transaction: Transaction, paymentStatus: PaymentStatus): string | undefined {
  const { redirectUrl, paymentReference, transactionReference } = transaction;
  return merchantUrl(redirectUrl, { paymentReference, transactionReference, paymentStatus });
}

/** A merchant's URL with more query parameters; undefined when it is not an http(s) URL. */
export function merchantUrl(
  redirectUrl: string | undefined,
  more: Readonly<Record<string, string>>,
): string | undefined {
  if (redirectUrl === undefined || !/^https?:/.test(redirectUrl) || !URL.canParse(redirectUrl))
    return undefined;
  const url = new URL(redirectUrl);
  url.search = new URLSearchParams([...url.searchParams, ...Object.entries(more)]).toString();
  return url.href;
}

export function checkoutPath({ transactionReference }: Pick<Transaction, 'transactionReference'>): string {
  return `/checkout/${encodeURIComponent(transactionReference)}`;
}
