import type { WebhookTypes } from '../../domain/lifecycle/webhook-types.js';

/** The webhooks of a lifecycle: what their types end with, and what they carry. */
export interface WebhookKind<Ends extends WebhookTypes, Views extends object> {
  readonly ends: Ends;
  readonly views: Views;
}
