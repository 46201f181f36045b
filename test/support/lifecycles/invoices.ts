import { expect } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { cancelInvoice, createInvoice, getInvoice } from '../../../src/gateway/endpoints/invoices.js';
import { type BankAccount, HOUR, type Reply, type World } from '../world/world.js';
import { resolveItem } from './review-items.js';
import { whenStarted } from './when-started.js';

export interface OpenInvoice extends Reply {
  readonly account: BankAccount;
  readonly expiresAt: string;
}

/** What a merchant and its payers do with invoices of ₦15,000.00. */
export function createInvoices(world: World) {
  const now = () => world.sandbox.clock.now();
  const id = (reference: string) => `invoice:${reference}`;

  const terms = (reference: string, more: object = {}) => ({
    reference,
    amount: '15000.00',
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    description: 'School fees',
    expiresAt: new Date(now() + 6 * HOUR).toISOString(),
    ...more,
  });
  const create = (reference: string, more?: object) =>
    world.call('POST', '/v1/invoices', terms(reference, more));

  return {
    now,
    id,
    terms,
    create,
    /** Creates an invoice that the gateway accepts. */
    async open(reference: string, more?: object): Promise<OpenInvoice> {
      const { status, body } = await create(reference, more);
      expect(status).toBe(201);
      return body as OpenInvoice;
    },
    /** Requests an invoice without waiting for the reply; resolves when its workflow has started. */
    start: (reference: string, more?: object) => whenStarted(world, id(reference), create(reference, more)),
    read: async (reference: string) => (await world.call('GET', `/v1/invoices/${reference}`)).body,
    cancel: (reference: string) => world.call('POST', `/v1/invoices/${reference}/cancel`),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: `/v1/invoices/${reference}`, key }, resolution),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'invoices'),
    runIdOf: (reference: string) => world.runIdOf(id(reference)),
    closed: (reference: string) => world.closed(id(reference)),
    /** The status in the gateway's record. */
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(getInvoice, { invoiceReference: reference });
      return answer.kind === 'ok' ? answer.body.invoiceStatus : answer.kind;
    },
    /** Another system of the merchant cancels it, without Oware. */
    cancelAtGateway: (reference: string) =>
      world.gateway.call(cancelInvoice, { invoiceReference: reference }),
    /** Another system of the merchant creates it, without Oware. */
    async createAtGateway(reference: string, customer = { name: 'Chidi Eze', email: 'chidi@example.com' }) {
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
    /** The sandbox remembers earlier records, so that reads can lag, while any fault is planned: this one affects nothing. */
    recordWrites: () => world.planFault({ on: 'call', reference: 'none', fault: { kind: 'reset' } }),
    /** An agent took cash: the gateway reports it by an event only. */
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
      expect(await world.postEvent({ eventType: 'SUCCESSFUL_TRANSACTION', eventData })).toBe(200);
    },
  };
}

export type Invoices = ReturnType<typeof createInvoices>;
