import type { z } from 'zod';
import type { toCharge } from '../../domain/charge/view.js';
import type { CHARGE_WEBHOOKS } from '../../domain/charge/webhook-types.js';
import type { toCheckout, toVirtualAccount } from '../../domain/checkout/view.js';
import type { CHECKOUT_WEBHOOKS } from '../../domain/checkout/webhook-types.js';
import type { toInvoice } from '../../domain/invoice/view.js';
import type { INVOICE_WEBHOOKS } from '../../domain/invoice/webhook-types.js';
import type { toRefund, toRefunds } from '../../domain/refund/view.js';
import type { REFUND_WEBHOOKS } from '../../domain/refund/webhook-types.js';
import type { cardRequest } from '../../requests/card.js';
import type { chargeRequest } from '../../requests/charge.js';
import type { checkoutRequest, virtualAccountRequest } from '../../requests/checkout.js';
import type { invoiceRequest } from '../../requests/invoice.js';
import type { ownedRefundRequest, refundRequest } from '../../requests/refund.js';
import type { Json } from '../json.js';
import type { WebhookKind } from './webhook-kind.js';

export type CheckoutRequest = z.input<typeof checkoutRequest>;
export type Checkout = Json<ReturnType<typeof toCheckout>>;
export type VirtualAccountRequest = z.input<typeof virtualAccountRequest>;
export type VirtualAccount = Json<ReturnType<typeof toVirtualAccount>>;
export type Card = z.input<typeof cardRequest>;

export type InvoiceRequest = z.input<typeof invoiceRequest>;
export type Invoice = Json<ReturnType<typeof toInvoice>>;

export type ChargeRequest = z.input<typeof chargeRequest>;
export type Charge = Json<ReturnType<typeof toCharge>>;

/** Of a transaction. */
export type RefundRequest = z.input<typeof refundRequest>;
/** Of a checkout, an invoice or a charge. */
export type OwnedRefundRequest = z.input<typeof ownedRefundRequest>;
export type Refund = Json<NonNullable<ReturnType<typeof toRefund>>>;
export type RefundsOfTransaction = Json<ReturnType<typeof toRefunds>>;

export interface CollectionWebhooks {
  readonly charge: WebhookKind<typeof CHARGE_WEBHOOKS, { readonly charge: Charge }>;
  readonly checkout: WebhookKind<typeof CHECKOUT_WEBHOOKS, { readonly checkout: Checkout }>;
  readonly invoice: WebhookKind<typeof INVOICE_WEBHOOKS, { readonly invoice: Invoice }>;
  readonly refund: WebhookKind<typeof REFUND_WEBHOOKS, { readonly refunds: RefundsOfTransaction }>;
}
