import { expect } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  cancelMandate,
  createMandate,
  debitMandate,
  getDebit,
  getMandate,
} from '../../../src/gateway/endpoints/mandates.js';
import { waitForState, waitUntil } from '../wait-until.js';
import { APPROVER_KEY, DAY, MINUTE, type World } from '../world/world.js';
import { reviewItems, resolveItem } from './review-items.js';

export { ACCOUNTS } from './scenario-accounts.js';

/** The account of an ordinary customer. */
export const CUSTOMER = { bankCode: '058', accountNumber: '0100090002' };

const BEFORE_DEBITS = ['mandate.pending-authorization', 'mandate.pending-activation', 'mandate.active'];

const AS_APPROVER = { authorization: `Bearer ${APPROVER_KEY}` };

interface Row {
  readonly reference: string;
  readonly gatewayReference: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

export interface MandateOptions {
  /** The account number of the customer. */
  readonly of?: string;
  readonly [field: string]: unknown;
}

/** What a merchant, a customer and a bank do with mandates of at most ₦100,000.00. */
export function createMandates(world: World & { pass?: (ms: number, stepMs?: number) => Promise<void> }) {
  const path = (reference: string, more = '') => `/v1/mandates/${reference}${more}`;
  const id = (reference: string) => `mandate:${reference}`;
  const read = async (reference: string) => (await world.call('GET', path(reference))).body;

  function terms(reference: string, { of = CUSTOMER.accountNumber, ...more }: MandateOptions = {}) {
    const now = world.sandbox.clock.now();
    return {
      reference,
      amount: '100000.00',
      customer: {
        name: 'Ada Obi',
        email: 'ada@example.com',
        phone: '08030000000',
        address: '1 Broad Street, Lagos',
      },
      account: { ...CUSTOMER, accountNumber: of },
      description: 'Rent',
      startAt: new Date(now + 16 * MINUTE).toISOString(),
      endAt: new Date(now + 60 * DAY).toISOString(),
      ...more,
    };
  }

  const create = (reference: string, more?: MandateOptions) =>
    world.call('POST', '/v1/mandates', terms(reference, more));

  const pass = async (ms: number, stepMs?: number) => {
    if (!world.pass) throw new Error('this world does not move time');
    await world.pass(ms, stepMs);
  };

  const codeOf = (reference: string) =>
    waitUntil(`the code of ${reference}`, async () => {
      const { mandateCode } = await read(reference);
      return mandateCode as string | undefined;
    });

  /** The customer decides on the gateway's page. */
  const decide = async (reference: string, decision: object) =>
    world.control(`mandates/${encodeURIComponent(await codeOf(reference))}`, decision);

  const becomes = (reference: string, state: string) => world.becomes(reference, state, 'mandates');

  const readDebits = (reference: string) => world.call('GET', path(reference, '/debits'));

  /** Empty while the mandate cannot be read, as without a worker. */
  const debits = async (reference: string) =>
    ((await readDebits(reference)).body.debits ?? []) as readonly Row[];

  /** What a debit is, or why it cannot be read. */
  const debitOf = async (reference: string, own: string): Promise<Partial<Row>> => {
    const { status, body } = await readDebits(reference);
    const found = (body.debits as readonly Row[] | undefined)?.find((row) => row.reference === own);
    return found ?? { state: `${status} without it`, reason: JSON.stringify(body) };
  };

  const debit = (reference: string, own: string, amount = '5000.00', more: object = {}) =>
    world.call('POST', path(reference, '/debits'), { reference: own, amount, ...more });

  return {
    path,
    id,
    terms,
    create,
    read,
    becomes,
    decide,
    debits,
    debit,
    /** A mandate that the customer authorized, the bank activated and that has started. */
    async active(reference: string, more?: MandateOptions): Promise<void> {
      const { status } = await create(reference, more);
      expect([201, 202]).toContain(status);
      await pass(5_000);
      await decide(reference, { authorize: true });
      await pass(17 * MINUTE, 5 * MINUTE);
      await becomes(reference, 'ACTIVE');
    },
    /** The same for many mandates at once. */
    async activateAll(all: Readonly<Record<string, MandateOptions>>): Promise<void> {
      const references = Object.keys(all);
      const creating = references.map((reference) => create(reference, all[reference]));
      await Promise.all(references.map(codeOf));
      await pass(15_000, 5_000);
      for (const { status } of await Promise.all(creating)) expect(status).toBe(201);
      await Promise.all(references.map((reference) => decide(reference, { authorize: true })));
      await pass(17 * MINUTE, 5 * MINUTE);
      await Promise.all(references.map((reference) => becomes(reference, 'ACTIVE')));
      await waitUntil('all webhooks', () =>
        references.every((reference) => world.merchant.typesOf(reference).includes('mandate.active')),
      );
    },
    /** Requests a debit without waiting for the reply. */
    startDebit(reference: string, own: string, amount?: string): void {
      debit(reference, own, amount).catch(() => undefined);
    },
    /** Waits until the gateway has the debit. */
    isSent: async (reference: string, own: string) => {
      const row = await waitUntil(`debit ${own}`, async () =>
        (await debits(reference)).find((each) => each.reference === own),
      );
      await waitUntil(`the send of ${own}`, async () => {
        const answer = await world.gateway.call(getDebit, { paymentReference: row.gatewayReference });
        return answer.kind === 'ok';
      });
    },
    /** The types of its webhooks after it became active. */
    webhooks: (reference: string) =>
      world.merchant.typesOf(reference).filter((type) => !BEFORE_DEBITS.includes(type)),
    debitBecomes: (reference: string, own: string, state: string, limitMs?: number) =>
      waitForState(`${own} of ${reference}`, state, () => debitOf(reference, own), limitMs),
    cancel: (reference: string) => world.call('POST', path(reference, '/cancel')),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: path(reference), key }, resolution, AS_APPROVER),
    reviewItem: (reference: string, kind: string) =>
      waitUntil(`a review item ${kind} of ${reference}`, async () =>
        reviewItems(await read(reference)).find((item) => item.kind === kind),
      ),
    closed: (reference: string) => world.closed(id(reference)),
    /** The transactions of its paid debits, by the ledger: reference and amount. */
    async collected(gatewayReference: string) {
      const answer = await world.gateway.call(getDebit, { paymentReference: gatewayReference });
      if (answer.kind !== 'ok') return [];
      const entries = world.collected(answer.body.transactionReference ?? '');
      return entries.map(({ cause }) => cause);
    },
    /** The money of a debit by the ledger, in kobo. */
    async received(gatewayReference: string): Promise<number> {
      const answer = await world.gateway.call(getDebit, { paymentReference: gatewayReference });
      const transaction = answer.kind === 'ok' ? answer.body.transactionReference : undefined;
      const lines = world.collected(transaction ?? '').flatMap((entry) => entry.lines);
      return Math.max(0, ...lines.map(({ amountKobo }) => Math.abs(amountKobo)));
    },
    statusAtGateway: async (reference: string) => {
      const answer = await world.gateway.call(getMandate, { mandateReferences: reference });
      return answer.kind === 'ok' ? answer.body[0]?.mandateStatus : answer.kind;
    },
    /** Another system creates a mandate, which the customer authorizes; returns its code. */
    async activeAtGateway(reference: string): Promise<string> {
      const { customer, account, description } = terms(reference);
      const soon = new Date(world.sandbox.clock.now()).toISOString();
      const created = await world.gateway.call(createMandate, {
        mandateReference: reference,
        customerName: customer.name,
        customerEmailAddress: customer.email,
        customerPhoneNumber: customer.phone,
        customerAddress: customer.address,
        customerAccountNumber: account.accountNumber,
        customerAccountBankCode: account.bankCode,
        mandateDescription: description,
        mandateStartDate: soon,
        mandateEndDate: new Date(world.sandbox.clock.now() + 60 * DAY).toISOString(),
        mandateAmount: kobo(10_000_000),
      });
      if (created.kind !== 'ok') throw new Error(created.message);
      const { mandateCode } = created.body;
      await world.sandbox.clock.advance(5_000);
      await world.control(`mandates/${encodeURIComponent(mandateCode)}`, { authorize: true });
      await world.sandbox.clock.advance(2 * MINUTE);
      return mandateCode;
    },
    /** Another system debits it. */
    async debitAtGateway(mandateCode: string, paymentReference: string, amountKobo: number): Promise<void> {
      const answer = await world.gateway.call(debitMandate, {
        paymentReference,
        mandateCode,
        debitAmount: kobo(amountKobo),
        narration: 'Rent',
        customerEmail: 'ada@example.com',
      });
      expect(answer.kind).toBe('ok');
    },
    cancelAtGateway: async (reference: string) =>
      world.gateway.call(cancelMandate, { mandateCode: await codeOf(reference) }),
  };
}

export type Mandates = ReturnType<typeof createMandates>;
