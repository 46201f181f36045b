import { runSettlements } from '../collections/settlements.js';
import { readFaultPlan } from '../faults/rules.js';
import { fieldsOf, optionalText, text } from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
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
  own('GET /', show),
  ownSteps('POST /control/clock', moveClock),
  own('POST /control/settlements', settle),
  own('POST /control/deliveries/{id}/replay', repeat),
  own('POST /control/faults', plan),
  own('POST /control/faults/clear', clear),
];

const HOME: SeeOther = { seeOther: '/' };

function show({ world }: Call): Page {
  return {
    title: 'Sandbox control room',
    main: html`
      ${clockSection(world)} ${merchantSection(world)} ${faultSection(world)} ${deliverySection(world)}
      ${bookSection(world)}
    `,
  };
}

async function moveClock({ world, body }: Call): Promise<SeeOther> {
  const ms = readDuration(text(fieldsOf(body), 'duration'));
  if (ms === undefined) throw badRequest('Say how far as 90s, 40m, 2h or 3d');
  await advance(world, ms);
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

function plan({ world, body }: Call): SeeOther {
  try {
    world.faults.add(readFaultPlan(JSON.parse(text(fieldsOf(body), 'plan')), sandboxCoverage()));
  } catch (error) {
    throw badRequest((error as Error).message);
  }
  return HOME;
}

function clear({ world, body }: Call): SeeOther {
  world.faults.clear(optionalText(fieldsOf(body ?? {}), 'id'));
  return HOME;
}
