import { ApplicationFailure, condition, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { MerchantWebhook, PostedWebhook } from '../../../src/domain/lifecycle/webhook.js';
import { INTERNAL } from '../../shared/gateway/activity-options.js';
import { REFUSED_INPUT } from '../../shared/messages.js';
import { createPace } from '../../shared/run/pace.js';
import { isInstant, isRecord, isText, isWithinLimits } from '../../shared/run/shapes.js';
import { createWebhooks } from '../../shared/run/webhooks.js';
import type { ResendInput, ResendResult } from './messages.js';

const { settings: readSettings } = proxyActivities<Activities>(INTERNAL);

/** Temporal refuses payloads of two megabytes. */
const LARGEST_INPUT = 2_000_000;

/**
 * Sends one webhook again, as it was, on the schedule of every webhook. It is no part of its lifecycle, which may have
 * closed long ago.
 */
export async function resendWebhook(input: ResendInput): Promise<ResendResult> {
  if (!isResend(input)) {
    throw ApplicationFailure.nonRetryable('Input refused: expected a webhook and a name', REFUSED_INPUT);
  }
  const { webhook, by } = input;
  const { type, reference, sequence, at } = webhook;
  setCurrentDetails(`- **${type}** of \`${reference}\`, number ${sequence}, of ${at}\n- asked for by ${by}`);
  const { webhookRetryScheduleMs: planMs } = await readSettings();
  let result: ResendResult = { delivered: true };
  const webhooks = createWebhooks(
    {
      // a few entries of the schedule are a short history
      pace: createPace(() => false),
      planMs,
      complete: () => webhook,
      onUndelivered: (_webhook, { reason }) => void (result = { delivered: false, reason }),
      missedType: '',
    },
    [{ webhook: toPosted(webhook) }],
  );
  await condition(webhooks.isIdle);
  return result;
}

const toPosted = ({ type, effectKey: effect, sequence, at }: MerchantWebhook): PostedWebhook => ({
  type,
  effect,
  sequence,
  at,
});

/** Clients of Temporal are not bound by our types. */
function isResend(input: unknown): boolean {
  if (!isRecord(input) || !isWithinLimits(input, LARGEST_INPUT) || !isText(input.by)) return false;
  const { webhook } = input;
  if (!isRecord(webhook) || !isRecord(webhook.snapshot)) return false;
  const { type, reference, effectKey, epoch, sequence, at } = webhook;
  return (
    isText(type) &&
    isText(reference) &&
    isText(effectKey, 2_000) &&
    isInstant(epoch) &&
    Number.isSafeInteger(sequence) &&
    isInstant(at)
  );
}
