import { describe, expect, it } from 'vitest';
import { createBilling } from '../support/invoices.js';
import { waitUntil } from '../support/wait-until.js';
import { startWorker } from '../support/worker-process.js';
import { createWorld } from '../support/world.js';

// together, because each waits for what a killed worker had in hand; so each has a world of its own
describe.concurrent('a killed worker', () => {
  it('a payment becomes PAID though its worker was killed between init and event', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const first = await startWorker(world);
    const reference = `killed-${process.pid}`;
    const customer = { email: 'ada@example.com' };
    const { body } = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
    const account = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
    await first.kill('SIGKILL');

    await world.pay(account.body as unknown as { bankCode: string; accountNumber: string }, '2500.00');
    await world.sandbox.deliveries.settled();
    expect(world.merchant.of(reference)).toHaveLength(0);

    const second = await startWorker(world);
    await world.merchant.hears(reference, 'checkout.paid');
    // the run itself ends a moment after the merchant has heard, and needs its worker for that
    const ended: unknown = await world.client.workflow.getHandle(`checkout:${reference}`).result();
    await second.kill('SIGTERM');
    expect(ended).toMatchObject({ state: 'PAID' });
    expect(world.collected(body.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('an invoice becomes PAID though its worker was killed between making and event', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const billing = createBilling(world);
    const first = await startWorker(world);
    const reference = `inv-killed-${process.pid}`;
    const { account, transactionReference } = await billing.open(reference);
    await first.kill('SIGKILL');

    await world.pay(account, '15000.00');
    await world.sandbox.deliveries.settled();
    expect(billing.heard(reference)).toEqual([]);

    const second = await startWorker(world);
    await world.merchant.hears(reference, 'invoice.paid');
    await billing.ended(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(billing.heard(reference)).toEqual(['invoice.paid']);
  });

  it('an invoice is made once though its worker was killed after the gateway had made it', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const billing = createBilling(world);
    const first = await startWorker(world);
    const reference = `inv-half-${process.pid}`;
    const slow = { when: 'after', fault: { kind: 'delay', ms: 60_000 } };
    await billing.plan({ on: 'call', endpoint: 'createInvoice', reference, ...slow });
    const terms = billing.terms(reference);
    const asking = world.call('POST', '/v1/invoices', terms);
    await waitUntil(
      'it at the gateway',
      async () => (await billing.statusAtGateway(reference)) === 'PENDING',
    );
    await first.kill('SIGKILL');
    expect(await asking).toMatchObject({ status: 202, body: { reference, retry: 'same-reference' } });
    expect(await world.call('GET', `/v1/invoices/${reference}`)).toMatchObject({
      status: 503,
      body: { detail: 'The invoice exists but cannot be read right now. Retry the identical request.' },
    });

    const second = await startWorker(world);
    await waitUntil(
      'its page',
      async () => (await world.call('POST', '/v1/invoices', terms)).body.checkoutUrl,
    );
    const { account, transactionReference } = await billing.open(reference, terms);
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    await billing.ended(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });
});
