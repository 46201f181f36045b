import { KINDS, toWebhookView } from '../../src/client/kinds.js';
import { COMMON_WEBHOOKS } from '../../src/domain/lifecycle/webhook-types.js';
import { nameOf } from '../../workflows/shared/messages.js';
import type { Sample } from './sample.js';

type Kind = (typeof KINDS)[number];

interface Samples {
  readonly sampleOf: (name: string) => Sample;
  /** The type whose example the page has in full; the first one unless given. */
  readonly SHOWN_WHOLE?: string;
}

/** The kinds that send webhooks, in the order of the index: what merchants need first comes first. */
export const SENDERS: readonly Kind[] = KINDS.filter(
  ({ webhooks }) => Object.keys(webhooks).length > 0,
).toSorted((one, other) => Number(nameOf(other) === 'checkout') - Number(nameOf(one) === 'checkout'));

export const pageOf = (kind: Kind) => `webhooks/${nameOf(kind)}.md`;

export const titleOf = ({ noun }: Kind) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** A page for each lifecycle: its types, one of them in full, and what differs in the others. */
export const WEBHOOK_PAGES: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  SENDERS.map((kind) => [`docs/${pageOf(kind)}`, () => webhookPage(kind)]),
);

/** The samples of a kind: what it looks like when it sends a webhook. */
export async function webhookSamples(kind: Kind): Promise<Samples> {
  return (await import(`./samples/${nameOf(kind)}.ts`)) as Samples;
}

async function webhookPage(kind: Kind): Promise<string> {
  const prefix = nameOf(kind);
  const { sampleOf, SHOWN_WHOLE } = await webhookSamples(kind);
  const names = Object.keys(kind.webhooks);
  const whole = SHOWN_WHOLE ?? names[0] ?? '';
  const example = toWebhook(`${prefix}.${whole}`, sampleOf(whole));
  const rows = Object.entries(kind.webhooks).map(([name, about]) => `| \`${prefix}.${name}\` | ${about} |`);
  const others = names
    .filter((name) => name !== whole && !(name in COMMON_WEBHOOKS))
    .map((name) => `- \`${prefix}.${name}\`: ${differences(kind, example, sampleOf(name)).join('; ')}`);
  return `# ${titleOf(kind)}: webhooks

[Webhooks to the merchant](../webhooks.md) has what all of them share: signature, order, retries, common fields.

| type | meaning |
| --- | --- |
${rows.join('\n')}

## \`${prefix}.${whole}\`

\`\`\`json
${JSON.stringify(example, undefined, 2)}
\`\`\`
${
  others.length === 0
    ? ''
    : `
## What differs in the other types

Fields are those of \`data.${kind.viewName}\`, unless they start with \`data\`. \`reason\` and \`transitions\` follow the state,
and an amount in kobo follows the one in naira.

${others.join('\n')}
`
}
\`npm run docs\` generates this page from the table of lifecycles.
`;
}

interface Example {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook of this type, as the merchant receives it. */
export function toWebhook(type: string, { snapshot, about }: Sample): Example {
  const { terms, epoch, sequence } = snapshot;
  return {
    type,
    timestamp: '2026-01-15T09:30:00.000Z',
    data: { reference: terms.reference, epoch, sequence, ...about, ...toWebhookView(snapshot) },
  };
}

/** They differ with every state, and say nothing about the type. */
const OF_THE_STATE = ['reason', 'transitions'];

function differences({ viewName }: Kind, { data: whole }: Example, sample: Sample): string[] {
  const { data } = toWebhook('', sample);
  const { [viewName]: view, ...about } = data;
  const { [viewName]: wholeView, ...wholeAbout } = whole;
  const found = [
    ...changes(wholeAbout, about, 'data.'),
    ...changes(withoutState(wholeView), withoutState(view), ''),
  ];
  const absent = found.filter(({ value }) => value === undefined).map(({ path }) => `\`${path}\``);
  const shown = [
    ...found.filter(({ value }) => value !== undefined).map(({ path, value }) => `\`${path}: ${value}\``),
    ...(absent.length > 0 ? [`no ${absent.join(', ')}`] : []),
  ];
  return shown.length === 0 ? ['only `type`'] : shown;
}

type Fields = Readonly<Record<string, unknown>>;

function withoutState(view: unknown): Fields {
  return Object.fromEntries(Object.entries(view as Fields).filter(([name]) => !OF_THE_STATE.includes(name)));
}

interface Change {
  readonly path: string;
  /** As JSON; undefined where the field is absent. */
  readonly value: string | undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of one: its element is compared. */
const isRow = (value: unknown): value is readonly [Fields] =>
  Array.isArray(value) && value.length === 1 && isFields(value[0]);

function changes(before: Fields, after: Fields, path: string): Change[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  // every amount is there in naira too
  const inNaira = names.filter(
    (name) => !names.includes(name.replace(/Kobo$/, '')) || !name.endsWith('Kobo'),
  );
  return inNaira.flatMap((name) => {
    const [old, value] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    if (isFields(old) && isFields(value)) return changes(old, value, `${path}${name}.`);
    if (isRow(old) && isRow(value)) return changes(old[0], value[0], `${path}${name}[0].`);
    return [{ path: `${path}${name}`, value: JSON.stringify(value) }];
  });
}
