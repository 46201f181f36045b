import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { judgeMandate, levelShown, type MandateReading } from '../../src/domain/mandate/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import { isAwaited } from '../../src/domain/movement/next-read.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import { readDebit } from './debit-places.js';
import type { MandateLifecycle } from './lifecycle.js';

const { getMandate } = proxyActivities<Activities>(GATEWAY_READ);

/** The subject of events about the mandate itself; those about a debit are claims about that. */
export const MANDATE_SUBJECT = 'mandate';

/** Checks the mandate, and every debit that awaits an outcome. */
export async function check(lifecycle: MandateLifecycle): Promise<Checked<MandateReading>> {
  const awaited = lifecycle
    .subject()
    .snapshot()
    .debits.filter(({ movement }) => isAwaited(movement));
  const [mandate, ...answered] = await Promise.all([
    readMandate(lifecycle),
    ...awaited.map(({ reference }) => readDebit(lifecycle, reference)),
  ]);
  const level = levelShown(mandate);
  return {
    verdict: mandate,
    shown: new Map(level === undefined ? [] : [[MANDATE_SUBJECT, level] as const]),
    isComplete: mandate.kind === 'status' && answered.every(Boolean),
  };
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
async function readMandate(lifecycle: MandateLifecycle): Promise<MandateReading> {
  const first = await readMandateOnce(lifecycle);
  return lifecycle.subject().isContradictedBy(first) ? readMandateOnce(lifecycle) : first;
}

function readMandateOnce(lifecycle: MandateLifecycle): Promise<MandateReading> {
  const { terms, mandateCode } = lifecycle.subject().snapshot();
  const { reference } = terms;
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo ?? ZERO,
    read: async () => {
      const answer = await getMandate.executeWithOptions({ summary: `Check ${reference}` }, [
        { mandateReferences: reference },
      ]);
      if (answer.kind !== 'ok') return answer;
      // a list: ours is the one with our reference
      const { body } = answer;
      const found = body.find(({ externalMandateReference }) => externalMandateReference === reference);
      const record = found ?? body[0];
      return record ? { kind: 'ok' as const, body: record } : { kind: 'not-found' };
    },
    // crossed replies happen; the record of another mandate proves nothing about this one
    isOurs: (record) => record.externalMandateReference === reference,
    judge: (record) => judgeMandate(terms, mandateCode, record),
  });
}
