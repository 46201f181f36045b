/** Every kind of event that a lifecycle takes: one line each. */
export { readInvoiceAttached } from './invoice-attached.js';
export { readPayment } from './payment.js';
export { readPaymentRejected } from './payment-rejected.js';
