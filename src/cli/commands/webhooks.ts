import type { CommandModule } from 'yargs';
import { openApi } from '../api-connection.js';
import { lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly kind?: string | undefined;
  readonly reference?: string | undefined;
  readonly resend?: string | undefined;
  readonly after: string;
  readonly json: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const AN_HOUR_MS = 3_600_000;

export const webhooksCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args)
      .positional('kind', { type: 'string', demandOption: false })
      .options({
        resend: { type: 'string', describe: 'Send the webhook with this id again' },
        after: {
          type: 'string',
          default: new Date(Date.now() - AN_HOUR_MS).toISOString(),
          defaultDescription: 'an hour ago',
          describe: 'Without a kind: the webhooks of everything since this time (ISO)',
        },
        ...jsonOption,
      })
      .example('$0 webhooks checkout order-1', 'what was sent, and whether it arrived')
      .example('$0 webhooks checkout order-1 --resend msg_1234', 'send one again')
      .example('$0 webhooks --after 2026-01-31T00:00:00Z', 'what was sent since then'),
  handler: async ({ kind, reference, resend, after, json }) => {
    const api = openApi();
    if (kind === undefined) {
      const all: Fields[] = [];
      let from = after;
      for (let hasMore = true; hasMore;) {
        const page = await api.call('GET', `/v1/webhooks?limit=100&after=${encodeURIComponent(from)}`);
        all.push(...(page.webhooks as readonly Fields[]));
        from = String(page.next);
        hasMore = page.hasMore === true;
      }
      print(all, json, showAll);
      return;
    }
    const path = `${pathOfOne({ kind, reference })}/webhooks`;
    if (resend !== undefined) {
      const answer = await api.call('POST', `${path}/${encodeURIComponent(resend)}/resend`);
      console.log(json ? JSON.stringify(answer, null, 2) : `Webhook ${resend} is sent again.`);
      return;
    }
    print((await api.call('GET', path)).webhooks as readonly Fields[], json, showLog);
  },
};

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

function showLog(rows: readonly Fields[]): string {
  if (rows.length === 0) return 'No webhooks yet.';
  return showTable(
    ['id', 'type', 'at', 'state', 'attempts', 'resends', 'last error'],
    rows.map(({ id, type, at, state, attempts, resends = [], lastError }) => {
      const { length } = resends as readonly unknown[];
      const message = (lastError as { message?: string } | undefined)?.message;
      return [id, type, at, state, attempts, length, message].map(text);
    }),
  );
}

function showAll(rows: readonly Fields[]): string {
  if (rows.length === 0) return 'No webhooks since then.';
  return showTable(
    ['id', 'type', 'at', 'reference'],
    rows.map(({ id, type, timestamp, data }) =>
      [id, type, timestamp, (data as { reference?: string } | undefined)?.reference].map(text),
    ),
  );
}
