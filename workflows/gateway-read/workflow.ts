import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { FAILURES } from '../../src/domain/failure.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { isRecord, isWieldy } from '../shared/run/shapes.js';
import { type GatewayRead, type GatewayReadResult, GATEWAY_READS } from './messages.js';

const asks = proxyActivities<Activities>(ASKS);

/**
 * One question to the gateway on behalf of a reader: only workers hold its keys. Whoever asks sets how long
 * the run may take.
 */
export async function readGateway(read: GatewayRead): Promise<GatewayReadResult> {
  // whoever starts a workflow is not bound by our types
  const isGatewayRead = isRecord(read) && isWieldy(read) && GATEWAY_READS.includes(read.name);
  if (!isGatewayRead) return { kind: 'refused', message: 'this may not be asked' };
  const { name, request } = read;
  try {
    return await asks[name].executeWithOptions({ summary: 'Ask for a reader' }, [request]);
  } catch (error) {
    const isRefused = FAILURES[failureKind(error)].retry === 'never';
    return isRefused ? { kind: 'refused', message: failureReason(error) } : { kind: 'unanswered' };
  }
}
