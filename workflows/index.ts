export { collectPayment } from './payment/workflow.js';
export { collectInvoice } from './invoice/workflow.js';
