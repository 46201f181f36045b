import type { Client } from '@temporalio/client';
import { ApplicationFailure, defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import {
  type DeliveryReport,
  DISABLED_KEPT_MS,
  ENDPOINT_DISABLED,
  ENDPOINT_MEMO,
  endpointId,
  readEndpoint,
  REPORT_DELIVERY,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_LIFECYCLE,
  type WebhookEndpoint,
} from '../src/domain/webhook-endpoint.js';
import type { DeliverWebhook } from './deliver-webhook.js';

/** Temporal answers within milliseconds. */
const ANSWERS_WITHIN_MS = 2_000;

/** How long a worker counts the endpoint as enabled before it reads again, and how often it reports failures. */
const KEPT_MS = 10_000;
const REPORT_EVERY_MS = 5 * 60_000;

const LIFECYCLE = defineSearchAttributeKey('OwareLifecycle', 'KEYWORD');

export interface EndpointWatch {
  readonly client: Client;
  readonly taskQueue: string;
  /** How long every delivery must have failed before the endpoint is switched off. */
  readonly disableAfterMs: number;
}

/**
 * Sends unless the endpoint is switched off, and reports failures, seldom, and the success that ends them. While
 * deliveries succeed it reports nothing. Neither reading nor reporting ever fails a delivery: without Temporal's answer
 * the endpoint counts as enabled.
 */
export function watchEndpoint(
  { client, taskQueue, disableAfterMs }: EndpointWatch,
  deliver: DeliverWebhook,
): DeliverWebhook {
  const keptMs = Math.min(KEPT_MS, disableAfterMs / 4);
  const reportEveryMs = Math.min(REPORT_EVERY_MS, disableAfterMs / 4);
  let shared: Promise<WebhookEndpoint | undefined> = Promise.resolve(undefined);
  let readAgainAt = -Infinity;
  let reportedAt = -Infinity;

  function read(): Promise<WebhookEndpoint | undefined> {
    if (performance.now() < readAgainAt) return shared;
    readAgainAt = performance.now() + DISABLED_KEPT_MS;
    shared = ask(client, taskQueue).then((endpoint) => {
      if (endpoint?.state !== 'DISABLED') readAgainAt = performance.now() + keptMs;
      return endpoint;
    });
    return shared;
  }

  async function report(given: DeliveryReport): Promise<void> {
    await client
      .withDeadline(Date.now() + ANSWERS_WITHIN_MS, () =>
        client.workflow.signalWithStart(WEBHOOK_ENDPOINT, {
          workflowId: endpointId(taskQueue),
          taskQueue,
          signal: REPORT_DELIVERY,
          signalArgs: [given],
          typedSearchAttributes: new TypedSearchAttributes([
            { key: LIFECYCLE, value: WEBHOOK_ENDPOINT_LIFECYCLE },
          ]),
          staticSummary: 'The merchant’s webhook endpoint',
        }),
      )
      .catch(() => undefined);
  }

  async function reportFailure(error: unknown): Promise<void> {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    const message = error instanceof Error ? error.message : String(error);
    await report({ kind: 'failed', message, disableAfterMs });
  }

  async function reportSuccess(): Promise<void> {
    // what this worker has reported may not be in what it has read
    const hasReported = reportedAt > -Infinity;
    if (!hasReported && (await read())?.failingSince === undefined) return;
    // the next caller reads that it no longer fails
    readAgainAt = -Infinity;
    reportedAt = -Infinity;
    await report({ kind: 'delivered' });
  }

  return async (webhook) => {
    const endpoint = await read();
    if (endpoint?.state === 'DISABLED') throw disabled(endpoint);
    await deliver(webhook).catch(async (error: unknown) => {
      await reportFailure(error);
      throw error;
    });
    await reportSuccess();
  };
}

async function ask(client: Client, taskQueue: string): Promise<WebhookEndpoint | undefined> {
  try {
    const { memo } = await client.withDeadline(Date.now() + ANSWERS_WITHIN_MS, () =>
      client.workflow.getHandle(endpointId(taskQueue)).describe(),
    );
    return readEndpoint(memo?.[ENDPOINT_MEMO]);
  } catch {
    return undefined;
  }
}

function disabled({ since }: WebhookEndpoint): ApplicationFailure {
  const message = `The merchant's webhook endpoint is switched off since ${since}`;
  return ApplicationFailure.create({ message, type: ENDPOINT_DISABLED, nonRetryable: true });
}
