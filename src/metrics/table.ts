import { counter, gauge, histogram } from './definition.js';

const SECONDS_OF_CALLS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** From a payer who pays at once to an invoice that is paid after days. */
const SECONDS_OF_PAYMENTS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400, 604_800];

/** From a webhook that arrives at once to one whose endpoint was down for days. */
const SECONDS_OF_DELIVERIES = [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 3_600, 21_600, 86_400, 259_200];

const LIFECYCLE = 'a lifecycle, such as `checkout`';

/** Served by the api. */
export const API_METRICS = {
  requests: histogram(
    {
      name: 'oware_api_request_seconds',
      about: 'Duration of API requests. Requests with `?wait=` last as long as they wait.',
      labels: {
        method: 'the HTTP method',
        route:
          'the route as the reference names it, such as `/v1/checkouts/:reference`; `none` if there is none',
        status: 'the HTTP status; `aborted` if the caller closed the connection first',
      },
    },
    SECONDS_OF_CALLS,
  ),
  events: counter({
    name: 'oware_gateway_events_total',
    about: 'Gateway events received.',
    labels: {
      result:
        '`accepted` by Temporal; `repeated`: its lifecycle had ended and had handled it; `unmatched-event` and `not-followed`: stored for review; `no-signature`, `bad-signature` or another problem type: refused; `not-stored`: the gateway sends it again',
    },
  }),
  refusedEventsWaiting: gauge({
    name: 'oware_refused_events_waiting',
    about:
      'Signed gateway events that Temporal could not store and that this api keeps in memory, to deliver them once Temporal responds, now.',
    labels: {},
  }),
  refusedEvents: counter({
    name: 'oware_refused_events_total',
    about: 'Gateway events that this api kept because Temporal could not store them.',
    labels: {
      result:
        '`delivered`: stored by Temporal at a later attempt of the api; `dropped`: more than the api keeps, or not accepted; the gateway sends it again',
    },
  }),
  eventIntake: histogram(
    {
      name: 'oware_gateway_event_intake_seconds',
      about: 'From the arrival of a signed gateway event until Temporal had stored it.',
      labels: {},
    },
    SECONDS_OF_CALLS,
  ),
  eventLag: histogram(
    {
      name: 'oware_gateway_event_lag_seconds',
      about:
        'From the time that a gateway event names (when it was paid or completed) until Temporal had stored it. Events without such a time are not in it.',
      labels: { event: 'the kind of event, such as `collection`' },
    },
    SECONDS_OF_DELIVERIES,
  ),
};

/** Served by each worker. */
export const WORKER_METRICS = {
  timeToConfirm: histogram(
    {
      name: 'oware_time_to_confirm_seconds',
      about:
        "From the create until the gateway's record first proved the money: PAID or OVERPAID, and SUCCESS for payouts.",
      labels: { lifecycle: LIFECYCLE },
    },
    SECONDS_OF_PAYMENTS,
  ),
  transitions: counter({
    name: 'oware_transitions_total',
    about: 'Lifecycles that came into a state.',
    labels: { lifecycle: LIFECYCLE, state: 'a state, such as `PAID`' },
  }),
  repeatedEvents: counter({
    name: 'oware_repeated_events_total',
    about: 'Gateway events that a running lifecycle had already handled.',
    labels: { lifecycle: LIFECYCLE },
  }),
  webhookAttempts: counter({
    name: 'oware_webhook_attempts_total',
    about: 'Attempts to deliver a webhook.',
    labels: {
      lifecycle: LIFECYCLE,
      result:
        '`delivered`; `failed`: repeated on schedule; `refused`: the endpoint answered 4xx, repeated on schedule too; `disabled`: not sent, the endpoint is switched off',
    },
  }),
  webhookDelivery: histogram(
    {
      name: 'oware_webhook_delivery_seconds',
      about: 'From what happened until its webhook was delivered, over all attempts.',
      labels: { lifecycle: LIFECYCLE },
    },
    SECONDS_OF_DELIVERIES,
  ),
  reviews: gauge({
    name: 'oware_reviews',
    about: 'Lifecycles that need review now. One with items of several kinds counts under each.',
    labels: { kind: 'a review kind, such as `underpaid`' },
  }),
  reviewsAtRisk: gauge({
    name: 'oware_reviews_at_risk_kobo',
    about:
      'Amount at risk of the lifecycles that need review now, in kobo. One with items of several kinds counts under each: sum `oware_at_risk_kobo` instead.',
    labels: { kind: 'a review kind' },
  }),
  atRisk: gauge({
    name: 'oware_at_risk_kobo',
    about: 'Amount at risk of the lifecycles that need review now, in kobo.',
    labels: { lifecycle: LIFECYCLE },
  }),
  unresolved: gauge({
    name: 'oware_unresolved',
    about:
      'Lifecycles with an operation or a payment whose outcome is unknown for longer than `OWARE_UNRESOLVED_AFTER_MS`, now.',
    labels: { lifecycle: LIFECYCLE },
  }),
  webhooksWaiting: gauge({
    name: 'oware_webhooks_waiting',
    about: 'Lifecycles with a webhook that waits after a failed attempt, now.',
    labels: { lifecycle: LIFECYCLE },
  }),
  stoppedWorkflows: gauge({
    name: 'oware_stopped_workflows',
    about:
      'Workflows whose tasks fail, so that they cannot continue until their code is mended, now. `oware doctor` lists them.',
    labels: {},
  }),
  figuresReadAt: gauge({
    name: 'oware_figures_read_timestamp_seconds',
    about:
      'When the six gauges above were last read from Temporal. While Temporal does not answer, they keep their values.',
    labels: {},
  }),
  figuresComplete: gauge({
    name: 'oware_figures_complete',
    about:
      '1 if the gauges above count every lifecycle; 0 if more than 5,000 need review, or have a webhook that waits, and the rest is not counted.',
    labels: {},
  }),
};

/** Of gateway calls; served by each worker, and by the api where it holds the vault. */
export const GATEWAY_METRICS = {
  calls: histogram(
    {
      name: 'oware_gateway_call_seconds',
      about: 'Duration of gateway calls.',
      labels: {
        endpoint: 'the endpoint, as `oware endpoints` names it',
        outcome:
          '`ok`, a refusal that the endpoint declares, or a kind of failure, such as `outcome-unknown`',
      },
    },
    SECONDS_OF_CALLS,
  ),
  drift: counter({
    name: 'oware_gateway_drift_total',
    about: 'Gateway replies that differ from the contract.',
    labels: { endpoint: 'the endpoint', field: 'the field; the 501st and further ones are counted together' },
  }),
  retiringCalls: counter({
    name: 'oware_gateway_retiring_calls_total',
    about: 'Calls to paths that the gateway retires.',
    labels: { endpoint: 'the endpoint' },
  }),
};
