import { KINDS, toWebhookView } from '../../src/client/kinds.js';
import { SAMPLES } from './samples.js';

export function webhooksPage(): string {
  return `# Webhooks

Oware sends webhooks to \`OWARE_WEBHOOK_URL\` as [Standard Webhooks](https://www.standardwebhooks.com): the headers
\`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` let the receiver verify and deduplicate them. Delivery is at
least once, in order per lifecycle, with retries over three days. \`data.epoch\` and \`data.sequence\` order webhooks of one
reference; each carries the whole lifecycle as it was at that moment.

${KINDS.filter(({ prefix }) => prefix in SAMPLES)
  .map((kind) => section(kind))
  .join('\n')}
\`npm run docs\` generates this page from the table of lifecycles.
`;
}

function section({ prefix, noun, webhooks }: (typeof KINDS)[number]): string {
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  const rows = Object.entries(webhooks).map(([name, about]) => `| \`${prefix}.${name}\` | ${about} |`);
  const examples = Object.keys(webhooks).map((name) => {
    const example = JSON.stringify(exampleOf(prefix, name), undefined, 2);
    return `<details><summary><code>${prefix}.${name}</code></summary>\n\n\`\`\`json\n${example}\n\`\`\`\n\n</details>\n`;
  });
  return `## ${title}\n\n| type | meaning |\n| --- | --- |\n${rows.join('\n')}\n\nExamples:\n\n${examples.join('\n')}`;
}

function exampleOf(prefix: string, name: string): object {
  const sample = SAMPLES[prefix]?.(name);
  if (!sample) return {};
  const { terms, epoch, sequence } = sample.snapshot;
  return {
    type: `${prefix}.${name}`,
    timestamp: '2026-01-15T09:30:00.000Z',
    data: { reference: terms.reference, epoch, sequence, ...sample.about, ...toWebhookView(sample.snapshot) },
  };
}
