export { collectPayment } from './payment/workflow.js';
