import { KINDS, toWebhookView } from '../../src/client/kinds.js';
import { nameOf } from '../../workflows/shared/messages.js';
import type { Sample } from './sample.js';

export async function webhooksPage(): Promise<string> {
  const kinds = KINDS.filter(({ webhooks }) => Object.keys(webhooks).length > 0);
  const sections = await Promise.all(kinds.map((kind) => section(kind)));
  return `# Webhooks to the merchant

Oware sends webhooks to \`OWARE_WEBHOOK_URL\`, signed with \`OWARE_WEBHOOK_SECRET\` according to
[Standard Webhooks](https://www.standardwebhooks.com). With \`npm start\`, \`oware listen\` receives the webhooks and
prints them. To try your own receiver, set \`OWARE_WEBHOOK_URL\`; the secret is \`webhooks.secret\` in
\`.oware/dev.json\`.

**Ship on \`checkout.paid\` or \`invoice.paid\` only.** Oware sends it when \`fulfillable\` becomes true: the payments
cover the amount or the underpayment was accepted, the money arrived before the end or was accepted, and it was not
taken back. Every reply and every webhook contains \`fulfillable\`.

## Delivery

- A webhook carries the whole lifecycle as it was at that time, under its name, such as \`data.checkout\`: the same object that the API returns. Order webhooks of a reference by \`epoch\`, then by
  \`sequence\`.
- Oware sends the webhooks of a reference one after the other. It retries at once, then on the schedule of
  \`OWARE_WEBHOOK_RETRY_SCHEDULE_MS\`, for about three days. After that it adds the review item \`webhook-undelivered\`.
- A repeat has the same \`webhook-id\`. Store the ids that you have processed.
- Reply with any 2xx status. Other replies, and no reply, count as failures.

${sections.join('\n')}
\`npm run docs\` generates this page from the table of lifecycles.
`;
}

async function section(kind: (typeof KINDS)[number]): Promise<string> {
  const { noun, webhooks } = kind;
  const prefix = nameOf(kind);
  const { sampleOf } = (await import(`./samples/${prefix}.ts`)) as {
    readonly sampleOf: (name: string) => Sample;
  };
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  const rows = Object.entries(webhooks).map(([name, about]) => `| \`${prefix}.${name}\` | ${about} |`);
  const examples = Object.keys(webhooks).map((name) => {
    const example = JSON.stringify(toWebhook(`${prefix}.${name}`, sampleOf(name)), undefined, 2);
    return `<details><summary><code>${prefix}.${name}</code></summary>\n\n\`\`\`json\n${example}\n\`\`\`\n\n</details>\n`;
  });
  return `## ${title}\n\n| type | meaning |\n| --- | --- |\n${rows.join('\n')}\n\nExamples:\n\n${examples.join('\n')}`;
}

function toWebhook(type: string, { snapshot, about }: Sample): object {
  const { terms, epoch, sequence } = snapshot;
  return {
    type,
    timestamp: '2026-01-15T09:30:00.000Z',
    data: { reference: terms.reference, epoch, sequence, ...about, ...toWebhookView(snapshot) },
  };
}
