import type { Row } from '../../../src/domain/sweep/record.js';
import { progressOfWord } from '../../../src/domain/sweep/words.js';
import type { GatewayActivities } from '../../gateway.js';
import { boundsOf, ROWS_A_PAGE, type SourceReader } from './source.js';

type Reads = Pick<GatewayActivities, 'listMandates' | 'getMandate'>;

export function mandates({ listMandates, getMandate }: Reads): SourceReader {
  return {
    lifecycles: ['mandate'],
    async readPage(period, pageNumber) {
      const [startDate, endDate] = boundsOf(period);
      const { body } = await listMandates({ startDate, endDate, pageNumber, pageSize: ROWS_A_PAGE });
      return {
        ...body,
        content: body.content.map((record) => ({ row: mandateRow(record), createdAt: undefined })),
      };
    },
    async readOne(reference) {
      const answer = await getMandate({ mandateReferences: reference });
      const found =
        answer.kind === 'ok'
          ? answer.body.find((each) => each.externalMandateReference === reference)
          : undefined;
      return found ? mandateRow(found) : 'absent';
    },
    ownersOf: ({ key }) => [() => Promise.resolve({ lifecycle: 'mandate', reference: key })],
    toEvent: (of, key) => ({
      kind: 'mandate',
      key,
      eventType: 'swept',
      ...('status' in of && { status: of.status }),
    }),
  };
}

function mandateRow({
  externalMandateReference,
  mandateCode,
  mandateStatus: status,
}: {
  readonly externalMandateReference: string | null;
  readonly mandateCode: string;
  readonly mandateStatus: string;
}): Row {
  const key = externalMandateReference ?? mandateCode;
  return { source: 'mandates', key, status, progress: progressOfWord('mandates', status) };
}
