/** `oware/client`: what the TypeScript services of a merchant import. */
export { connect, type ConnectOptions, type Tls } from './connect.js';
export {
  type ErrorFields,
  type ErrorType,
  type FieldError,
  type MoneyMoved,
  OwareError,
  type Retry,
} from './error.js';
export type { ApiAddress, CallOptions } from './http.js';
export type { List, ListQuery, ListRow } from './list-query.js';
export type * from './oware.js';
export type * from './types.js';
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookRefusal } from './verify-webhook.js';
export type { Webhook, WebhookData, WebhookOf, WebhookType } from './webhook-types.js';
export type { WatchOptions } from '../client/watch-options.js';
