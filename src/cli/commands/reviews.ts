import type { CommandModule } from 'yargs';
import { REVIEW_KINDS } from '../../domain/lifecycle/review.js';
import { openApi } from '../api-connection.js';
import { readRows } from '../read-rows.js';
import { showReviews } from '../show-rows.js';
import { jsonOption, print } from '../table.js';

interface Options {
  readonly kind?: string | undefined;
  readonly json: boolean;
}

export const reviewsCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options({
        kind: { type: 'string', choices: REVIEW_KINDS, describe: 'Only review items of this kind' },
        ...jsonOption,
      })
      .example('$0 reviews', 'everything that needs a person')
      .example('$0 reviews --kind paid-late', 'only late payments')
      .epilogue('`oware explain` says what is wrong with one of them, `oware resolve` resolves it.'),
  handler: async ({ kind, json }) => {
    const { rows } = await readRows(openApi(), '/v1/reviews', { most: Infinity, review: kind });
    print(rows, json, showReviews);
  },
};
