import { fromNaira, kobo, toNaira } from '../../../domain/money.js';
import type { ClockMove } from '../../../sandbox/state/time-travel.js';
import { type Account, ADA, naira, transfer } from '../acts.js';
import { type Entry, readLedger } from '../books.js';
import { createCaller } from '../http.js';
import type { Stage, STORIES } from '../scene.js';
import { createStage, type Theatre } from '../stage.js';
import { waitFor } from '../wait-for.js';
import type { OrderPlan } from './timetable.js';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Lagos is an hour ahead of UTC, all year. */
const LAGOS_MS = HOUR_MS;

/** Something that the shop waits for money on, with what must have become of it at the end of the week. */
export interface Expectation {
  readonly lifecycle: keyof typeof STORIES;
  readonly reference: string;
  readonly end: string;
  readonly collected: readonly string[];
  readonly webhooks: readonly string[];
}

/** One shop over a week: its orders, bills and customers, and the clock that all of them live by. */
export function createShop(theatre: Theatre) {
  const { company, narrator } = theatre;
  const gateway = createCaller(company.gatewayUrl);
  const expectations: Expectation[] = [];

  /** The scenes' own steps, without their lines: a week has too many of them. */
  function quietStage(lifecycle: keyof typeof STORIES, reference: string): Stage {
    return { ...createStage(theatre, lifecycle, reference), say: () => undefined };
  }

  async function now(): Promise<number> {
    return Date.parse(String((await gateway('GET', '/sandbox/clock')).now));
  }

  /** Moves the clock, and says which lifecycles changed their state on the way. */
  async function pass(ms: number): Promise<void> {
    const { move } = (await gateway('POST', '/sandbox/clock/advance', { ms })) as unknown as {
      move: ClockMove | null;
    };
    for (const { id, from, to } of move?.changes ?? []) {
      if (to !== null && from !== to) narrator.says('Oware', `${id.replace(/^[^:]*:/, '')} is ${to}`);
    }
  }

  /** The next time that it is this hour in Lagos. */
  async function next(hour: number): Promise<number> {
    const local = (await now()) + LAGOS_MS;
    const ahead = (hour * HOUR_MS - (local % DAY_MS) + DAY_MS) % DAY_MS;
    return local + ahead - LAGOS_MS;
  }

  return {
    expectations: expectations as readonly Expectation[],
    pass,
    next,
    /** Moves everything to the next time that it is this hour in Lagos, and says which day that is. */
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
        lifecycle: 'checkout',
        reference,
        end: plan.end,
        collected: parts,
        webhooks: plan.webhooks,
      });
      narrator.says('Payer', `${reference}, ${naira(amount)}: ${plan.says}`);
      return plan.open(quietStage('checkout', reference), [amount, ...parts]);
    },
    async bill(reference: string, amount: string, expiresAt: number, isPaid: boolean): Promise<Account> {
      const stage = quietStage('invoice', reference);
      const { account } = await stage.oware('POST', '/v1/invoices', {
        reference,
        amount,
        customer: ADA,
        description: reference,
        expiresAt: new Date(expiresAt).toISOString(),
      });
      const [end, webhook] = isPaid ? ['PAID', 'invoice.paid'] : ['EXPIRED', 'invoice.expired'];
      const collected = isPaid ? [amount] : [];
      expectations.push({ lifecycle: 'invoice', reference, end, collected, webhooks: [webhook] });
      narrator.says('Merchant', `${reference}, ${naira(amount)}: an invoice`);
      return account as Account;
    },
    async reserveAccount(reference: string, amount: string, credits: number): Promise<Account> {
      const stage = quietStage('reserved-account', reference);
      const terms = { reference, accountName: ADA.name, customer: ADA, bvn: '22212345678' };
      const { accounts } = await stage.oware('POST', '/v1/reserved-accounts', terms);
      expectations.push({
        lifecycle: 'reserved-account',
        reference,
        end: 'ACTIVE',
        collected: Array<string>(credits).fill(amount),
        webhooks: Array<string>(credits).fill('reserved-account.credited'),
      });
      narrator.says('Merchant', `${reference}: an account number of Ada's own, for good`);
      return (accounts as readonly [Account])[0];
    },
    async send(account: Account, amount: string, about: string): Promise<void> {
      narrator.says('Payer', `${about}: sends ${naira(amount)}`);
      await transfer(quietStage('checkout', about), account, amount);
    },
    /** What the gateway's ledger has gained since the last time that this was asked. */
    newEntries: countingFrom(async () => (await readLedger(company.gatewayUrl)).entries),
    async isBalanced(): Promise<boolean> {
      return (await readLedger(company.gatewayUrl)).balanced;
    },
    /** How an expectation was disappointed; empty when everything is as it must be. */
    async differences({ lifecycle, reference, end, webhooks }: Expectation): Promise<string[]> {
      const stage = quietStage(lifecycle, reference);
      const found: string[] = [];
      await stage.becomes(end).catch((error: unknown) => found.push(String(error)));
      const received = () => company.merchant.of(reference).map(({ type }) => type);
      await waitFor(
        `webhooks of ${reference}`,
        () => received().length >= webhooks.length || undefined,
      ).catch((error: unknown) => found.push(String(error)));
      const got = received();
      if (got.join() !== webhooks.join()) {
        found.push(`${reference}: webhooks ${got.join(', ')} instead of ${webhooks.join(', ')}`);
      }
      return found;
    },
  };
}

export type Shop = ReturnType<typeof createShop>;

function countingFrom(read: () => Promise<readonly Entry[]>): () => Promise<readonly Entry[]> {
  let seen = 0;
  return async () => {
    const entries = await read();
    const fresh = entries.slice(seen);
    seen = entries.length;
    return fresh;
  };
}
