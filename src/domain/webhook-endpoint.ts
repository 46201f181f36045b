import { clip, isInstant, isObject, isOptional, isText } from './shapes.js';

/** How the merchant's webhook endpoint stands. After days of failure it is switched off. */
export interface WebhookEndpoint {
  readonly state: 'ENABLED' | 'DISABLED';
  /** When it came into this state. */
  readonly since: string;
  /** The first failure since the last success. */
  readonly failingSince?: string;
  readonly lastError?: { readonly at: string; readonly message: string };
  /** The last success after a failure; workers do not report others. */
  readonly lastSuccessAt?: string;
  /** Who switched it on. */
  readonly enabledBy?: string;
}

/** What a worker reports of its deliveries. */
export type DeliveryReport =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly message: string; readonly disableAfterMs: number };

/** Temporal's workflow type. */
export const WEBHOOK_ENDPOINT = 'webhookEndpoint';

/** Its value of the search attribute OwareLifecycle. */
export const WEBHOOK_ENDPOINT_LIFECYCLE = 'webhook-endpoint';

/** The signal that reports a delivery; activities and workflows share its name. */
export const REPORT_DELIVERY = 'reportDelivery';

/** The field of the workflow's memo that shows the endpoint: reading it needs no worker. */
export const ENDPOINT_MEMO = 'endpoint';

/** How long a worker may count the endpoint as switched off after it was switched on. */
export const DISABLED_KEPT_MS = 500;

/** The type of a failed delivery to an endpoint that is switched off. */
export const ENDPOINT_DISABLED = 'webhook-disabled';

/** Failure type of a delivery that the merchant's service answered with a refusal. */
export const WEBHOOK_REFUSED = 'webhook-refused';

/** The workflow that keeps the endpoint of a deployment, which its task queue identifies. */
export function endpointId(taskQueue: string): string {
  return `${WEBHOOK_ENDPOINT_LIFECYCLE}:${taskQueue}`;
}

/** What a report changes. Reports of attempts that started before it was switched off do not switch it on. */
export function withReport(endpoint: WebhookEndpoint, report: DeliveryReport, at: string): WebhookEndpoint {
  if (report.kind === 'delivered') {
    return { ...(endpoint.state === 'ENABLED' ? notFailing(endpoint) : endpoint), lastSuccessAt: at };
  }
  if (endpoint.state === 'DISABLED') return endpoint;
  const { message, disableAfterMs } = report;
  const failingSince = endpoint.failingSince ?? at;
  const isOver = Date.parse(at) - Date.parse(failingSince) >= disableAfterMs;
  const failing = { ...endpoint, failingSince, lastError: { at, message: clip(message) } };
  return isOver ? { ...failing, state: 'DISABLED', since: at } : failing;
}

/** Switched on by an operator: its failures count from now. */
export function withEnabled(endpoint: WebhookEndpoint, by: string, at: string): WebhookEndpoint {
  if (endpoint.state === 'ENABLED') return endpoint;
  return { ...notFailing(endpoint), state: 'ENABLED', since: at, enabledBy: by };
}

function notFailing(endpoint: WebhookEndpoint): WebhookEndpoint {
  const kept = Object.entries(endpoint).filter(([name]) => name !== 'failingSince');
  return Object.fromEntries(kept) as unknown as WebhookEndpoint;
}

/** Undefined when it is not one. */
export function readEndpoint(given: unknown): WebhookEndpoint | undefined {
  if (!isObject(given) || !isInstant(given.since)) return undefined;
  const { state, failingSince, lastError, lastSuccessAt, enabledBy } = given;
  const isKnown = state === 'ENABLED' || state === 'DISABLED';
  const isError = (error: unknown) => isObject(error) && isInstant(error.at) && isText(error.message);
  const isValid =
    isKnown &&
    isOptional(failingSince, isInstant) &&
    isOptional(lastError, isError) &&
    isOptional(lastSuccessAt, isInstant) &&
    isOptional(enabledBy, (name) => isText(name));
  return isValid ? (given as unknown as WebhookEndpoint) : undefined;
}

export function isDeliveryReport(given: unknown): given is DeliveryReport {
  if (!isObject(given)) return false;
  if (given.kind === 'delivered') return true;
  const { kind, message, disableAfterMs } = given;
  return kind === 'failed' && typeof message === 'string' && Number.isSafeInteger(disableAfterMs);
}
