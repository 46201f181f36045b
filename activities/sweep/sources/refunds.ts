import type { Row } from '../../../src/domain/sweep/record.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';
import type { GatewayActivities } from '../../gateway.js';
import { boundsOf, ROWS_A_PAGE, type SourceReader, toRowPage } from './source.js';

type Reads = Pick<GatewayActivities, 'listRefunds' | 'getRefund'>;

export function refunds({ listRefunds, getRefund }: Reads): SourceReader {
  return {
    lifecycles: ['refunds-of'],
    mayIgnoreFilter: true,
    async readPage(period, page) {
      const [from, to] = boundsOf(period);
      const { body } = await listRefunds({ from, to, page, size: ROWS_A_PAGE });
      return toRowPage(body, refundRow);
    },
    async readOne(refundReference) {
      const answer = await getRefund({ refundReference });
      return answer.kind === 'ok' ? refundRow(answer.body) : 'absent';
    },
    ownersOf: ({ transactionReference = '' }) => [
      () => Promise.resolve({ lifecycle: 'refunds-of', reference: transactionReference }),
    ],
    toEvent: (of, key) => ({
      kind: 'refund',
      key,
      eventType: 'swept',
      transactionReference: of.transactionReference ?? '',
      refundReference: of.key,
      ...('status' in of && { status: of.status }),
    }),
  };
}

type RefundRecord = Extract<Awaited<ReturnType<Reads['getRefund']>>, { kind: 'ok' }>['body'];

function refundRow({ refundReference, transactionReference, refundStatus, refundAmount }: RefundRecord): Row {
  return {
    source: 'refunds',
    key: refundReference,
    status: refundStatus,
    progress: progressOfWord('refunds', refundStatus),
    amountKobo: refundAmount,
    transactionReference,
  };
}
