import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo, sum, toNaira } from '../../src/domain/money.js';
import { createReservedAccounts, type ReservedAccounts } from '../support/lifecycles/reserved-accounts.js';
import { reviewItems } from '../support/lifecycles/review-items.js';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/world/time-skipping-world.js';
import { DAY, HOUR } from '../support/world/world.js';

const DAYS = 35;
const CREDITS_A_DAY = 3;
/** The merchant's service is down for these two days. */
const MERCHANT_AWAY = { from: 20, to: 22 };

// on the time-skipping server: fast-forward loses time from the third continue-as-new on
let world: TimeSkippingWorld;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createTimeSkippingWorld({
    settings: {
      continueAsNewAfterHistoryEvents: 120,
      webhookRetryScheduleMs: Array.from({ length: 20 }, () => 6 * HOUR),
    },
  });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

interface Sent {
  readonly day: number;
  readonly amountKobo: number;
  readonly transactionReference: string;
}

/** The same event with another amount, and so with a new delivery key. */
async function deliverWithAmount(amount: number, { transactionReference }: Sent): Promise<void> {
  const { body } = world.deliveryOf(transactionReference)!;
  const mutated = body.replace(/"amountPaid":[\d.]+/g, `"amountPaid":${amount}`);
  expect(await world.postEvent(mutated)).toBe(200);
}

async function deliverMore([known]: readonly Sent[]): Promise<void> {
  if (known) await deliverWithAmount(9_999, known);
}

/** The server's causes for tasks that it retries because events arrived: unhandled command, force close command. */
const OVERTAKEN: readonly number[] = [1, 17];

it('in 35 days with lost, repeated and late events and a merchant unavailable for two, every credit is reported once', async () => {
  const reference = 'a-month';
  const number = await accounts.open(reference);
  const sent: Sent[] = [];
  const runs = new Set<string>();
  const on = (day: number) => sent.filter((credit) => credit.day === day);
  const handle = world.handle(accounts.id(reference));

  for (let day = 0; day < DAYS; day++) {
    if (day === MERCHANT_AWAY.from) world.merchant.answers(500);
    if (day === MERCHANT_AWAY.to) world.merchant.answers(204);
    for (let nth = 0; nth < CREDITS_A_DAY; nth++) {
      // every other day the event of one credit is lost, and the daily sweep finds it
      if (day % 2 === 1 && nth === 1) {
        const fault = { kind: 'drop' };
        await world.planFault({ on: 'event', event: 'SUCCESSFUL_TRANSACTION', reference, fault });
      }
      const amountKobo = 100_00 + day * 1_000 + nth * 7;
      const { transactionReference } = await accounts.pay(number, toNaira(kobo(amountKobo)));
      sent.push({ day, amountKobo, transactionReference });
      await world.pass(HOUR, HOUR);
    }
    for (const { transactionReference } of [...on(day), ...on(day - 5), ...on(day - 12)].slice(0, 4)) {
      await world.replayEventOf(transactionReference);
    }
    // about a credit that was reported three days ago: the account remembers it
    await deliverMore(on(day - 3));
    await world.pass(HOUR, HOUR);
    // once more, as a gateway does: this server loses a signal that comes when a run continues as new
    await deliverMore(on(day - 3));
    // less, about an old one
    if (day === 33) await deliverWithAmount(8_888, on(2)[0]!);
    await world.sandbox.deliveries.settled();
    await world.pass(DAY - (CREDITS_A_DAY + 1) * HOUR, 7 * HOUR);
    runs.add((await handle.describe()).runId);
  }
  // one more day: the sweep finds what was lost on the last one
  await world.pass(DAY + HOUR, 5 * HOUR);

  const received = await accounts.receives(reference, DAYS * CREDITS_A_DAY);
  expect(world.merchant.of(reference)).toHaveLength(DAYS * CREDITS_A_DAY);
  const reported = received.map(
    ({ data }) => data.credit as { transactionReference: string; amountKobo: number },
  );
  const byReference = (one: { transactionReference: string }, other: { transactionReference: string }) =>
    one.transactionReference < other.transactionReference ? -1 : 1;
  const facts = ({ transactionReference, amountKobo }: (typeof reported)[number]) => [
    transactionReference,
    amountKobo,
  ];
  expect([...reported].sort(byReference).map(facts)).toEqual([...sent].sort(byReference).map(facts));
  // those that failed while the merchant was unavailable come after the first that is taken
  const sequences = received.map(({ data }) => data.sequence).toSorted((one, other) => one - other);
  expect(sequences).toEqual(sent.map((_, index) => index + 1));

  const total = toNaira(sum(...sent.map(({ amountKobo }) => kobo(amountKobo))));
  expect(await accounts.credits(reference)).toMatchObject({ count: sent.length, sum: total });
  for (const { transactionReference } of sent) expect(world.collected(transactionReference)).toHaveLength(1);
  const items = reviewItems((await accounts.get(reference)).body);
  // more than was reported is for a person, one item each
  const more = Array.from({ length: DAYS - 3 }, (_, day) => on(day)[0]!.transactionReference);
  // the amounts of old credits are remembered too: a lower claim about one adds nothing to the higher one
  const keys = more.map((known) => `unproven-event:${known}:999900`);
  expect(items.map(({ key }) => key).sort()).toEqual(keys.sort());

  expect(runs.size).toBeGreaterThan(5);
  for (const runId of runs) {
    const { events } = await world.client.workflow.getHandle(accounts.id(reference), runId).fetchHistory();
    const failures = (events ?? []).flatMap((event) => event.workflowTaskFailedEventAttributes ?? []);
    // the server retries a task when an event arrives at the end of a run
    const isOvertaken = ({ cause }: (typeof failures)[number]) => OVERTAKEN.includes(cause ?? 0);
    expect(failures.filter((failure) => !isOvertaken(failure))).toEqual([]);
    expect(events!.length).toBeLessThan(400);
  }
});
