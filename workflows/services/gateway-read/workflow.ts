import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { FAILURES } from '../../../src/domain/failure.js';
import { failureKind, failureReason } from '../../shared/gateway/failures.js';
import { GATEWAY_READ } from '../../shared/gateway/activity-options.js';
import { isRecord, isWithinLimits } from '../../shared/run/shapes.js';
import { type GatewayRead, type GatewayReadResult, GATEWAY_READS } from './messages.js';

const reads = proxyActivities<Activities>(GATEWAY_READ);

/**
 * One gateway read for a caller: only workers hold the gateway's keys. The caller sets how long the run may
 * take.
 */
export async function readGateway(read: GatewayRead): Promise<GatewayReadResult> {
  // clients of Temporal are not bound by our types
  const isGatewayRead = isRecord(read) && isWithinLimits(read) && GATEWAY_READS.includes(read.name);
  if (!isGatewayRead) return { kind: 'refused', message: 'name: expected a supported gateway read' };
  const { name, request } = read;
  try {
    // each read has its own request, which the type of the input pairs with its name
    return await reads[name].executeWithOptions({ summary: 'Read for a caller' }, [request as never]);
  } catch (error) {
    const isRefused = FAILURES[failureKind(error)].retry === 'never';
    return isRefused ? { kind: 'refused', message: failureReason(error) } : { kind: 'unanswered' };
  }
}
