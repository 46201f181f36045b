import { request } from 'undici';
import { expect } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { cancelInvoice, createInvoice, getInvoice } from '../../../src/gateway/endpoints/invoices.js';
import { signEvent } from '../../../src/gateway/signature.js';
import { waitUntil } from '../wait-until.js';
import type { Reply, World } from '../world/world.js';

export const HOUR = 60 * 60_000;

export interface OpenInvoice extends Reply {
  readonly account: { readonly bankCode: string; readonly accountNumber: string };
  readonly expiresAt: string;
}

/** What a merchant and the payers of its invoices do. */
export function createBilling(world: World) {
  const now = () => world.sandbox.clock.now();

  const terms = (reference: string, changes: object = {}) => ({
    reference,
    amount: '15000.00',
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    description: 'School fees',
    expiresAt: new Date(now() + 6 * HOUR).toISOString(),
    ...changes,
  });

  async function post(path: string, body: object): Promise<void> {
    const reply = await request(`${world.gatewayUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.body.dump();
    expect(reply.statusCode).toBe(201);
  }

  return {
    now,
    terms,
    ask: (reference: string, changes?: object) =>
      world.call('POST', '/v1/invoices', terms(reference, changes)),
    async open(reference: string, changes?: object): Promise<OpenInvoice> {
      const { status, body } = await world.call('POST', '/v1/invoices', terms(reference, changes));
      expect(status).toBe(201);
      return body as OpenInvoice;
    },
    read: async (reference: string) => (await world.call('GET', `/v1/invoices/${reference}`)).body,
    cancel: (reference: string) => world.call('POST', `/v1/invoices/${reference}/cancel`),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'invoices'),
    ended: (reference: string) =>
      waitUntil(`the end of ${reference}`, async () => {
        const { status } = await world.client.workflow.getHandle(`invoice:${reference}`).describe();
        return status.name === 'COMPLETED';
      }),
    /** What the gateway itself says of it. */
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(getInvoice, { invoiceReference: reference });
      return answer.kind === 'ok' ? answer.body.invoiceStatus : answer.kind;
    },
    /** Somebody else, who knows the gateway and not us. */
    cancelAtGateway: (reference: string) =>
      world.gateway.call(cancelInvoice, { invoiceReference: reference }),
    /** The merchant's old system, which knows the gateway and not us. */
    async makeAtGateway(reference: string, customer = { name: 'Chidi Eze', email: 'chidi@example.com' }) {
      const answer = await world.gateway.call(createInvoice, {
        amount: kobo(1_500_000),
        currencyCode: 'NGN',
        invoiceReference: reference,
        customerName: customer.name,
        customerEmail: customer.email,
        description: 'School fees',
        expiryDate: new Date(now() + 6 * HOUR).toISOString(),
      });
      if (answer.kind !== 'ok') throw new Error(answer.message);
      const { bankCode, accountNumber, transactionReference } = answer.body;
      return {
        transactionReference: transactionReference!,
        account: { bankCode: bankCode!, accountNumber: accountNumber! },
      };
    },
    /** Types of notices, in the order in which the merchant heard them. */
    heard: (reference: string) => world.merchant.of(reference).map(({ type }) => type),
    /** The sandbox notes what is written, so that it can lag, while any fault is planned: one that strikes nobody. */
    watchWrites: () => post('/sandbox/faults', { on: 'call', reference: 'nobody', fault: { kind: 'reset' } }),
    plan: (rule: object) => post('/sandbox/faults', rule),
    async endFaults(): Promise<void> {
      await request(`${world.gatewayUrl}/sandbox/faults`, { method: 'DELETE' });
    },
    async set(switches: object): Promise<void> {
      const reply = await request(`${world.gatewayUrl}/sandbox/merchants/${world.account.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ switches }),
      });
      await reply.body.dump();
      expect(reply.statusCode).toBe(200);
    },
    /** Pays by card on the gateway's hosted page: the story is asked for nothing. */
    async payOnThePage(transactionReference: string): Promise<void> {
      const path = `/checkout/${encodeURIComponent(transactionReference)}/card`;
      const card = {
        number: '4111111111111111',
        expiryMonth: '12',
        expiryYear: '2049',
        cvv: '123',
        pin: '1234',
      };
      const reply = await request(`${world.gatewayUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(card).toString(),
      });
      await reply.body.dump();
      expect(reply.statusCode).toBe(303);
    },
    /** An agent took cash: the gateway tells it by an event, and by nothing else. */
    async payCash(
      invoiceReference: string,
      amountPaid: number,
      transactionReference = `cash-${invoiceReference}`,
    ) {
      const eventData = {
        product: { reference: invoiceReference, type: 'OFFLINE_PAYMENT_AGENT' },
        transactionReference,
        invoiceReference,
        paymentReference: `MNFY|PAYREF|GENERATED|${transactionReference}`,
        paidOn: '31/01/2026 3:31:00 PM',
        paymentSourceInformation: {},
        destinationAccountInformation: {},
        amountPaid,
        totalPayable: amountPaid,
        paymentMethod: 'CASH',
        currency: 'NGN',
        settlementAmount: amountPaid,
        paymentStatus: 'PAID',
      };
      const body = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData });
      const reply = await request(`${world.apiUrl}/webhooks/gateway`, {
        method: 'POST',
        headers: { 'service-signature': signEvent(body, world.account.secretKey) },
        body,
      });
      await reply.body.dump();
      expect(reply.statusCode).toBe(200);
    },
    /** The gateway sends an event again, as it does when it was not sure of the first time. */
    async repeatEventsOf(reference: string): Promise<void> {
      const delivery = world.sandbox.deliveries.list().find((event) => event.body.includes(`"${reference}"`));
      await request(`${world.gatewayUrl}/sandbox/deliveries/${delivery!.id}/replay`, { method: 'POST' });
      await world.sandbox.deliveries.settled();
    },
  };
}

export type Billing = ReturnType<typeof createBilling>;
