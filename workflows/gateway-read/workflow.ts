import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { FAILURES } from '../../src/domain/failure.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { isRecord, isWieldy } from '../shared/run/shapes.js';
import { type GatewayRead, type GatewayReadResult, GATEWAY_READS } from './messages.js';

const asks = proxyActivities<Activities>(ASKS);

/**
 * One gateway read for a caller: only workers hold the gateway's keys. The caller sets how long the run may
 * take.
 */
export async function readGateway(read: GatewayRead): Promise<GatewayReadResult> {
  // clients of Temporal are not bound by our types
  const isGatewayRead = isRecord(read) && isWieldy(read) && GATEWAY_READS.includes(read.name);
  if (!isGatewayRead) return { kind: 'refused', message: 'name: expected a supported gateway read' };
  const { name, request } = read;
  try {
    return await asks[name].executeWithOptions({ summary: 'Read for a caller' }, [request]);
  } catch (error) {
    const isRefused = FAILURES[failureKind(error)].retry === 'never';
    return isRefused ? { kind: 'refused', message: failureReason(error) } : { kind: 'unanswered' };
  }
}
