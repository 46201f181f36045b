import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  CHARGE,
  chargeRecord,
  createScriptedSubscriptions,
  noPayment,
} from '../../support/world/scripted-charges.js';
import {
  createScriptedWorld,
  fails,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
const paid = chargeRecord('PAID');
const silent = fails('unreachable');
let sent: string[] = [];
beforeEach(() => {
  world.clearScript();
  sent = [];
  world.script.getTransaction = paid;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** A subscription with a period a day, whose run is lost while its first charge is being sent. */
async function lose(what: string) {
  world.script.chargeCardToken = fails('outcome-unknown', 'HTTP 502 from the gateway');
  world.script.queryTransaction = silent;
  const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(0), at: '00:00' } as const;
  const before = world.callsTo('chargeCardToken');
  const reference = await subscriptions.create(what, { plan });
  await waitUntil('the send', () => world.callsTo('chargeCardToken') > before);
  await world.handle(subscriptions.id(reference)).terminate();
  world.script.chargeCardToken = (request) => {
    sent.push(request.paymentReference ?? '');
    return paid(request);
  };
  return { reference, plan };
}

it.each([
  [
    'one of its charges',
    (second: string) =>
      ({ paymentReference }: Request) =>
        paymentReference === second,
  ],
  ['any of them', () => () => true],
])(
  'a period that ended while the gateway did not say whether it has %s is not missed, but paid',
  async (_, isUnanswered) => {
    const { reference, plan } = await lose('ended-unread');
    const second = subscriptions.attempt(reference, 0, 2);
    const isSilent = isUnanswered(second);
    world.script.queryTransaction = (request) => (isSilent(request) ? silent() : noPayment());
    world.oware.subscriptions.create(subscriptions.terms(reference, { plan })).catch(() => undefined);
    const isRecovered = async () =>
      (await subscriptions.read(reference).catch(() => undefined))?.recovered === true;
    await world.passUntil('the recovery', isRecovered, 6 * MINUTE);
    await world.oware.subscriptions.resume(reference);
    await world.pass(DAY, 4 * HOUR);
    expect(await subscriptions.read(reference)).toMatchObject({ totals: { charged: 0, missed: 0 } });
    // the gateway answers again: the lost run's second charge was paid, the first left no record
    const has = (name: string | undefined) => name === second || sent.includes(name ?? '');
    world.script.queryTransaction = (request) =>
      has(request.paymentReference) ? paid(request) : noPayment();
    await world.passUntil(
      'the charge of the first period',
      async () => (await subscriptions.read(reference)).periods[0]?.state === 'PAID',
      12 * HOUR,
    );
    expect(sent.filter((name) => name.startsWith(second.slice(0, -1)))).toEqual([]);
    const charged = world.delivered.filter(
      (webhook) => webhook.reference === reference && webhook.type === 'subscription.charged',
    );
    expect(charged[0]?.about?.period).toMatchObject({ day: subscriptions.day(0), amountKobo: CHARGE });
  },
);

it.each([
  {
    what: 'pause',
    command: (reference: string) => world.oware.subscriptions.pause(reference),
    goesOn: (reference: string) => world.oware.subscriptions.resume(reference),
    by: 'the merchant resumes it',
  },
  {
    what: 'amend',
    command: (reference: string) => world.oware.subscriptions.amend(reference, { amountKobo: kobo(100_00) }),
    goesOn: (reference: string) =>
      world.oware.subscriptions.resolve(reference, 'unresolved:commands', {
        decision: 'did-not-happen',
        reason: 'the merchant has sent none',
      }),
    by: 'an operator decides that no command was lost',
  },
])(
  'a lost run that had taken the command to $what is followed by no charge until $by',
  async ({ what, command, goesOn }) => {
    const known = ({ paymentReference, transactionReference }: Request) => {
      const name = paymentReference ?? transactionReference?.slice(2) ?? '';
      return sent.includes(name) ? paid({ paymentReference: name }) : noPayment();
    };
    world.script.queryTransaction = known;
    world.script.getTransaction = known;
    world.script.chargeCardToken = (request) => {
      sent.push(request.paymentReference ?? '');
      return paid(request);
    };
    const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(0), at: '00:00' } as const;
    const reference = await subscriptions.create(`lost-${what}`, { plan });
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    const charged = [...sent];
    await command(reference);
    await world.handle(subscriptions.id(reference)).terminate();
    await subscriptions.report(reference, subscriptions.attempt(reference));
    await subscriptions.becomes(reference, 'PAUSED');
    await world.pass(2 * DAY, 12 * HOUR);
    expect(sent).toEqual(charged);
    expect(await subscriptions.read(reference)).toMatchObject({
      totals: { charged: 1, missed: 2 },
      review: [{ key: 'unresolved:commands', atRiskKobo: CHARGE }],
    });
    await goesOn(reference);
    expect(await subscriptions.read(reference)).toMatchObject({ state: 'ACTIVE', review: [] });
    await world.pass(DAY, 12 * HOUR);
    expect(sent).toHaveLength(charged.length + 1);
    await waitUntil('the webhook', () => world.webhookTypes(reference).includes('subscription.resumed'));
  },
);
