import type { Row } from '../../../src/domain/sweep/record.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';
import { addressOfTransfer } from '../../../src/gateway/events/address.js';
import type { GatewayActivities } from '../../gateway.js';
import { boundsOf, ROWS_A_PAGE, type SourceReader, toRowPage } from './source.js';

type Reads = Pick<GatewayActivities, 'searchTransfers' | 'getTransfer'>;

export function transfers({ searchTransfers, getTransfer }: Reads): SourceReader {
  return {
    lifecycles: ['transfer', 'batch-part'],
    async readPage(period, pageNo) {
      const [startDate, endDate] = boundsOf(period);
      const { body } = await searchTransfers({ startDate, endDate, pageNo, pageSize: ROWS_A_PAGE });
      return toRowPage(body, transferRow);
    },
    async readOne(reference) {
      const answer = await getTransfer({ reference });
      return answer.kind === 'ok' ? transferRow(answer.body) : 'absent';
    },
    ownersOf: ({ key }) => [() => Promise.resolve(addressOfTransfer(key))],
    toEvent: (of, key) => ({
      kind: 'disbursement',
      key,
      eventType: 'swept',
      reference: of.key,
      ...('status' in of && { status: of.status }),
    }),
  };
}

type TransferRecord = Extract<Awaited<ReturnType<Reads['getTransfer']>>, { kind: 'ok' }>['body'];

export function transferRow({ reference, status, amount }: TransferRecord): Row {
  return {
    source: 'transfers',
    key: reference,
    status,
    progress: progressOfWord('transfers', status),
    amountKobo: amount,
  };
}
