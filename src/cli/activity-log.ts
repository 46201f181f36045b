import { asyncLocalStorage } from '@temporalio/activity';
import { isReference, ownerOf } from '../domain/reference.js';
import type { GatewayLog } from '../gateway/http/trace.js';

/** Adds to each line of a gateway call for which lifecycle it was made: the client of the gateway knows nothing of those. */
export function withActivity(log: GatewayLog): GatewayLog {
  return {
    info: (fields, message) => log.info({ ...fields, ...activityFields() }, message),
    warn: (fields, message) => log.warn({ ...fields, ...activityFields() }, message),
  };
}

/** Nothing outside of an activity. */
function activityFields(): object {
  const info = asyncLocalStorage.getStore()?.info;
  const workflowId = info?.workflowExecution?.workflowId;
  if (info === undefined || workflowId === undefined) return {};
  const [prefix, rest = ''] = workflowId.split(/:(.*)/s, 2);
  const reference = ownerOf(rest);
  // a question has a number of its own, and is about no single lifecycle
  const isNamed = prefix !== 'read' && isReference(reference);
  return { workflowId, ...(isNamed && { reference }), attempt: info.attempt };
}
