import { asyncLocalStorage } from '@temporalio/activity';
import { addressIn } from '../domain/lifecycle/address.js';
import { isReference, ownerOf } from '../domain/reference.js';
import type { GatewayLog } from '../gateway/http/trace.js';

/** Adds workflow id, reference and attempt to log lines of gateway calls; the gateway client does not know them. */
export function withActivity(log: GatewayLog): GatewayLog {
  return {
    info: (fields, message) => log.info({ ...fields, ...activityFields() }, message),
    warn: (fields, message) => log.warn({ ...fields, ...activityFields() }, message),
  };
}

/** Empty outside an activity. */
function activityFields(): object {
  const info = asyncLocalStorage.getStore()?.info;
  const workflowId = info?.workflowExecution?.workflowId;
  if (info === undefined || workflowId === undefined) return {};
  const address = addressIn(workflowId);
  const reference = ownerOf(address?.reference ?? '');
  // a gateway read has a random id and belongs to no single lifecycle
  const isNamed = address?.lifecycle !== 'gateway-read' && isReference(reference);
  return { workflowId, ...(isNamed && { reference }), attempt: info.attempt };
}
