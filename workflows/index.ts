export { collectCheckout } from './checkout/workflow.js';
export { collectInvoice } from './invoice/workflow.js';
export { readGateway } from './gateway-read/workflow.js';
export { keepReservedAccount } from './reserved-account/workflow.js';
export { keepUnmatchedEvent } from './unmatched-event/workflow.js';
