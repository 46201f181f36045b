/** Every kind of event that a lifecycle takes: one line each. */
export { batchRetried } from './batch-retried.js';
export { collection } from './collection.js';
export { disbursement } from './disbursement.js';
export { invoiceAttached } from './invoice-attached.js';
export { mandate } from './mandate.js';
export { ordersChanged } from './orders-changed.js';
export { partChanged } from './part-changed.js';
export { refund } from './refund.js';
export { refundEnded } from './refund-ended.js';
export { refundRequested } from './refund-requested.js';
export { rejectedPayment } from './rejected-payment.js';
export { settlement } from './settlement.js';
export { unmatched } from './unmatched.js';
export { lowBalance, walletActivity, walletBalance } from './wallet.js';
