import { fromNaira, kobo, toNaira } from '../../../domain/money.js';
import type { ClockMove } from '../../../sandbox/state/time-travel.js';
import { type Account, ADA, naira, transfer } from '../steps.js';
import { type Entry, readLedger } from '../ledger.js';
import { createCaller } from '../http.js';
import type { LifecycleName, ScenarioContext } from '../scenario.js';
import { createContext, type Demo } from '../context.js';
import { waitFor } from '../wait-for.js';
import type { OrderPlan } from './timetable.js';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Lagos is an hour ahead of UTC, all year. */
const LAGOS_MS = HOUR_MS;

/** A checkout, invoice or account of the shop, with its expected state at the end of the week. */
export interface Expectation {
  readonly lifecycle: LifecycleName;
  readonly reference: string;
  readonly state: string;
  readonly collected: readonly string[];
  readonly webhooks: readonly string[];
}

/** A shop over a week: its orders, invoices and reserved accounts, and the clock. */
export function createShop(demo: Demo) {
  const { system, reporter } = demo;
  const gateway = createCaller(system.gatewayUrl);
  const expectations: Expectation[] = [];

  /** The steps of the scenarios without their output: a week has too many. */
  function quietContext(lifecycle: LifecycleName, reference: string): ScenarioContext {
    return { ...createContext(demo, lifecycle, reference), report: () => undefined };
  }

  async function now(): Promise<number> {
    return Date.parse(String((await gateway('GET', '/sandbox/clock')).now));
  }

  /** Moves the clock and reports the lifecycles that changed their state. */
  async function pass(ms: number): Promise<void> {
    const { move } = (await gateway('POST', '/sandbox/clock/advance', { ms })) as unknown as {
      move: ClockMove | null;
    };
    for (const { id, from, to } of move?.changes ?? []) {
      if (to !== null && from !== to) reporter.step('Oware', `${id.replace(/^[^:]*:/, '')} is ${to}`);
    }
  }

  /** The next time that the clock in Lagos shows this hour. */
  async function next(hour: number): Promise<number> {
    const local = (await now()) + LAGOS_MS;
    const ahead = (hour * HOUR_MS - (local % DAY_MS) + DAY_MS) % DAY_MS;
    return local + ahead - LAGOS_MS;
  }

  return {
    expectations: expectations as readonly Expectation[],
    pass,
    next,
    /** Moves the clock to the next time that Lagos has this hour, and returns the date. */
    async until(hour: number): Promise<string> {
      const at = await next(hour);
      await pass(at - (await now()));
      return new Date(at + LAGOS_MS).toLocaleDateString('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      });
    },
    async takeOrder(reference: string, plan: OrderPlan, amount: string) {
      const parts = plan.pays.map((share) => toNaira(kobo(fromNaira(amount) * share)));
      expectations.push({
        lifecycle: 'checkouts',
        reference,
        state: plan.state,
        collected: parts,
        webhooks: plan.webhooks,
      });
      reporter.step('Payer', `${reference}, ${naira(amount)}: ${plan.summary}`);
      return plan.start(quietContext('checkouts', reference), [amount, ...parts]);
    },
    async bill(reference: string, amount: string, expiresAt: number, isPaid: boolean): Promise<Account> {
      const context = quietContext('invoices', reference);
      const { account } = await context.oware('POST', '/v1/invoices', {
        reference,
        amount,
        customer: ADA,
        description: reference,
        expiresAt: new Date(expiresAt).toISOString(),
      });
      // one that is not paid is due a day before it expires
      const [state, ...webhooks] = isPaid
        ? (['PAID', 'invoice.paid'] as const)
        : (['EXPIRED', 'invoice.due', 'invoice.expired'] as const);
      const collected = isPaid ? [amount] : [];
      expectations.push({ lifecycle: 'invoices', reference, state, collected, webhooks });
      reporter.step('Merchant', `${reference}, ${naira(amount)}: an invoice`);
      return account as Account;
    },
    async reserveAccount(reference: string, amount: string, credits: number): Promise<Account> {
      const context = quietContext('reservedAccounts', reference);
      const terms = { reference, accountName: ADA.name, customer: ADA, bvn: '22212345678' };
      const { accounts } = await context.oware('POST', '/v1/reserved-accounts', terms);
      expectations.push({
        lifecycle: 'reservedAccounts',
        reference,
        state: 'ACTIVE',
        collected: Array<string>(credits).fill(amount),
        webhooks: Array<string>(credits).fill('reserved-account.credited'),
      });
      reporter.step('Merchant', `${reference}: a reserved account for Ada`);
      return (accounts as readonly [Account])[0];
    },
    async send(account: Account, amount: string, about: string): Promise<void> {
      reporter.step('Payer', `${about}: sends ${naira(amount)}`);
      await transfer(quietContext('checkouts', about), account, amount);
    },
    /** The entries of the sandbox's ledger since the last call. */
    newEntries: newSinceLastCall(async () => (await readLedger(system.gatewayUrl)).entries),
    async isBalanced(): Promise<boolean> {
      return (await readLedger(system.gatewayUrl)).balanced;
    },
    /** Differences from an expectation; empty when there are none. */
    async differences({ lifecycle, reference, state, webhooks }: Expectation): Promise<string[]> {
      const context = quietContext(lifecycle, reference);
      const found: string[] = [];
      await context.waitForState(state).catch((error: unknown) => found.push(String(error)));
      const received = () => system.merchant.webhooksOf(reference).map(({ type }) => type);
      await waitFor(
        `webhooks of ${reference}`,
        () => received().length >= webhooks.length || undefined,
      ).catch((error: unknown) => found.push(String(error)));
      const got = received();
      if (got.join() !== webhooks.join()) {
        found.push(`${reference}: webhooks: expected ${webhooks.join(', ')}, got ${got.join(', ')}`);
      }
      return found;
    },
  };
}

export type Shop = ReturnType<typeof createShop>;

function newSinceLastCall(read: () => Promise<readonly Entry[]>): () => Promise<readonly Entry[]> {
  let seen = 0;
  return async () => {
    const entries = await read();
    const fresh = entries.slice(seen);
    seen = entries.length;
    return fresh;
  };
}
