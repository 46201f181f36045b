import { progressOfWord } from '../../../src/domain/sweep/words.js';
import type { GatewayActivities } from '../../gateway.js';
import { type SourceReader, unlisted } from './source.js';

export function bills({ requeryBill }: Pick<GatewayActivities, 'requeryBill'>): SourceReader {
  return {
    lifecycles: ['bill'],
    isUnlisted: true,
    isReadAgain: true,
    readPage: unlisted,
    async readOne(reference) {
      const answer = await requeryBill({ reference });
      if (answer.kind !== 'ok') return 'absent';
      const { vendStatus: status, vendAmount } = answer.body;
      return {
        source: 'bills',
        key: reference,
        status,
        progress: progressOfWord('bills', status),
        ...(vendAmount != null && { amountKobo: vendAmount }),
      };
    },
    ownersOf: ({ key }) => [() => Promise.resolve({ lifecycle: 'bill', reference: key })],
    // no event about bills is documented: an open bill checks by itself, and a closed one is reported
    toEvent: (of, key) => ({ kind: 'disbursement', key, eventType: 'swept', reference: of.key }),
  };
}
