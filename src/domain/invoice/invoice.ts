import { type Ownership, ownershipOf } from '../lifecycle/adoption.js';
import { standingOf } from '../movement/standing.js';
import type { Order } from '../order/order.js';
import type { Asked } from '../collection/collection.js';
import type { CollectionSnapshot } from '../collection/snapshot.js';
import type { PaymentMethod } from '../checkout/hosted-page.js';
import type { SplitItem } from '../split.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface InvoiceTerms extends Asked {
  readonly reference: string;
  readonly customer: { readonly email: string; readonly name: string };
  /** The gateway shows it to the payer, also as the account name. */
  readonly description: string;
  /** When it expires: an instant in UTC, to the second. */
  readonly expiresAt: string;
  /** A reserved account of the customer that receives the money, instead of the invoice's own account. */
  readonly accountReference?: string;
  readonly redirectUrl?: string;
  /** What its page offers; whatever the contract allows by default. */
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly incomeSplit?: readonly SplitItem[];
}

/** The account to pay into. */
export interface InvoiceAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

/** The whole invoice: what queries return, webhooks carry, and a finished run returns. */
export interface InvoiceSnapshot extends CollectionSnapshot {
  readonly lifecycle: 'invoice';
  readonly terms: InvoiceTerms;
  /** The transaction for its money; known once the gateway created the invoice. */
  readonly transactionReference?: string;
  /** What its own record said last: only that shows that no money can arrive later. */
  readonly closed?: { readonly to: 'EXPIRED' | 'CANCELLED'; readonly reason: string } | undefined;
  /** The merchant cancelled it; the gateway has not confirmed it yet. */
  readonly unwanted?: boolean;
  /** When the gateway created it: from then on money can arrive. */
  readonly issuedAt?: string;
  readonly checkoutUrl?: string;
  readonly account?: InvoiceAccount;
  /** When the merchant was last reminded that it is due. */
  readonly remindedAt?: string;
  /** How often: the number is a part of the webhook's id. */
  readonly reminders?: number;
}

/** The fields of the gateway's invoice record that decide anything. */
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

/** What the gateway created. */
export type Issued = Required<Pick<InvoiceSnapshot, 'transactionReference'>> &
  Pick<InvoiceSnapshot, 'checkoutUrl' | 'account' | 'expiresAt'>;

/** Undefined when the record does not name the transaction, without which its money cannot be checked. */
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

/** Whose the invoice under our reference is. */
export function ownershipOfInvoice(
  { amountKobo, customer }: InvoiceTerms,
  record: InvoiceRecord,
  attemptAt: number,
): Ownership {
  const { amount, customerEmail, customerName, createdOn } = record;
  return ownershipOf(attemptAt, {
    createdOn,
    pairs: [
      [amountKobo, amount],
      [customer.email, customerEmail],
      [customer.name, customerName],
    ],
  });
}

/**
 * Only the record of the invoice itself shows that no money can arrive later, and only while nothing says that some did: a
 * transaction that failed ends nothing, since the invoice can be paid by another transfer.
 */
export function endOfInvoice({ closed, transactions }: InvoiceSnapshot): Order['end'] {
  const isClear = transactions.every(({ movement, readAt, isCash }) => {
    const isRead = readAt !== undefined || isCash === true || movement.decided !== undefined;
    return isRead && standingOf(movement).name !== 'doubtful';
  });
  return isClear ? closed : undefined;
}
