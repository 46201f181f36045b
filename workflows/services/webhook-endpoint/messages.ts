import { defineSignal, defineUpdate } from '@temporalio/workflow';
import {
  type DeliveryReport,
  REPORT_DELIVERY,
  type WebhookEndpoint,
} from '../../../src/domain/webhook-endpoint.js';

export interface EnableRequest {
  /** The name of the API key that asks for it. */
  readonly by: string;
}

/** Switches the endpoint on. */
export const enable = defineUpdate<WebhookEndpoint, [EnableRequest]>('enable');

/** A worker delivered a webhook, or failed to. */
export const reportDelivery = defineSignal<[DeliveryReport]>(REPORT_DELIVERY);
