import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createGate,
  createScriptedWorld,
  ok,
  record,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({ settings: { continueAsNewAfterHistoryEvents: 60 } });
});
afterAll(() => world.close());

it('a paused refund that another system completes ends with its run, also when that continued as new meanwhile', async () => {
  const transaction = world.name('completed-elsewhere');
  const refundReference = `${transaction}.1`;
  const id = `refunds-of:${transaction}`;
  const body = {
    refundReference,
    transactionReference: transaction,
    refundAmount: ASKED,
    refundStatus: 'COMPLETED',
  };
  const gate = createGate();
  let reads = 0;
  Object.assign(world.script, {
    getTransaction: record('PAID', ASKED, { paymentMethod: 'ACCOUNT_TRANSFER' }),
    listRefunds: () => ok({ content: [], last: true }),
    getRefund: async () => {
      reads += 1;
      if (reads === 1) await gate.opened;
      return ok(body);
    },
    readiness: () => ({ paused: { reason: 'an incident', since: '' } }),
  });
  const stateOf = async () => (await world.oware.refunds.get(transaction)).refunds[0]?.state;
  await world.oware.refunds.request(transaction, {
    refundReference,
    amountKobo: kobo(ASKED),
    refundReason: 'Damaged',
    customerNote: 'Refund',
  });
  await waitUntil('the pause', async () => (await stateOf()) === 'PAUSED');
  const first = await world.runIdOf(id);
  const address = { lifecycle: 'refunds-of', reference: transaction };
  await world.oware.deliverEvent(address, {
    kind: 'refund',
    key: `refund:${refundReference}:COMPLETED`,
    eventType: 'SUCCESSFUL_REFUND',
    transactionReference: transaction,
    refundReference,
    status: 'COMPLETED',
  });
  await waitUntil('the read', () => reads === 1);
  // the run is over its limit when the read ends
  for (let n = 0; n < 40; n++) await world.oware.refunds.requestCheck(transaction);
  await waitUntil('the signals', async () => (await world.historyLength(id)) > 60);
  gate.open();
  await waitUntil('the next run', async () => (await world.runIdOf(id)) !== first);
  await waitUntil('its end', async () => (await stateOf()) === 'COMPLETED');
  world.script.readiness = () => ({});
  await world.pass(2 * DAY, DAY);
  await world.closed(id);
  expect(world.callsTo('initiateRefund')).toBe(0);
});
