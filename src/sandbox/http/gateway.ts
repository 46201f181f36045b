import { type Request } from 'express';
import { type CallTarget, type Struck } from '../faults/faults.js';
import { applyFlap, applyReadFaults } from '../faults/read-faults.js';
import { type Sending, strike, whole } from '../faults/strike.js';
import { type World } from '../world.js';
import { authenticate, isMerchant, claimedMerchant } from './access.js';
import { found, type Find, refuseOtherThanJson, refuseTooDeep, toCall, toRefusal } from './requests.js';
import { referencesIn } from './references-in.js';
import { Refusal } from './refusal.js';
import { BARE_BAD_REQUEST, ENVELOPE, PAYCODE_ENVELOPE, type Reply } from './reply.js';
import { type Call, type Route } from './route.js';

/** Serves the gateway's endpoints and applies planned faults. */
export async function serveGateway(world: World, request: Request, find: Find<Route>): Promise<Sending> {
  if (request.url.includes('|')) return whole(BARE_BAD_REQUEST);
  try {
    const { route, params } = found(request, find);
    const call = toCall(world, request, params);
    refuseOtherThanJson(request);
    refuseTooDeep(request);
    const target = targetOf(call, route);
    const struck = world.faults.forCall(target);
    if (struck.length === 0) return whole(serve(call, route));
    return await serveStruck({ call, route, target, struck });
  } catch (error) {
    return whole(toRefusal(world, ENVELOPE, error));
  }
}

function targetOf(call: Call, route: Route): CallTarget {
  return {
    endpoint: route.endpoint,
    merchantId: claimedMerchant(call)?.id,
    reads: route.method === 'GET',
    references: [call.params, call.query, call.body].flatMap(referencesIn),
  };
}

function serve(call: Call, route: Route): Reply {
  const { world } = call;
  const form = route.form === 'paycode' ? PAYCODE_ENVELOPE : ENVELOPE;
  try {
    if (route.endpoint === 'login') return form.success(route.handler(call as never));
    const merchant = authenticate(call, route);
    if (!isMerchant(merchant)) return merchant;
    const result = world.store.commit(() => route.handler({ ...call, merchant }));
    return result instanceof Refusal ? form.refusal(result) : form.success(result);
  } catch (error) {
    return toRefusal(world, form, error);
  }
}

interface StruckCall {
  readonly call: Call;
  readonly route: Route;
  readonly target: CallTarget;
  readonly struck: readonly Struck[];
}

async function serveStruck({ call, route, target, struck }: StruckCall): Promise<Sending> {
  for (const { when, fault } of struck) {
    const answer = when === 'before' ? await strike(fault) : undefined;
    if (answer) return answer;
  }
  let sending = whole(serve(target.reads ? applyReadFaults(call, struck) : call, route));
  // what it has begun does not wait for a delayed response
  call.world.agenda.wake();
  for (const one of struck) {
    if (one.when === 'before' || sending.how !== 'whole') continue;
    const { reply } = sending;
    sending =
      one.fault.kind === 'flap'
        ? whole(applyFlap(reply, one))
        : ((await strike(one.fault, reply)) ?? sending);
  }
  return sending;
}
