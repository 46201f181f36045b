export { collectPayment } from './payment/workflow.js';
export { collectInvoice } from './invoice/workflow.js';
export { askGateway } from './question/workflow.js';
export { keepReservedAccount } from './reserved-account/workflow.js';
export { keepStray } from './stray/workflow.js';
