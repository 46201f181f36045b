import { runSettlements } from '../collections/settlements.js';
import { takeCash } from '../collections/cash.js';
import { readCash } from '../control/cash.js';
import { changeMerchant, setWallet } from '../control/merchants.js';
import { readFaultPlan } from '../faults/rules.js';
import { fieldsOf, optionalText, typedText } from '../http/fields.js';
import { orRefusal, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { replay } from '../events/deliveries.js';
import { sandboxCoverage } from '../routes.js';
import { clockSection } from './clock-view.js';
import {
  ledgerSection,
  cashSection,
  deliverySection,
  faultSection,
  settlementSection,
  type TypedCash,
} from './dashboard-view.js';
import { html, type Page, type SeeOther } from './html.js';
import { merchantSection, type TypedMerchant } from './merchants-view.js';
import { payoutSection } from './payouts-view.js';

/** The sandbox dashboard: merchants and keys, clock, transfers, events, faults, ledger. */
export const DASHBOARD: readonly OwnRoute[] = [
  own('GET /', (call) => show(call)),
  own('POST /dashboard/settlements', settle),
  own('POST /dashboard/merchants/{id}/wallet', setBalance),
  own('POST /dashboard/merchants/{id}/switches', setSwitches),
  own('POST /dashboard/cash', cash),
  own('POST /dashboard/deliveries/{id}/replay', repeat),
  own('POST /dashboard/faults', plan),
  own('POST /dashboard/faults/clear', clear),
];

const HOME: SeeOther = { seeOther: '/' };

interface Typed {
  readonly plan?: string;
  readonly cash?: TypedCash;
  readonly merchant?: TypedMerchant;
}

function show({ world }: Call, { plan, cash, merchant }: Typed = {}): Page {
  return {
    title: 'Sandbox dashboard',
    main: html`
      ${clockSection(world)} ${settlementSection()} ${merchantSection(world, merchant)}
      ${cashSection(world, cash)} ${payoutSection(world)} ${faultSection(world, plan)}
      ${deliverySection(world)} ${ledgerSection(world)}
    `,
  };
}

/** Keeps the entered values, so that they can be corrected. */
const showAgain = (call: Call, alert: string, typed: Typed): Page => ({
  ...show(call, typed),
  status: 400,
  alert,
});

function settle({ world }: Call): SeeOther {
  runSettlements(world);
  return HOME;
}

function setBalance(call: Call): SeeOther | Page {
  const { id = '' } = call.params;
  const balance = typedText(call.body, 'balance');
  const set = orRefusal(() => setWallet(call.world, id, { balance }));
  return set instanceof Refusal ? showAgain(call, set.message, { merchant: { id, balance } }) : HOME;
}

function setSwitches(call: Call): SeeOther | Page {
  const { id = '' } = call.params;
  const switches = typedText(call.body, 'switches');
  try {
    changeMerchant(call.world, id, { switches: JSON.parse(switches) as unknown });
  } catch (error) {
    return showAgain(call, (error as Error).message, { merchant: { id, switches } });
  }
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
