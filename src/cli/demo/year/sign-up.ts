import { addDays, dayOf } from '../../../domain/calendar.js';
import { kobo, toNaira } from '../../../domain/money.js';
import { cardAsTyped, type CardScenario } from '../../../sandbox/collections/test-cards.js';
import { createContext, type Demo } from '../context.js';
import type { Caller } from '../http.js';
import { waitFor } from '../wait-for.js';
import type { YearClock } from './clock.js';
import type { Customer, Kind } from './customers.js';
import { DAY_MS, type Timetable } from './timetable.js';

const MINUTE_MS = 60_000;
/** After the last due date, so that late debits are inside the mandate. */
const AFTER_THE_YEAR_MS = 5 * DAY_MS;
/** Debits of one due date, each once the one before it is proven to have failed. */
const ATTEMPTS = 3;

export interface SignUp {
  readonly demo: Demo;
  readonly oware: Caller;
  readonly gateway: Caller;
  readonly clock: YearClock;
  readonly timetable: Timetable;
}

const emailOf = ({ reference }: Customer) => `${reference}@example.com`;

/** The checkout by which a customer paid with a card: its token is charged later. */
export const cardOf = ({ reference }: Customer, nth = 1) => `${reference}-card-${nth}`;

/** A workflow starts at the machine's time, so everything is created before the clock moves. */
export async function signUp(year: SignUp, customers: readonly Customer[]): Promise<void> {
  const of = (wanted: Kind) => customers.filter(({ kind }) => kind === wanted);
  await Promise.all(of('subscription').map((customer) => subscribe(year, customer)));
  await authorizeAll(year, of('mandate'));
}

async function subscribe(year: SignUp, customer: Customer): Promise<void> {
  const { reference, amountKobo, decision, card = 'tokenizable' } = customer;
  await payByCard(year, customer, { checkout: cardOf(customer), card });
  if (decision === 'replaces-card') {
    await payByCard(year, customer, { checkout: cardOf(customer, 2), card: 'tokenizable' });
  }
  await year.oware('POST', '/v1/subscriptions', {
    reference,
    amount: toNaira(amountKobo),
    checkout: cardOf(customer),
    plan: planOf(year, customer),
  });
}

async function payByCard(
  { oware }: SignUp,
  customer: Customer,
  { checkout, card }: { readonly checkout: string; readonly card: CardScenario },
): Promise<void> {
  const payer = { email: emailOf(customer), name: 'Ada Obi' };
  await oware('POST', '/v1/checkouts', { reference: checkout, amount: '100.00', customer: payer });
  await oware('POST', `/v1/checkouts/${checkout}/card`, cardAsTyped(card));
}

function planOf({ timetable }: SignUp, { day }: Customer) {
  return {
    every: { unit: 'MONTH' },
    firstDay: timetable.dueDay(0, day),
    lastDay: addDays(dayOf(timetable.endsAt), -1),
    at: '09:00',
  };
}

async function authorizeAll(year: SignUp, customers: readonly Customer[]): Promise<void> {
  const { clock, gateway, demo } = year;
  const contexts = customers.map(({ reference }) => createContext(demo, 'mandates', reference));
  const creating = Promise.all(customers.map((customer) => createMandate(year, customer)));
  // a reply may wait for the link, which comes with time
  creating.catch(() => undefined);
  await Promise.all(customers.map((customer) => codeOf(year, customer)));
  await clock.pass(2 * MINUTE_MS, MINUTE_MS);
  await creating;
  for (const [index, customer] of customers.entries()) {
    await contexts[index]?.waitForState('PENDING_AUTHORIZATION');
    const code = await codeOf(year, customer);
    await gateway('POST', `/sandbox/mandates/${encodeURIComponent(code)}`, { authorize: true });
  }
  await clock.pass(2 * MINUTE_MS, MINUTE_MS);
  await Promise.all(contexts.map((context) => context.waitForState('ACTIVE')));
}

export function codeOf({ oware }: Pick<SignUp, 'oware'>, { reference }: Customer): Promise<string> {
  return waitFor(`the code of ${reference}`, async () => {
    const { mandateCode } = await oware('GET', `/v1/mandates/${reference}`).catch(() => ({
      mandateCode: undefined,
    }));
    return typeof mandateCode === 'string' ? mandateCode : undefined;
  });
}

async function createMandate(year: SignUp, customer: Customer): Promise<void> {
  const { reference, amountKobo, accountNumber, decision, endsAt, covers } = customer;
  const { startsAt, endsAt: yearEndsAt } = year.timetable;
  const most = covers === undefined ? undefined : toNaira(kobo(covers * amountKobo));
  await year.oware('POST', '/v1/mandates', {
    reference,
    customer: {
      name: 'Ada Obi',
      email: emailOf(customer),
      phone: '08030000000',
      address: '1 Broad Street, Lagos',
    },
    account: { bankCode: '058', accountNumber },
    description: 'Rent',
    startAt: new Date(startsAt).toISOString(),
    endAt: new Date(endsAt ?? yearEndsAt + AFTER_THE_YEAR_MS).toISOString(),
    debitAmount: toNaira(amountKobo),
    ...(most !== undefined && { amount: most }),
    ...(decision === 'customer-cancels' && { customerCancellation: true }),
    plan: { ...planOf(year, customer), attempts: ATTEMPTS },
  });
}
