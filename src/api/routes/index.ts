/** The routes of every lifecycle, under its name in the table of lifecycles: one line each. */
export { batchRoutes as batches } from './batches.js';
export { batchPartRoutes as batchParts } from './batch-parts.js';
export { checkoutRoutes as checkouts } from './checkouts.js';
export { invoiceRoutes as invoices } from './invoices.js';
export { refundRoutes as refunds } from './refunds.js';
export { reservedAccountRoutes as reservedAccounts } from './reserved-accounts.js';
export { transferRoutes as transfers } from './transfers.js';
export { unmatchedEventRoutes as unmatchedEvents } from './unmatched-events.js';
