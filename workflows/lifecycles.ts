/**
 * The table of lifecycles. The client, the API, webhooks, the demo, tests and documents derive from it; the name here
 * is the name in the client. A new lifecycle is one line here, one in `src/api/routes/index.ts`, and its own folders.
 */
export { BATCH_PART as batchParts } from './batch-part/messages.js';
export { BATCH as batches } from './batch/messages.js';
export { BILL as bills } from './bill/messages.js';
export { CHARGE as charges } from './charge/messages.js';
export { CHECKOUT as checkouts } from './checkout/messages.js';
export { INVOICE as invoices } from './invoice/messages.js';
export { MANDATE as mandates } from './mandate/messages.js';
export { PAYCODE as paycodes } from './paycode/messages.js';
export { REFUNDS as refunds } from './refund/messages.js';
export { RESERVED_ACCOUNT as reservedAccounts } from './reserved-account/messages.js';
export { SETTLEMENT as settlements } from './settlement/messages.js';
export { SUBSCRIPTION as subscriptions } from './subscription/messages.js';
export { SWEEP as sweeps } from './sweep/messages.js';
export { TRANSFER as transfers } from './transfer/messages.js';
export { UNMATCHED_EVENT as unmatchedEvents } from './unmatched-event/messages.js';
export { WALLET_DAY as walletDays } from './wallet-day/messages.js';
