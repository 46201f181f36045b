import type { CommandModule } from 'yargs';
import { BULK_KINDS } from '../../client/resolve-all.js';
import { openApi } from '../api-connection.js';

interface Options {
  readonly kind: string;
  readonly reason: string;
}

export const resolveAllCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options({
        kind: { type: 'string', choices: BULK_KINDS, demandOption: true, describe: 'Items of this kind' },
        reason: { type: 'string', demandOption: true, describe: 'Why, for the record' },
      })
      .example('$0 resolve-all --kind unmatched-event --reason "Test events"', 'after a storm of events'),
  handler: async ({ kind, reason }) => {
    const api = openApi();
    let [total, left] = [0, 1];
    for (let resolved = 1; left > 0 && resolved > 0;) {
      const answer = await api.call('POST', '/v1/reviews/resolve', { kind, reason });
      resolved = Number(answer.resolved);
      left = Number(answer.left);
      total += resolved;
    }
    // what has changed meanwhile, or may not be dismissed, is listed by `oware reviews`
    const rest = left > 0 ? '; others are left, see oware reviews' : '';
    console.log(`${total} review items dismissed${rest}`);
  },
};
