import { runSettlements } from '../collections/settlements.js';
import { takeCash } from '../collections/cash.js';
import { readCash } from '../control/cash.js';
import { readFaultPlan } from '../faults/rules.js';
import { fieldsOf, optionalText, typedText } from '../http/fields.js';
import { orRefusal, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { replay } from '../events/deliveries.js';
import { sandboxCoverage } from '../routes.js';
import { clockSection } from './clock-view.js';
import {
  bookSection,
  cashSection,
  deliverySection,
  faultSection,
  merchantSection,
  settlementSection,
  type TypedCash,
} from './control-room-view.js';
import { html, type Page, type SeeOther } from './html.js';

/** One page for whoever runs the sandbox: merchants and keys, clock, deliveries, faults, books. */
export const CONTROL_ROOM: readonly OwnRoute[] = [
  own('GET /', (call) => show(call)),
  own('POST /control/settlements', settle),
  own('POST /control/cash', cash),
  own('POST /control/deliveries/{id}/replay', repeat),
  own('POST /control/faults', plan),
  own('POST /control/faults/clear', clear),
];

const HOME: SeeOther = { seeOther: '/' };

interface Typed {
  readonly plan?: string;
  readonly cash?: TypedCash;
}

function show({ world }: Call, { plan, cash }: Typed = {}): Page {
  return {
    title: 'Sandbox control room',
    main: html`
      ${clockSection(world)} ${settlementSection()} ${merchantSection(world)} ${cashSection(world, cash)}
      ${faultSection(world, plan)} ${deliverySection(world)} ${bookSection(world)}
    `,
  };
}

/** What a person typed is there to be corrected. */
const showAgain = (call: Call, alert: string, typed: Typed): Page => ({
  ...show(call, typed),
  status: 400,
  alert,
});

function settle({ world }: Call): SeeOther {
  runSettlements(world);
  return HOME;
}

function cash(call: Call): SeeOther | Page {
  const typed = {
    merchantId: typedText(call.body, 'merchantId'),
    amount: typedText(call.body, 'amount'),
    invoiceReference: typedText(call.body, 'invoiceReference'),
  };
  const outcome = orRefusal(() => takeCash(call.world, readCash(call.world, typed)));
  if (outcome instanceof Refusal) return showAgain(call, outcome.message, { cash: typed });
  return outcome.accepted ? HOME : showAgain(call, outcome.reason, { cash: typed });
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
