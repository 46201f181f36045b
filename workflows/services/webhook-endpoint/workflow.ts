import { defineSearchAttributeKey } from '@temporalio/common';
import {
  allHandlersFinished,
  condition,
  makeContinueAsNewFunc,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReviewKind } from '../../../src/domain/lifecycle/review.js';
import {
  DISABLED_KEPT_MS,
  ENDPOINT_MEMO,
  isDeliveryReport,
  readEndpoint,
  type WebhookEndpoint,
  withEnabled,
  withReport,
} from '../../../src/domain/webhook-endpoint.js';
import { refusal } from '../../shared/run/commands.js';
import { dropSignal, isRecord, isText, isWithinLimits } from '../../shared/run/shapes.js';
import { timestamp } from '../../shared/run/state.js';
import { enable, reportDelivery } from './messages.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');

const DISABLED: ReviewKind = 'webhook-disabled';

/** Reports come every few minutes at most, and only while deliveries fail. */
const MAX_HISTORY_EVENTS = 2_000;

/**
 * Keeps how the merchant's webhook endpoint stands, for all lifecycles of a deployment, and never ends by itself. Its
 * memo shows it too: workers read it there before they send.
 */
export async function webhookEndpoint(carried?: WebhookEndpoint): Promise<never> {
  let endpoint = readEndpoint(carried) ?? { state: 'ENABLED', since: timestamp() };
  let isLong = false;

  function change(next: WebhookEndpoint): void {
    const isOther = next.state !== endpoint.state;
    endpoint = next;
    upsertMemo({ [ENDPOINT_MEMO]: endpoint });
    setCurrentDetails(describe(endpoint));
    if (isOther) show(endpoint);
    // only a recorded message may decide this: conditions are also evaluated after a refused update
    isLong ||= workflowInfo().historyLength >= MAX_HISTORY_EVENTS;
  }

  setHandler(
    reportDelivery,
    (report: unknown) => {
      if (isDeliveryReport(report)) change(withReport(endpoint, report, timestamp()));
      else dropSignal('reportDelivery', report);
    },
    { description: 'A worker delivered a webhook, or failed to.' },
  );
  setHandler(
    enable,
    async ({ by }) => {
      const wasDisabled = endpoint.state === 'DISABLED';
      change(withEnabled(endpoint, by, timestamp()));
      // a webhook that is posted after the answer is sent
      if (wasDisabled) await sleep(2 * DISABLED_KEPT_MS, { summary: 'Until every worker has seen it' });
      return endpoint;
    },
    {
      validator: (request: unknown) => {
        const isValid = isRecord(request) && isWithinLimits(request) && isText(request.by);
        if (!isValid) throw refusal('invalid', 'by: expected a name');
      },
      description: 'Switch the endpoint on.',
    },
  );
  setCurrentDetails(describe(endpoint));
  await condition(() => isLong && allHandlersFinished());
  return makeContinueAsNewFunc<typeof webhookEndpoint>({ memo: { [ENDPOINT_MEMO]: endpoint } })(endpoint);
}

function show({ state, since }: WebhookEndpoint): void {
  upsertSearchAttributes([
    { key: STATE, value: state },
    { key: SINCE, value: new Date(since) },
    { key: REVIEW, value: state === 'DISABLED' ? [DISABLED] : null },
  ]);
}

function describe({ state, since, failingSince, lastError }: WebhookEndpoint): string {
  const lines = [`- **${state}** since ${since}`];
  if (failingSince !== undefined) lines.push(`- every delivery has failed since ${failingSince}`);
  if (lastError) lines.push(`- last error at ${lastError.at}: ${lastError.message}`);
  return lines.join('\n');
}
