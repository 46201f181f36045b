import { type Kobo, kobo, showNaira, sum, ZERO } from '../../../domain/money.js';
import { createContext, type Demo } from '../context.js';
import type { Reply } from '../http.js';
import { amountOf, type Entry } from '../ledger.js';
import { waitFor } from '../wait-for.js';
import { type Customer, DEBIT_WITHIN_MS, type Kind, type Result } from './customers.js';
import type { Timetable } from './timetable.js';

/** One debit or charge as Oware reports it. */
interface Payment {
  readonly day: string;
  readonly state: string;
  readonly amountKobo: number;
  readonly transactionReference?: string;
  /** By the workflow's clock. */
  readonly sentAt?: string;
}

/** What became of one due date. */
export interface DueDate {
  readonly customer: Customer;
  readonly month: number;
  readonly result: Result | undefined;
  /** When a payment of it was sent, as Oware reports it. */
  readonly sentAt: readonly number[];
  /** The collections of the ledger that belong to it. */
  readonly entries: readonly Entry[];
}

export interface CheckedYear {
  readonly dueDates: readonly DueDate[];
  readonly differences: readonly string[];
}

/** From the last moment to send a payment to the gateway's answer. */
const ANSWER_MS = 60_000;
const PAID_WEBHOOK: Readonly<Record<Kind, string>> = {
  mandate: 'mandate.debit-paid',
  subscription: 'subscription.charged',
};

export interface YearToCheck {
  readonly demo: Demo;
  readonly customers: readonly Customer[];
  readonly timetable: Timetable;
  /** The collections of the year in the sandbox's ledger, which Oware does not write. */
  readonly collections: readonly Entry[];
  /** The sandbox is ahead of the workflows by one step at most. */
  readonly stepMs: number;
}

/** Compares every due date of every customer with its plan, and with the ledger. */
export async function checkYear(year: YearToCheck): Promise<CheckedYear> {
  const checked: CheckedYear[] = [];
  for (const customer of year.customers) checked.push(await checkCustomer(year, customer));
  const dueDates = checked.flatMap((each) => each.dueDates);
  const found = new Set(dueDates.flatMap(({ entries }) => entries));
  const unknown = year.collections.filter((entry) => !found.has(entry));
  const differences = [
    ...checked.flatMap((each) => each.differences),
    ...unknown.map((entry) => `the ledger has a collection that Oware does not report: ${entry.reference}`),
  ];
  return { dueDates, differences };
}

async function checkCustomer(year: YearToCheck, customer: Customer): Promise<CheckedYear> {
  const { kind, reference, endState } = customer;
  const context = createContext(year.demo, kind === 'mandate' ? 'mandates' : 'subscriptions', reference);
  const differences: string[] = [];
  const view = await context.waitForState(endState).catch((error: unknown) => {
    differences.push(String(error));
    return context.oware('GET', `/v1/${kind}s/${reference}`);
  });
  const payments =
    kind === 'mandate'
      ? paymentsOfMandate(await context.oware('GET', `/v1/mandates/${reference}/debits`))
      : paymentsOfSubscription(view);
  const dueDates = year.timetable.months.map((_, month) => dueDateOf(year, customer, { month, payments }));
  const review = (view.reviewItems ?? []) as readonly { readonly kind: string; readonly reason: string }[];
  return {
    dueDates,
    differences: [
      ...differences,
      ...dueDates.flatMap((due) => differencesOf(due, year)),
      ...review.map((item) => `${reference}: needs review: ${item.kind}, ${item.reason}`),
      ...sumDifferences(customer, view, dueDates),
      ...(await webhookDifferences(year, customer, dueDates)),
    ],
  };
}

function paymentsOfMandate({ debits }: Reply): readonly Payment[] {
  return debits as readonly Payment[];
}

function paymentsOfSubscription({ periods }: Reply): readonly Payment[] {
  return (periods as readonly (Payment & { readonly attempts: readonly Payment[] })[]).flatMap(
    ({ day, state, amountKobo, attempts }) => [
      // the period itself says what became of it; its attempts say which money is its own
      { day, state, amountKobo },
      ...attempts.map((attempt) => ({ ...attempt, day, amountKobo })),
    ],
  );
}

