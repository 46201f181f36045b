import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Act, ASKED, type Plan, plan, STEPS } from '../support/disorder.js';
import { createMovedWorld, type MovedWorld } from '../support/moved-time.js';
import { reviewItems } from '../support/review.js';
import { waitUntil } from '../support/wait-until.js';
import { MINUTE, type Reply } from '../support/world.js';

/** Lifecycles that share one timeline, and how many in all: `OWARE_DISORDER_WORLDS=1000` for a long run. */
const AT_ONCE = 50;
const WORLDS = Number(process.env.OWARE_DISORDER_WORLDS ?? 100);
const SEED = Number(process.env.OWARE_DISORDER_SEED ?? Date.now() % 1_000_000);

let world: MovedWorld;
beforeAll(async () => {
  world = await createMovedWorld();
  await world.control(`merchants/${world.account.id}`, { switches: { latePayment: 'ACCEPTED' } }, 'PATCH');
  // the sandbox notes what is written, so that it can lag, while any fault is planned
  await world.strike({ on: 'call', reference: 'nobody', fault: { kind: 'reset' } });
});
afterAll(() => world.close());

const PATHS = {
  checkout: 'checkouts',
  invoice: 'invoices',
  'reserved-account': 'reserved-accounts',
} as const;
const PREFIXES = { checkout: 'payment', invoice: 'invoice', 'reserved-account': 'reserved-account' } as const;

interface Lifecycle {
  readonly plan: Plan;
  readonly reference: string;
  readonly account: { readonly bankCode: string; readonly accountNumber: string };
  /** Accepted by the gateway, in kobo. */
  readonly paid: number[];
}

async function begin(one: Plan, reference: string): Promise<Lifecycle> {
  const customer = { email: 'ada@example.com', name: 'Ada Obi' };
  const path = `/v1/${PATHS[one.story]}`;
  const open = async (terms: object) =>
    (await world.call('POST', path, { reference, customer, ...terms })).body;
  const paid: number[] = [];
  if (one.story === 'checkout') {
    await open({ amount: '2500.00' });
    const { body } = await world.call('POST', `${path}/${reference}/transfer-account`);
    return { plan: one, reference, account: body as never, paid };
  }
  if (one.story === 'invoice') {
    const expiresAt = new Date(world.sandbox.clock.now() + 45 * MINUTE).toISOString();
    const { account } = await open({ amount: '2500.00', description: 'School fees', expiresAt });
    return { plan: one, reference, account: account as never, paid };
  }
  const { accounts } = await open({ accountName: 'Ada Obi', bvn: '22212345678' });
  return { plan: one, reference, account: (accounts as never[])[0]!, paid };
}

async function perform({ plan: { story }, reference, account, paid }: Lifecycle, act: Act): Promise<void> {
  const path = `/v1/${PATHS[story]}/${reference}`;
  switch (act.kind) {
    case 'pay': {
      if (act.event !== 'none') {
        const fault = act.event === 'delay' ? { kind: 'delay', ms: 3 * MINUTE } : { kind: act.event };
        await world.strike({ on: 'event', reference, fault });
      }
      if (act.lagMs > 0) {
        const fault = { kind: 'lag', ms: act.lagMs };
        await world.strike({ on: 'call', endpoint: 'getTransaction', reference, fault });
      }
      const { accepted } = await world.pay(account, (act.kobo / 100).toFixed(2));
      if (accepted) paid.push(act.kobo);
      return;
    }
    case 'check':
      if (story === 'checkout') await world.oware.checkouts.payerReturned(reference);
      if (story === 'invoice') await world.oware.invoices.payerReturned(reference);
      return;
    case 'cancel':
      // given back, an account takes no money any more; refusals are part of the game
      if (story !== 'reserved-account') await world.call('POST', `${path}/cancel`);
      return;
    case 'replay': {
      const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(`"${reference}"`));
      if (delivery) await world.control(`deliveries/${delivery.id}/replay`, {});
    }
  }
}

