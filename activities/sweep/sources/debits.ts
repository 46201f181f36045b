import { ZERO } from '../../../src/domain/money.js';
import { ownerOf } from '../../../src/domain/reference.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';
import type { GatewayActivities } from '../../gateway.js';
import { type SourceReader, unlisted } from './source.js';

export function debits({ getDebit }: Pick<GatewayActivities, 'getDebit'>): SourceReader {
  return {
    lifecycles: [],
    longLived: ['mandate'],
    isUnlisted: true,
    readPage: unlisted,
    async readOne(paymentReference) {
      const answer = await getDebit({ paymentReference });
      if (answer.kind !== 'ok') return 'absent';
      const { transactionStatus: status, debitAmount, transactionReference } = answer.body;
      return {
        source: 'debits',
        key: paymentReference,
        status,
        progress: progressOfWord('debits', status),
        ...(debitAmount != null && { amountKobo: debitAmount }),
        ...(transactionReference != null && { transactionReference }),
      };
    },
    ownersOf: ({ key }) => [() => Promise.resolve({ lifecycle: 'mandate', reference: ownerOf(key) })],
    toEvent: (of, key) => ({
      kind: 'collection',
      key,
      eventType: 'swept',
      transactionReference: of.transactionReference ?? of.key,
      paymentReference: of.key,
      amountKobo: of.amountKobo ?? ZERO,
    }),
  };
}
