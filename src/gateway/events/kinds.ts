/** Every kind of event that Oware reads: one line each. */
export { collection } from './collection.js';
export { disbursement } from './disbursement.js';
export { mandate } from './mandate.js';
export { refund } from './refund.js';
export { rejectedPayment } from './rejected-payment.js';
export { settlement } from './settlement.js';
export { lowBalance, walletActivity } from './wallet.js';