/** Everything that must hold when nothing moves any more; what does not, in words. */
async function differencesOf({ plan: { story }, reference, paid }: Lifecycle): Promise<string[]> {
  const { body } = await world.call('GET', `/v1/${PATHS[story]}/${reference}`);
  const total = paid.reduce((sum, each) => sum + each, 0);
  const told = world.merchant.of(reference);
  const wrong: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) wrong.push(`${reference}: ${what}`);
  };
  const sequences = told.map(({ data }) => data.sequence);
  check(sequences.join() === sequences.map((_, index) => index + 1).join(), `sequence ${sequences.join()}`);
  const handle = world.client.workflow.getHandle(`${PREFIXES[story]}:${reference}`);
  const { events } = await handle.fetchHistory();
  const causes = events?.map((each) => each.workflowTaskFailedEventAttributes?.cause ?? UNHANDLED_COMMAND);
  check(causes?.every((cause) => OVERTAKEN.includes(cause)) ?? false, 'a workflow task has failed');
  if (story === 'reserved-account') {
    const { count, sumKobo } = body.credited as { count: number; sumKobo: number };
    check(count === paid.length && sumKobo === total, `${count} credits of ${sumKobo}, paid ${paid.join()}`);
    const credited = told.filter(({ type }) => type === 'reserved-account.credited');
    check(credited.length === paid.length, `${credited.length} webhooks for ${paid.length} credits`);
    return wrong;
  }
  checkMoney(body, total, check);
  const { status } = await handle.describe();
  const isOpenForAReason = status.name !== 'RUNNING' || reviewItems(body).length > 0;
  check(isOpenForAReason, `stuck in ${body.state}`);
  const goods = told.filter(({ type }) => type.endsWith('.paid')).length;
  check(
    goods === (body.fulfillable === true ? 1 : 0),
    `told ${goods} times to ship, fulfillable ${String(body.fulfillable)}`,
  );
  return wrong;
}

function checkMoney(body: Reply, total: number, check: (holds: boolean, what: string) => void): void {
  const known = (body.paid as { amountKobo: number } | undefined)?.amountKobo ?? 0;
  check(known === total, `knows ${known}, the ledger has ${total}, ${body.state}`);
  const expected = total === 0 ? ['EXPIRED', 'CANCELLED', 'FAILED'] : [bySum(total)];
  check(expected.includes(body.state), `${body.state} with ${total}`);
}

function bySum(total: number): string {
  if (total < ASKED) return 'PARTIALLY_PAID';
  return total === ASKED ? 'PAID' : 'OVERPAID';
}

/** The server's numbers for tasks that an event has overtaken: they are done again, with the event. */
const UNHANDLED_COMMAND = 1;
const OVERTAKEN: readonly number[] = [UNHANDLED_COMMAND, 17];

let batches = 0;

async function play(plans: readonly Plan[]): Promise<void> {
  const batch = ++batches;
  await world.backToNow();
  const lifecycles = await inFew(plans, (one, index) => begin(one, `d${SEED}-${batch}-${index}`));
  for (const [step, ms] of STEPS.entries()) {
    await inFew(lifecycles, async (lifecycle) => {
      for (const { act } of lifecycle.plan.acts.filter((each) => each.step === step)) {
        await perform(lifecycle, act);
      }
    });
    await world.pass(ms, ms);
  }
  // until nothing is on its way any more: the gateway repeats what was not taken, records catch up, schedules end
  await world.pass(2 * 60 * MINUTE, 15 * MINUTE);
  await world.sandbox.deliveries.settled();
  // what nobody told an account of is found by its daily sweep
  await world.pass(25 * 60 * MINUTE, 5 * 60 * MINUTE);
  let differences: string[] = [];
  await waitUntil('everything to be as it should', async () => {
    differences = (await inFew(lifecycles, differencesOf)).flat();
    return differences.length === 0;
  }).catch(() => undefined);
  const failed = lifecycles
    .filter(({ reference }) => differences.some((each) => each.startsWith(`${reference}:`)))
    .map(({ reference, plan: { story, acts } }) => `${reference} ${story} ${JSON.stringify(acts)}`);
  expect(differences, failed.join('\n')).toEqual([]);
  expect(world.sandbox.books.audit()).toMatchObject({ balanced: true });
  // accounts never end, and each one that is open would be moved with every batch after this one
  await world.terminateAll();
}

/** A few at a time: the machine that runs this may be small. */
async function inFew<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 10) {
    const some = items.slice(at, at + 10).map((item, index) => work(item, at + index));
    results.push(...(await Promise.all(some)));
  }
  return results;
}

it(
  `whatever order things come in, the end is what the ledger says (${WORLDS} lifecycles, seed ${SEED})`,
  async () => {
    const plans = fc.array(plan, { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(fc.asyncProperty(plans, play), {
      numRuns: Math.ceil(WORLDS / AT_ONCE),
      seed: SEED,
      // a shrunk world would cost another life of fifty payments each time; the plans that failed are printed
      endOnFailure: true,
    });
  },
  60 * MINUTE,
);
