import type { AccountWebhooks, CollectionWebhooks, PayoutWebhooks, ReportWebhooks } from './types.js';

/** By the prefix of their types. */
type Kinds = AccountWebhooks & CollectionWebhooks & PayoutWebhooks & ReportWebhooks;

/** What every webhook has. Some carry further fields: docs/webhooks has them for each type. */
export interface WebhookData {
  readonly reference: string;
  /** Order webhooks of a reference by epoch, then by sequence. */
  readonly epoch: string;
  readonly sequence: number;
  readonly [about: string]: unknown;
}

interface WebhookBody<Type extends string, Data> {
  /** The same for every repeat: store the ids that you have processed. */
  readonly id: string;
  readonly type: Type;
  readonly timestamp: string;
  readonly data: Data;
}

/** A webhook that Oware sent. `type` tells which, and so what its `data` has. */
export type Webhook = {
  [Name in keyof Kinds]: WebhookBody<
    `${Name}.${keyof Kinds[Name]['ends'] & string}`,
    WebhookData & Kinds[Name]['views']
  >;
}[keyof Kinds];

export type WebhookType = Webhook['type'];

/** The webhook of one type: `WebhookOf<'checkout.paid'>`. */
export type WebhookOf<Type extends WebhookType> = { [Each in Webhook as Each['type']]: Each }[Type];