function dueDateOf(
  { timetable, collections }: YearToCheck,
  customer: Customer,
  { month, payments }: { readonly month: number; readonly payments: readonly Payment[] },
): DueDate {
  const own = payments.filter(({ day }) => day === timetable.dueDay(month, customer.day));
  const references = new Set(own.map(({ transactionReference }) => transactionReference));
  const entries = collections.filter(({ reference }) => references.has(reference));
  const sentAt = own.flatMap((payment) => (payment.sentAt === undefined ? [] : [Date.parse(payment.sentAt)]));
  return { customer, month, result: resultOf(own), sentAt, entries };
}

function resultOf(payments: readonly Payment[]): Result | undefined {
  const states = new Set(payments.map(({ state }) => state));
  if (states.has('PAID')) return 'collected';
  if (states.has('EXPIRED') || states.has('MISSED')) return 'missed';
  if (states.has('FAILED') || states.has('REFUSED')) return 'failed';
  return payments.length === 0 || states.has('CANCELLED') ? 'cancelled' : undefined;
}

/** Differences of one due date from its plan; empty when there are none. */
export function differencesOf(
  { customer, month, result, sentAt, entries }: DueDate,
  { timetable, stepMs }: Pick<YearToCheck, 'timetable' | 'stepMs'>,
): string[] {
  const { kind, reference, day, amountKobo, expects } = customer;
  const what = `${reference}, ${timetable.dueDay(month, day)}`;
  const expected = expects(month);
  const dueAt = timetable.dueAt(month, day);
  const until = kind === 'mandate' ? dueAt + DEBIT_WITHIN_MS : timetable.nextDueAt(month, day);
  const isInTime = (at: number, aheadMs: number) => at >= dueAt && at < until + aheadMs;
  const outOfTime = [
    ...sentAt.filter((at) => !isInTime(at, ANSWER_MS)),
    ...entries.map(({ at }) => at).filter((at) => !isInTime(at, stepMs)),
  ];
  const [wanted, collected] = [expected === 'collected' ? amountKobo : ZERO, sumOf(entries)];
  return [
    ...(result === expected ? [] : [`${what}: expected ${expected}, Oware reports ${String(result)}`]),
    ...(entries.length <= 1 ? [] : [`${what}: collected ${entries.length} times`]),
    ...(collected === wanted
      ? []
      : [`${what}: expected ${showNaira(wanted)}, the ledger has ${showNaira(collected)}`]),
    ...outOfTime.map((at) => `${what}: out of its time, at ${new Date(at).toISOString()}`),
  ];
}

export function sumOf(entries: readonly Entry[]): Kobo {
  return sum(...entries.map(amountOf));
}

/** Oware's own totals against the ledger. */
function sumDifferences({ kind, reference }: Customer, view: Reply, dueDates: readonly DueDate[]): string[] {
  const total =
    kind === 'mandate'
      ? (view.debited as { readonly sumKobo: number }).sumKobo
      : (view.totals as { readonly chargedKobo: number }).chargedKobo;
  const ledger = sumOf(dueDates.flatMap(({ entries }) => entries));
  if (total === ledger) return [];
  return [`${reference}: Oware reports ${showNaira(kobo(total))}, the ledger has ${showNaira(ledger)}`];
}

/** The merchant hears of every collection once. */
async function webhookDifferences(
  { demo }: YearToCheck,
  { kind, reference }: Customer,
  dueDates: readonly DueDate[],
): Promise<string[]> {
  const expected = dueDates.filter(({ result }) => result === 'collected').length;
  const received = () =>
    demo.system.merchant.webhooksOf(reference).filter(({ type }) => type === PAID_WEBHOOK[kind]).length;
  await waitFor('webhooks', () => received() >= expected || undefined).catch(() => undefined);
  if (received() === expected) return [];
  return [`${reference}: expected ${expected} webhooks of collections, got ${received()}`];
}
