import type { CommandModule } from 'yargs';
import { openApi } from '../api-connection.js';
import { pathOfKind } from '../kind-argument.js';
import { readRows } from '../read-rows.js';
import { showRows } from '../show-rows.js';
import { jsonOption, print } from '../table.js';

interface Options {
  readonly kind: string;
  readonly state?: string | undefined;
  readonly email?: string | undefined;
  readonly review?: string | undefined;
  readonly webhooks?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: string;
  readonly all: boolean;
  readonly json: boolean;
}

export const listCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .positional('kind', {
        type: 'string',
        demandOption: true,
        describe: 'checkouts, transfers, mandates …',
      })
      .options({
        state: { type: 'string', describe: 'One or more states: PAID,OVERPAID' },
        email: { type: 'string', describe: 'Of the customer with this e-mail address' },
        review: { type: 'string', describe: 'With a review item of this kind, or any' },
        webhooks: { choices: ['waiting'], describe: 'With a webhook that waits after a failed attempt' },
        min: { type: 'string', describe: 'At least this amount in naira' },
        max: { type: 'string', describe: 'At most this amount in naira' },
        from: { type: 'string', describe: 'In its state since this time or later (ISO)' },
        to: { type: 'string', describe: 'In its state since before this time (ISO)' },
        limit: { type: 'string', default: '20', describe: 'Rows at most' },
        all: { type: 'boolean', default: false, describe: 'All rows, page by page' },
        ...jsonOption,
      })
      .example('$0 list checkouts --state PENDING --min 5000', 'open checkouts of ₦5,000 or more')
      .example('$0 list transfers --review any --json', 'transfers that need review, as JSON'),
  handler: async ({ kind, state, email, review, webhooks, min, max, from, to, limit, all, json }) => {
    const api = openApi();
    const path = pathOfKind(kind);
    const customer =
      email === undefined ? undefined : (await api.call('POST', '/v1/customer-hashes', { email })).customer;
    const { rows, hasMore } = await readRows(api, path, {
      most: all ? Infinity : Number(limit),
      state,
      review,
      webhooks,
      customer: customer as string | undefined,
      minAmount: min,
      maxAmount: max,
      changedFrom: from,
      changedTo: to,
    });
    print(rows, json, showRows);
    if (hasMore && !json) console.log(`There are more: --limit ${rows.length * 2}, or --all.`);
  },
};
