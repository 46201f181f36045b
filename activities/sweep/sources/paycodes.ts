import { progressOfWord } from '../../../src/domain/sweep/words.js';
import type { GatewayActivities } from '../../gateway.js';
import { type SourceReader, unlisted } from './source.js';

/** Cash may be collected until a code expires, days after it was created. */
export function paycodes({ getPaycode }: Pick<GatewayActivities, 'getPaycode'>): SourceReader {
  return {
    lifecycles: ['paycode'],
    isUnlisted: true,
    isReadAgain: true,
    readPage: unlisted,
    async readOne(paycodeReference) {
      const answer = await getPaycode({ paycodeReference });
      if (answer.kind !== 'ok') return 'absent';
      const { transactionStatus: status, amount } = answer.body;
      return {
        source: 'paycodes',
        key: paycodeReference,
        status,
        progress: progressOfWord('paycodes', status),
        amountKobo: amount,
      };
    },
    ownersOf: ({ key }) => [() => Promise.resolve({ lifecycle: 'paycode', reference: key })],
    // no event about paycodes is documented: an open one checks by itself, and a closed one is reported
    toEvent: (of, key) => ({ kind: 'disbursement', key, eventType: 'swept', reference: of.key }),
  };
}
