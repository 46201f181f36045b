import { runSettlements } from '../collections/settlements.js';
import { readFaultPlan } from '../faults/rules.js';
import { fieldsOf, optionalText, typedText } from '../http/fields.js';
import { type Call, own, type OwnRoute, ownSteps } from '../http/route.js';
import { replay } from '../events/deliveries.js';
import { sandboxCoverage } from '../routes.js';
import { readDuration } from '../state/clock.js';
import { advance } from '../state/time-travel.js';
import {
  bookSection,
  clockSection,
  deliverySection,
  faultSection,
  merchantSection,
} from './control-room-view.js';
import { html, type Page, type SeeOther } from './html.js';

/** One page for whoever runs the sandbox: merchants and keys, clock, deliveries, faults, books. */
export const CONTROL_ROOM: readonly OwnRoute[] = [
  own('GET /', (call) => show(call)),
  ownSteps('POST /control/clock', moveClock),
  own('POST /control/settlements', settle),
  own('POST /control/deliveries/{id}/replay', repeat),
  own('POST /control/faults', plan),
  own('POST /control/faults/clear', clear),
];

const HOME: SeeOther = { seeOther: '/' };

interface Typed {
  readonly duration?: string;
  readonly plan?: string;
}

function show({ world }: Call, { duration, plan }: Typed = {}): Page {
  return {
    title: 'Sandbox control room',
    main: html`
      ${clockSection(world, duration)} ${merchantSection(world)} ${faultSection(world, plan)}
      ${deliverySection(world)} ${bookSection(world)}
    `,
  };
}

/** What a person typed is there to be corrected. */
const showAgain = (call: Call, alert: string, typed: Typed): Page => ({
  ...show(call, typed),
  status: 400,
  alert,
});

async function moveClock(call: Call): Promise<SeeOther | Page> {
  const duration = typedText(call.body, 'duration');
  const ms = readDuration(duration);
  if (ms === undefined) return showAgain(call, 'Say how far as 90s, 40m, 2h or 3d', { duration });
  await advance(call.world, ms);
  return HOME;
}

function settle({ world }: Call): SeeOther {
  runSettlements(world);
  return HOME;
}

function repeat({ world, params }: Call): SeeOther {
  replay(world, params['id'] ?? '');
  return HOME;
}

function plan(call: Call): SeeOther | Page {
  const typed = typedText(call.body, 'plan');
  try {
    call.world.faults.add(readFaultPlan(JSON.parse(typed), sandboxCoverage()));
  } catch (error) {
    return showAgain(call, (error as Error).message, { plan: typed });
  }
  return HOME;
}

function clear({ world, body }: Call): SeeOther {
  world.faults.clear(optionalText(fieldsOf(body ?? {}), 'id'));
  return HOME;
}
