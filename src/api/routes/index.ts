/** The routes of every lifecycle, under its name in the table of lifecycles: one line each. */
export { batchRoutes as batches } from './batches.js';
export { batchPartRoutes as batchParts } from './batch-parts.js';
export { billRoutes as bills } from './bills.js';
export { chargeRoutes as charges } from './charges.js';
export { checkoutRoutes as checkouts } from './checkouts.js';
export { invoiceRoutes as invoices } from './invoices.js';
export { mandateRoutes as mandates } from './mandates.js';
export { paycodeRoutes as paycodes } from './paycodes.js';
export { refundRoutes as refunds } from './refunds.js';
export { reservedAccountRoutes as reservedAccounts } from './reserved-accounts.js';
export { settlementRoutes as settlements } from './settlements.js';
export { subscriptionRoutes as subscriptions } from './subscriptions.js';
export { sweepRoutes as sweeps } from './sweeps.js';
export { transferRoutes as transfers } from './transfers.js';
export { unmatchedEventRoutes as unmatchedEvents } from './unmatched-events.js';
export { walletDayRoutes as walletDays } from './wallet-days.js';
