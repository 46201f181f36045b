import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitForState } from '../../support/wait-until.js';
import {
  ASKED,
  createScriptedWorld,
  invoiceRecord,
  invoiceTerms,
  ok,
  record,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
afterEach(() => world.endAll());
afterAll(() => world.close());

describe('an invoice whose record names another transaction than at its creation', () => {
  it('is PAID by that transaction, though no event names it', async () => {
    const reference = world.name('named');
    const payment = `T-other-${reference}`;
    world.script.createInvoice = invoiceRecord('PENDING');
    world.script.getInvoice = ({ invoiceReference }: Request) =>
      ok({ invoiceReference, amount: ASKED, invoiceStatus: 'PAID', transactionReference: payment });
    world.script.getTransaction = (request) =>
      (request.transactionReference === payment ? record('PAID', ASKED) : record('PENDING'))(request);
    await world.oware.invoices.create(invoiceTerms(reference));
    await world.oware.invoices.confirm(reference);
    const read = () => world.oware.invoices.get(reference);
    await world.passUntil('PAID', async () => (await read()).state === 'PAID', 10_000);
    const { paid, review } = await waitForState(reference, 'PAID', read);
    expect(paid).toMatchObject({ transactionReference: payment, amountKobo: ASKED });
    expect(review).toEqual([]);
    await world.receives(reference, ['invoice.paid']);
  });
});
