import { Client, Connection, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createOwareClient, UnavailableError } from '../../../src/client/client.js';
import { kobo } from '../../../src/domain/money.js';

it('a create that Temporal never received is "unavailable, retry", not "not found"', async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  onTestFinished(() => connection.close());
  const client = new Client({ connection });
  // Temporal was unavailable until the caller's timeout, and available again for the read that follows
  client.workflow.executeUpdateWithStart = () =>
    Promise.reject(new WorkflowUpdateRPCTimeoutOrCancelledError('Deadline exceeded'));
  const oware = createOwareClient({ client, taskQueue: 'none' });
  const terms = {
    reference: 'never-received',
    amountKobo: kobo(250_000),
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
  } as const;
  await expect(oware.checkouts.create(terms)).rejects.toBeInstanceOf(UnavailableError);
});
