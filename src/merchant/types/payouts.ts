import type { z } from 'zod';
import type { toResult } from '../../domain/batch/result-file.js';
import type { toBatch, toPart } from '../../domain/batch/view.js';
import type { BATCH_WEBHOOKS } from '../../domain/batch/webhook-types.js';
import type { toBill } from '../../domain/bill/view.js';
import type { BILL_WEBHOOKS } from '../../domain/bill/webhook-types.js';
import type { COMMON_WEBHOOKS } from '../../domain/lifecycle/webhook-types.js';
import type { toPaycode } from '../../domain/paycode/view.js';
import type { PAYCODE_WEBHOOKS } from '../../domain/paycode/webhook-types.js';
import type { toTransfer } from '../../domain/transfer/view.js';
import type { TRANSFER_WEBHOOKS } from '../../domain/transfer/webhook-types.js';
import type { batchRequest } from '../../requests/batch.js';
import type { billRequest } from '../../requests/bill.js';
import type { decisionRequest } from '../../requests/decision.js';
import type { paycodeRequest } from '../../requests/paycode.js';
import type { transferRequest } from '../../requests/transfer.js';
import type { Json } from '../json.js';
import type { WebhookKind } from './webhook-kind.js';

/** Approves or declines a payout. */
export type Decision = z.input<typeof decisionRequest>;

export type TransferRequest = z.input<typeof transferRequest>;
export type Transfer = Json<ReturnType<typeof toTransfer>>;

export type BatchRequest = z.input<typeof batchRequest>;
export type Batch = Json<ReturnType<typeof toBatch>>;
export type BatchPart = Json<ReturnType<typeof toPart>>;
export type BatchRow = Json<ReturnType<typeof toResult>>;

export type BillRequest = z.input<typeof billRequest>;
export type Bill = Json<ReturnType<typeof toBill>>;

export type PaycodeRequest = z.input<typeof paycodeRequest>;
export type Paycode = Json<ReturnType<typeof toPaycode>>;

export interface PayoutWebhooks {
  readonly batch: WebhookKind<typeof BATCH_WEBHOOKS, { readonly batch: Batch }>;
  readonly 'batch-part': WebhookKind<typeof COMMON_WEBHOOKS, { readonly batchPart: BatchPart }>;
  readonly bill: WebhookKind<typeof BILL_WEBHOOKS, { readonly bill: Bill }>;
  readonly paycode: WebhookKind<typeof PAYCODE_WEBHOOKS, { readonly paycode: Paycode }>;
  readonly transfer: WebhookKind<typeof TRANSFER_WEBHOOKS, { readonly transfer: Transfer }>;
}
