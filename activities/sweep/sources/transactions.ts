import type { Address } from '../../../src/domain/lifecycle/address.js';
import { ZERO } from '../../../src/domain/money.js';
import type { Row } from '../../../src/domain/sweep/record.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';
import { addressOfCredit } from '../../../src/gateway/events/address.js';
import type { GatewayActivities } from '../../gateway.js';
import { boundsOf, ROWS_A_PAGE, type SourceReader, toRowPage } from './source.js';

type Reads = Pick<GatewayActivities, 'searchTransactions' | 'getTransaction'>;

export interface OwnerFinder {
  readonly findOwner: (gatewayReference: string) => Promise<Address | null>;
}

export function transactions(
  { searchTransactions, getTransaction }: Reads,
  findOwner: OwnerFinder['findOwner'],
): SourceReader {
  return {
    lifecycles: ['checkout', 'invoice', 'charge'],
    longLived: ['subscription', 'mandate'],
    async readPage(period, page) {
      const [from, to] = boundsOf(period);
      const { body } = await searchTransactions({ from, to, page, size: ROWS_A_PAGE });
      const toRow = (record: (typeof body.content)[number]): Row => {
        const { transactionReference, paymentReference, paymentStatus, amountPaid, amount } = record;
        const progress = progressOfWord('transactions', paymentStatus);
        const paid = amountPaid ?? (progress === 'pending' || progress === 'none' ? ZERO : amount);
        return {
          source: 'transactions',
          key: transactionReference,
          status: paymentStatus,
          progress,
          amountKobo: paid,
          paymentReference,
        };
      };
      return toRowPage(body, toRow, ({ completedOn }) => completedOn);
    },
    async readOne(transactionReference) {
      const answer = await getTransaction({ transactionReference });
      if (answer.kind !== 'ok') return 'absent';
      const { paymentStatus, amountPaid, paymentReference } = answer.body;
      return {
        source: 'transactions',
        key: transactionReference,
        status: paymentStatus,
        progress: progressOfWord('transactions', paymentStatus),
        amountKobo: amountPaid,
        paymentReference,
      };
    },
    ownersOf: ({ key, paymentReference }) => [
      () => Promise.resolve(addressOfCredit({ transactionReference: key, paymentReference })),
      // the listing does not say which account or invoice it belongs to
      async () => {
        const answer = await getTransaction({ transactionReference: key });
        return answer.kind === 'ok' ? addressOfCredit(answer.body) : undefined;
      },
      async () => (await findOwner(key)) ?? undefined,
    ],
    toEvent: (of, key) => ({
      kind: 'collection',
      key,
      eventType: 'swept',
      transactionReference: of.key,
      paymentReference: ('paymentReference' in of && of.paymentReference) || of.key,
      amountKobo: of.amountKobo ?? ZERO,
    }),
  };
}
