import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { describe, expect, it } from 'vitest';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { waitUntil } from '../../support/wait-until.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { createWorld } from '../../support/world/world.js';

// concurrent, because each waits until Temporal retries the tasks of a killed worker; so each has its own world
describe.concurrent('a killed worker', () => {
  it('a checkout becomes PAID though its worker was killed between init and event', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const first = await startWorker(world);
    const { reference, account, transactionReference } = await createCheckouts(
      world,
      'killed',
    ).openWithAccount();
    await first.kill('SIGKILL');

    await world.pay(account, '2500.00');
    await world.sandbox.deliveries.settled();
    expect(world.merchant.of(reference)).toHaveLength(0);

    const second = await startWorker(world);
    await world.merchant.receives(reference, 'checkout.paid');
    // the run closes a moment after the merchant has received the webhook, and needs its worker for that
    const ended: unknown = await world.handle(`checkout:${reference}`).result();
    await second.kill('SIGTERM');
    expect(ended).toMatchObject({ state: 'PAID' });
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('an invoice becomes PAID though its worker was killed between creation and event', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const invoices = createInvoices(world);
    const first = await startWorker(world);
    const reference = `inv-killed-${process.pid}`;
    const { account, transactionReference } = await invoices.open(reference);
    await first.kill('SIGKILL');

    await world.pay(account, '15000.00');
    await world.sandbox.deliveries.settled();
    expect(world.merchant.typesOf(reference)).toEqual([]);

    const second = await startWorker(world);
    await world.merchant.receives(reference, 'invoice.paid');
    await invoices.closed(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.paid']);
  });

  it('an invoice is created once though its worker was killed after the gateway had created it', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({ withWorker: false });
    onTestFinished(() => world.close());
    const invoices = createInvoices(world);
    const first = await startWorker(world);
    const reference = `inv-half-${process.pid}`;
    const slow = { when: 'after', fault: { kind: 'delay', ms: 60_000 } };
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, ...slow });
    const terms = invoices.terms(reference);
    const creating = world.call('POST', '/v1/invoices', terms);
    await waitUntil(
      'the invoice at the gateway',
      async () => (await invoices.statusAtGateway(reference)) === 'PENDING',
    );
    await first.kill('SIGKILL');
    expect(await creating).toMatchObject({ status: 202, body: { reference, retry: 'same-reference' } });
    expect(await world.call('GET', `/v1/invoices/${reference}`)).toMatchObject({
      status: 503,
      body: { detail: 'The invoice exists but cannot be read right now. Retry the identical request.' },
    });

    const second = await startWorker(world);
    await waitUntil(
      'its page',
      async () => (await world.call('POST', '/v1/invoices', terms)).body.checkoutUrl,
    );
    const { account, transactionReference } = await invoices.open(reference, terms);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    await invoices.closed(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });
});
