import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { judge, levelShown, type TransferReading } from '../../src/domain/transfer/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { TransferLifecycle } from './lifecycle.js';

const { getTransfer } = proxyActivities<Activities>(GATEWAY_READ);

/** Checks the transfer with the gateway, by its reference. */
export async function check(lifecycle: TransferLifecycle): Promise<Checked<TransferReading>> {
  const transfer = lifecycle.subject();
  const first = await read(lifecycle);
  // a stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice
  const reading = transfer.isContradictedBy(first) ? await read(lifecycle) : first;
  const level = levelShown(reading);
  const { reference } = transfer.snapshot().terms;
  return {
    verdict: reading,
    shown: new Map(level === undefined ? [] : [[reference, level]]),
    isComplete: reading.kind === 'end' || reading.kind === 'authorization' || reading.kind === 'pending',
  };
}

export function read(lifecycle: TransferLifecycle): Promise<TransferReading> {
  const transfer = lifecycle.subject();
  const { terms } = transfer.snapshot();
  const { reference, amountKobo } = terms;
  return readRecord(lifecycle, {
    atRiskKobo: amountKobo,
    read: () => getTransfer.executeWithOptions({ summary: `Check ${reference}` }, [{ reference }]),
    // crossed replies happen; the record of another transfer proves nothing about this one
    isOurs: (record) => record.reference === reference,
    judge: (record): TransferReading => {
      const reading = judge(terms, record);
      if (reading.kind !== 'doubt') transfer.learn(record);
      return reading;
    },
  });
}
