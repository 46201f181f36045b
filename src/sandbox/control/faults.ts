import { FaultPlanError, readFaultPlan } from '../faults/rules.js';
import { magicReferences } from '../faults/magic.js';
import { badRequest } from '../http/refusal.js';
import { Answer } from '../http/reply.js';
import { sandboxCoverage } from '../routes.js';
import { type Call, own, type OwnRoute } from '../http/route.js';

export const FAULT_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/faults', ({ world }) => world.faults.list()),
  own('POST /sandbox/faults', plan),
  own('DELETE /sandbox/faults', clear),
  own('DELETE /sandbox/faults/{id}', clear),
  own('GET /sandbox/magic-references', () => magicReferences()),
];

/** One rule or a list of them. */
function plan({ world, body }: Call) {
  try {
    return new Answer(201, world.faults.add(readFaultPlan(body, sandboxCoverage())));
  } catch (error) {
    if (error instanceof FaultPlanError) throw badRequest(error.message);
    throw error;
  }
}

function clear({ world, params }: Call) {
  world.faults.clear(params['id']);
  return world.faults.list();
}
