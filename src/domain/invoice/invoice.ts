import { isOurOwn } from '../lifecycle/adoption.js';
import type { Asked, CollectionSnapshot } from '../collection/collection.js';
import type { PaymentMethod } from '../checkout/hosted-page.js';
import type { SplitItem } from '../split.js';
import type { Known } from '../collection/verdict.js';

/** What the merchant asked for. Two requests with the same reference must agree in all of it. */
export interface InvoiceTerms extends Asked {
  readonly reference: string;
  readonly customer: { readonly email: string; readonly name: string };
  /** The gateway shows it to the payer, as the name of the account as well. */
  readonly description: string;
  /** Until when it can be paid: an instant in UTC, to the second. */
  readonly expiresAt: string;
  /** A reserved account of the customer that takes the money, instead of an account of the invoice's own. */
  readonly accountReference?: string;
  readonly redirectUrl?: string;
  /** What its page offers; whatever the contract allows when nothing is said. */
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly incomeSplit?: readonly SplitItem[];
}

/** Where the money can be sent. */
export interface InvoiceAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

/** The whole of an invoice: what queries answer, what notices carry, and what a finished run returns. */
export interface InvoiceSnapshot extends CollectionSnapshot {
  readonly lifecycle: 'invoice';
  readonly terms: InvoiceTerms;
  /** Where its money is booked; known once the gateway has made it. */
  readonly transactionReference?: string;
  /** What the record of that transaction has shown. */
  readonly known?: Known;
  /** The merchant has called it off; the gateway has not said yet what came of that. */
  readonly unwanted?: boolean;
  /** When the gateway made it: from then on money can come. */
  readonly issuedAt?: string;
  readonly checkoutUrl?: string;
  readonly account?: InvoiceAccount;
}

/** The gateway's own record of an invoice, as far as it decides anything. */
export interface InvoiceRecord extends Partial<Nullish<InvoiceAccount>> {
  readonly invoiceReference: string;
  readonly invoiceStatus: string;
  readonly amount: Asked['amountKobo'];
  readonly customerEmail?: string | null | undefined;
  readonly customerName?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly createdOn?: string | null | undefined;
  readonly expiryDate?: string | null | undefined;
  readonly transactionReference?: string | null | undefined;
  readonly checkoutUrl?: string | null | undefined;
}

type Nullish<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null | undefined };

/** What the gateway made of it. */
export type Issued = Required<Pick<InvoiceSnapshot, 'transactionReference'>> &
  Pick<InvoiceSnapshot, 'checkoutUrl' | 'account' | 'expiresAt'>;

/** Undefined when the record does not name the transaction, without which nothing can be learned about its money. */
export function issuedBy(record: InvoiceRecord): Issued | undefined {
  const { transactionReference, checkoutUrl, expiryDate } = record;
  if (!transactionReference) return undefined;
  const account = accountIn(record);
  return {
    transactionReference,
    ...(checkoutUrl != null && { checkoutUrl }),
    ...(account && { account }),
    ...(expiryDate != null && { expiresAt: expiryDate }),
  };
}

function accountIn({ bankCode, bankName, accountNumber, accountName }: InvoiceRecord) {
  if (bankCode == null || accountNumber == null) return undefined;
  return { bankCode, bankName: bankName ?? '', accountNumber, accountName: accountName ?? '' };
}

/** Whether a record under our reference is what this story asked for, or a stranger's. */
export function isOurs({ amountKobo, customer }: InvoiceTerms, record: InvoiceRecord, attemptAt: number) {
  const { amount, customerEmail, customerName, createdOn } = record;
  return isOurOwn(attemptAt, {
    createdOn,
    pairs: [
      [amountKobo, amount],
      [customer.email, customerEmail],
      [customer.name, customerName],
    ],
  });
}
