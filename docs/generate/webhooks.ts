import { COMMON_WEBHOOKS } from '../../src/domain/lifecycle/webhook-types.js';
import { withAbout } from './sample.js';
import { pageOf, SENDERS, titleOf } from './webhook-pages.js';

/** What all webhooks share, and the pages of each lifecycle. */
export function webhooksPage(): string {
  const pages = SENDERS.map((kind) => {
    const names = Object.keys(kind.webhooks);
    return `| [${titleOf(kind)}](${pageOf(kind)}) | \`data.${kind.viewName}\` | ${names.length} |`;
  });
  const common = Object.entries(COMMON_WEBHOOKS).map(
    ([name, about]) => `| \`….${name}\` | ${about} | \`${JSON.stringify(withAbout(name).about)}\` |`,
  );
  return `# Webhooks to the merchant

Oware sends webhooks to \`OWARE_WEBHOOK_URL\`, signed with \`OWARE_WEBHOOK_SECRET\` according to
[Standard Webhooks](https://www.standardwebhooks.com). With \`npm start\`, \`oware listen\` receives the webhooks and
prints them. To try your own receiver, set \`OWARE_WEBHOOK_URL\`; the secret is \`webhooks.secret\` in
\`.oware/dev.json\`.

**Ship on \`checkout.paid\` or \`invoice.paid\` only.** Oware sends it when \`fulfillable\` becomes true: the payments
cover the amount or the underpayment was accepted, the money arrived before the end or was accepted, and it was not
taken back. More money for an order that is PAID is \`checkout.topped-up\`. Every reply and every webhook contains \`fulfillable\`.

## Types

Each page has the types of one lifecycle with their meaning, one example in full, and what differs in the others. The
[OpenAPI document](api.md) has the schema of each type under \`webhooks\`.

| lifecycle | object | types |
| --- | --- | --- |
${pages.join('\n')}

Every lifecycle can send these two:

| type | meaning | fields in \`data\` |
| --- | --- | --- |
${common.join('\n')}

## Fields that all have

| field | content |
| --- | --- |
| \`type\` | The name of the lifecycle, and what happened: \`checkout.paid\` |
| \`timestamp\` | When it happened |
| \`data.reference\` | The merchant's reference |
| \`data.epoch\`, \`data.sequence\` | Its place among the webhooks of the reference: order by \`epoch\`, then by \`sequence\` |
| \`data.checkout\`, \`data.transfer\`, … | The whole lifecycle as it was when this attempt was sent: the same object that the API returns |
| other fields of \`data\` | What just this webhook is about: a refund, a rejected payment, a movement of the wallet |

The object has \`reference\`, \`state\`, \`reason\` (why it is in this state), \`transitions\` (its states so far),
\`reviewItems\` (what waits for an operator, if anything), \`epoch\` and \`sequence\`. Amounts are in naira as text, and in
kobo as a whole number: \`amount\` and \`amountKobo\`.

## Signature

The headers are those of Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. The signature is over the
bytes of the body: verify it before you parse them. The [client](client.md) and every library of Standard Webhooks can verify it.

## Delivery

- Oware sends the webhooks of a reference one at a time, in order. One that fails is retried at once, then on its own schedule,
  \`OWARE_WEBHOOK_RETRY_SCHEDULE_MS\`, for about three days, and later webhooks do not wait for it. After that Oware adds the
  review item \`webhook-undelivered\`.
- **So webhooks can arrive out of order**: \`checkout.paid\` after \`checkout.unfulfillable\`, for example. The newest by \`epoch\`
  and \`sequence\` decides: ship on \`paid\` only if \`fulfillable\` is true in the newest that you have received.
- When a webhook is delivered, Oware tries those that failed before it again at once, in order, except for those that the
  receiver refused with a 4xx status or has failed on since. Such an early attempt is an extra one: the schedule stays as it is.
- A lifecycle keeps at most 500 undelivered webhooks. Above that the oldest become one, \`….missed\`. It may count a webhook
  that arrived and whose reply was lost.
- A repeat has the same \`webhook-id\`. Store the ids that you have processed. Where a lifecycle was restored after its run was lost, what may
  make you act, such as \`checkout.paid\` or \`transfer.failed\`, keeps its id; what keeps you from it, such as \`checkout.unfulfillable\`, \`transfer.success\`
  or \`….conflicting-records\`, may come again under a new one.
- A webhook that was given up stays in the lists below.
- Reply with any 2xx status. Other replies, redirects included, and no reply count as failures. All of them are retried over the whole
  schedule, also 401, 403, 404 and 410: an endpoint that comes back gets what it refused.

## What became of a webhook

\`GET /v1/checkouts/{reference}/webhooks\`, and the same of every lifecycle, lists its webhooks, the newest first: \`id\`,
\`type\`, \`sequence\`, \`attempts\`, \`deliveredAt\` or \`lastError\`, \`nextAttemptAt\`, and the state \`delivered\`, \`waiting\` or
\`given-up\`. They come from Temporal's histories, so they go back as far as \`OWARE_RETENTION_DAYS\`; \`hasEarlier\` says whether
the reply has all of them.

\`POST …/webhooks/{id}/resend\` sends one again, also when it was given up and when the workflow has closed: the same id, the
same sequence, the body that was sent last. It needs the scope \`operate\`, and the workflow \`webhook-resend:<id>\` retries
it on the same schedule. A repeat while that runs joins it. The list above shows it under \`resends\` of the
webhook, with the key that asked for it, its attempts and what came back; it lags by moments. While the endpoint is
switched off, a resend is refused with \`webhooks-disabled\`.

## Read what was missed

\`GET /v1/webhooks?after=2026-01-31T16:00:00Z\` lists the webhooks of everything, oldest first, delivered or not, each with
its id and the body as it was sent last, or as it would be sent now. Call it again with \`after\` set to \`next\` of the reply;
while \`hasMore\` is true at once, otherwise after a while.

- **No gap and no double.** A reader that follows \`next\` from a time within the retention gets every webhook with a later
  timestamp exactly once, also those that are sent meanwhile and those that were never attempted.
- The list stays 30 seconds behind the present, because Temporal's visibility lags. The guarantee holds while
  visibility, the longest workflow task and the difference between the clocks of Temporal and the API stay within that time.
- A page never skips a lifecycle that cannot be read at the moment: the reply is then 503 \`in-progress\`. Open workflows
  are asked for what they have not attempted yet, which needs a worker.
- Of a workflow that was terminated by hand, webhooks that waited since before its last run follow once a create or an event
  restores it; what that run itself had not delivered is lost, and its news are found by the check. After time travel, webhooks of
  the future appear when the machine's clock reaches them.

## An endpoint that only fails

When every webhook of the deployment has failed for \`OWARE_WEBHOOK_DISABLE_AFTER_MS\` (three days; 0 for never), Oware
switches the endpoint off: it sends nothing, webhooks are given up at once and stay in the lists, and one item
\`webhook-disabled\` appears in \`GET /v1/reviews\` and in the Web UI. \`GET /v1/webhook-endpoint\` shows since when it fails
and the last error. After the repair call \`POST /v1/webhook-endpoint/enable\` and read what was missed. Webhooks that wait
for a retry keep their schedule.

## Rotate the secret

\`OWARE_WEBHOOK_SECRET\` may hold two secrets with a space between them. Each webhook then carries a signature of each
in \`webhook-signature\`, and is valid for a receiver that knows either.

1. Generate the new secret: \`echo "whsec_$(openssl rand -base64 32)"\`.
2. Set \`OWARE_WEBHOOK_SECRET="<new> <old>"\` on all workers and restart them. Receivers still verify with the old one.
3. Give the new secret to the receiver, in place of the old one.
4. Set \`OWARE_WEBHOOK_SECRET="<new>"\` on all workers and restart them.

A webhook is signed at each attempt, so one that waits for a retry is sent with the secrets of that time.

## Receivers in your own network

In live mode the URL must be https, and Oware connects to public addresses only: a name that resolves to a private,
loopback or link-local address, or to the metadata service of a cloud, counts as no reply. For a receiver in your own
network set \`OWARE_WEBHOOK_ALLOW_PRIVATE=true\` on the workers; http is then accepted too.

\`npm run docs\` generates this page from the table of lifecycles.
`;
}
