import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { requestDebit } from '../../../src/client/request-debit.js';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedWorld,
  createsMandate,
  fails,
  mandateRecord,
  ok,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
  world.script.createMandate = createsMandate;
  world.script.getMandate = mandateRecord('ACTIVE');
  world.script.cancelMandate = () => ok({ mandateCode: 'MTDD|1', mandateStatus: 'ACTIVE' });
});
afterAll(() => world.close());

const AMOUNT = kobo(5_000_00);
const read = (reference: string) => world.oware.mandates.get(reference);
const debit = (reference: string, own = 'rent') =>
  requestDebit(world.oware.mandates, reference, { reference: own, amountKobo: AMOUNT });

async function activeMandate(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.mandates.create({
    reference,
    currency: 'NGN',
    customer: { name: 'Ada Obi', email: 'ada@example.com', phone: '08030000000', address: '1 Broad Street' },
    account: { bankCode: '058', accountNumber: '0100090002' },
    description: 'Rent',
    startAt: new Date(Date.now() + 16 * MINUTE).toISOString(),
    endAt: new Date(Date.now() + 300 * DAY).toISOString(),
  });
  await waitUntil('active', async () => (await read(reference)).state === 'ACTIVE');
  await world.pass(20 * MINUTE);
  return reference;
}

describe('a merchant that repeats a debit while the gateway is unreachable', () => {
  it('gets the same debit, can cancel the mandate, and nothing is sent afterwards', async () => {
    world.script.debitMandate = fails('unreachable', 'connection refused');
    const reference = await activeMandate('cancelled');
    const repeats = Promise.all(Array.from({ length: 12 }, () => debit(reference)));
    await waitUntil('the debit', async () => (await read(reference)).debits.length > 0);
    // while all of them still wait
    expect(await world.oware.mandates.cancel(reference)).toMatchObject({ fences: [{ cause: 'cancel' }] });
    const answers = await repeats;
    expect(new Set(answers.map((answer) => answer.debit?.gatewayReference))).toEqual(
      new Set([demandReference(reference, 'rent')]),
    );
    const calls = world.callsTo('debitMandate');
    world.script.debitMandate = () => ok({});
    await world.pass(HOUR, 10 * MINUTE);
    expect(world.callsTo('debitMandate')).toBe(calls);
    expect(await read(reference)).toMatchObject({ debits: [{ state: 'CANCELLED' }] });
  });

  it('is answered that the debit is in progress as soon as a send failed, and later that it exists', async () => {
    world.script.debitMandate = fails('unreachable', 'connection refused');
    const reference = await activeMandate('later');
    // the mandate itself answers, before the client gives up
    const answer = await world.oware.mandates.debit(reference, { reference: 'rent', amountKobo: AMOUNT });
    expect(answer).toMatchObject({ isNew: true, snapshot: { debits: [{ state: 'PENDING' }] } });
    for (let n = 1; n <= 2; n++) {
      expect(await debit(reference)).toMatchObject({ kind: 'in-progress', debit: { state: 'PENDING' } });
    }
    world.script.debitMandate = ({ paymentReference }) =>
      ok({ paymentReference, transactionStatus: 'PENDING', debitAmount: AMOUNT, mandateCode: 'MTDD|1' });
    await world.pass(5 * MINUTE, MINUTE);
    await waitUntil('the send', async () => (await read(reference)).debits[0]?.sentAt);
    expect(await debit(reference)).toMatchObject({ kind: 'existing', debit: { state: 'PENDING' } });
    expect(await debit(reference, 'other')).toMatchObject({ kind: 'new' });
  });
});
