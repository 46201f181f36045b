import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { kobo } from '../../../src/domain/money.js';
import { waitForState } from '../../support/wait-until.js';
import {
  accountTerms,
  ASKED,
  createScriptedWorld,
  createsMandate,
  eventOf,
  fails,
  invoiceRecord,
  invoiceTerms,
  mandateRecord,
  noTransactions,
  ok,
  opens,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { createScriptedBatches } from '../../support/world/scripted-batches.js';
import { payoutEvent } from '../../support/world/scripted-payouts.js';
import { createScriptedPayouts, PAYOUT_KINDS } from '../../support/world/scripted-payout-kinds.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

/** The ends that the gateway's record alone decides: one table over kinds, side by side in one moved time. */
let world: ScriptedWorld;
/** What the gateway shows of each reference. */
const shown = new Map<string, readonly [status: string, paid?: number]>();

const transactionRecord = ({ paymentReference, transactionReference }: Request) => {
  const reference = paymentReference ?? transactionReference?.slice(2) ?? '';
  const [paymentStatus, amountPaid = 0] = shown.get(reference.replace(/--c1$/, '')) ?? ['PENDING'];
  return ok({
    transactionReference: transactionReference ?? `T-${reference}`,
    paymentReference: reference,
    paymentStatus,
    amountPaid,
    totalPayable: ASKED,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
  });
};

let payouts: ReturnType<typeof createScriptedPayouts>;
beforeAll(async () => {
  // days pass here in seconds: fewer checks on each
  world = await createScriptedWorld({ settings: { pauseCheckMs: 6 * HOUR } });
  payouts = createScriptedPayouts(world);
  Object.assign(world.script, {
    initTransaction: opens,
    searchTransactions: noTransactions,
    getTransaction: transactionRecord,
    queryTransaction: transactionRecord,
    chargeCardToken: transactionRecord,
    createInvoice: invoiceRecord('PENDING'),
    getInvoice: (request: Request) =>
      invoiceRecord(shown.get(request.invoiceReference ?? '')?.[0] ?? 'PENDING')(request),
    createMandate: (request: Request) =>
      shown.get(request.mandateReference ?? '')?.[0] === 'refused'
        ? fails('rejected-request', 'the account is dormant')()
        : createsMandate(request),
    getMandate: (request: Request) =>
      mandateRecord(shown.get(request.mandateReferences ?? '')?.[0] ?? 'INITIATED')(request),
  });
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const pauseAll = () => {
  const paused = { reason: 'month end', since: new Date().toISOString() };
  world.script.readiness = () => ({ paused });
};
const resumeAll = () => {
  world.script.readiness = () => ({});
};

const COLLECT = {
  checkout: (reference: string) => world.oware.checkouts.create(terms(reference)),
  invoice: (reference: string) => world.oware.invoices.create(invoiceTerms(reference)),
  charge: (reference: string) =>
    world.oware.charges.create({
      ...terms(reference),
      customer: { email: 'ada@example.com' },
      cardToken: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
    }),
};
type Collect = keyof typeof COLLECT;
const CLIENTS = { checkout: 'checkouts', invoice: 'invoices', charge: 'charges' } as const;

async function becomes(kind: Collect, reference: string, state: string) {
  const read = () => world.oware[CLIENTS[kind]].get(reference).catch(() => undefined);
  return waitForState<{ state: string; reason?: string }>(reference, state, read);
}

/** Money on each, and what becomes of it. */
const RETURNS = (['checkout', 'invoice', 'charge'] as const).flatMap((kind) =>
  ['REVERSED', 'REFUNDED'].map((status) => ({ kind, status })),
);

describe('a payment that the gateway took back', () => {
  it('ends as the record says', async () => {
    const payments = RETURNS.map(({ kind, status }) => ({
      kind,
      status,
      reference: world.name(`${kind}-${status.toLowerCase()}`),
    }));
    await Promise.all(
      payments.map(async ({ kind, status, reference }) => {
        if (kind === 'charge') shown.set(reference, ['PAID', ASKED]);
        await COLLECT[kind](reference);
        shown.set(reference, ['PAID', ASKED]);
        if (kind !== 'charge') await world.report(reference, {}, kind);
        await becomes(kind, reference, 'PAID');
        shown.set(reference, [status, ASKED]);
        const paymentReference = kind === 'charge' ? `${reference}--c1` : reference;
        await world.report(reference, { ...eventOf(paymentReference), key: 'returned' }, kind);
      }),
    );
    await world.pass(2 * HOUR);
    for (const { kind, status, reference } of payments) {
      const { reason } = await becomes(kind, reference, status);
      expect({ reference, reason }).toEqual({ reference, reason: `the gateway reports ${status}` });
      expect(world.webhookTypes(reference)).toEqual([`${kind}.paid`, `${kind}.unfulfillable`]);
    }
  });
});

describe('a payment that was never made', () => {
  it('ends as the record says, and nothing may be fulfilled', async () => {
    const ends = [
      ['checkout', 'FAILED'],
      ['checkout', 'EXPIRED'],
      ['checkout', 'CANCELLED'],
      ['invoice', 'EXPIRED'],
      ['invoice', 'CANCELLED'],
    ] as const;
    const rows = ends.map(([kind, status]) => ({
      kind,
      status,
      reference: world.name(`${kind}-${status.toLowerCase()}`),
    }));
    await Promise.all(
      rows.map(async ({ kind, status, reference }) => {
        await COLLECT[kind](reference);
        shown.set(reference, [status]);
      }),
    );
    await world.pass(26 * HOUR);
    for (const { kind, status, reference } of rows) {
      await becomes(kind, reference, status);
      expect(world.webhookTypes(reference).at(-1)).toBe(`${kind}.${status.toLowerCase()}`);
      expect(world.webhookTypes(reference)).not.toContain(`${kind}.paid`);
    }
  });
});

describe('a payment of another amount', () => {
  it.each(['charge', 'invoice', 'checkout'] as const)('ends as what arrived says: %s', async (kind) => {
    const ends = [
      ['OVERPAID', 'PAID', 2 * ASKED],
      ['PARTIALLY_PAID', 'PARTIALLY_PAID', ASKED - 1],
    ] as const;
    for (const [state, status, paid] of ends) {
      const reference = world.name(`${kind}-${state.toLowerCase()}`);
      if (kind === 'charge') shown.set(reference, [status, paid]);
      await COLLECT[kind](reference);
      shown.set(reference, [status, paid]);
      if (kind !== 'charge') await world.report(reference, { amountKobo: kobo(paid) }, kind);
      await world.pass(HOUR);
      await becomes(kind, reference, state);
    }
  });
});

describe('a charge of a card token', () => {
  it('ends EXPIRED', async () => {
    const reference = world.name('charge-expired');
    shown.set(reference, ['EXPIRED']);
    await COLLECT.charge(reference);
    await world.pass(2 * HOUR);
    await becomes('charge', reference, 'EXPIRED');
  });
});

const MANDATE_ENDS = [
  ['REFUSED', 'refused'],
  ['FAILED', 'FAILED'],
  ['REJECTED', 'REJECTED'],
  ['AUTHORIZATION_EXPIRED', 'AUTHORIZATION_EXPIRED'],
  ['EXPIRED', 'EXPIRED'],
] as const;

describe('a mandate', () => {
  const mandateTerms = (reference: string): MandateTerms => ({
    reference,
    currency: 'NGN',
    customer: { name: 'Ada Obi', email: 'ada@example.com', phone: '08030000000', address: '1 Broad Street' },
    account: { bankCode: '058', accountNumber: '0100090002' },
    description: 'Rent',
    startAt: new Date(Date.now() + 16 * MINUTE).toISOString(),
    endAt: new Date(Date.now() + 300 * DAY).toISOString(),
  });

  it('ends as its record says, and the merchant is sent each end', async () => {
    const mandates = MANDATE_ENDS.map(([state, status]) => ({
      state,
      status,
      reference: world.name(`mandate-${state.toLowerCase()}`),
    }));
    await Promise.all(
      mandates.map(async ({ status, reference }) => {
        shown.set(reference, [status]);
        await world.oware.mandates.create(mandateTerms(reference)).catch(() => undefined);
      }),
    );
    await world.pass(2 * HOUR);
    for (const { state, reference } of mandates) {
      await waitForState(reference, state, () => world.oware.mandates.get(reference).catch(() => undefined));
      expect(world.webhookTypes(reference)).toContain(`mandate.${state.toLowerCase().replaceAll('_', '-')}`);
    }
  });
});

describe('a transfer', () => {
  it('ends as its record says', async () => {
    payouts.install();
    const [transfer] = PAYOUT_KINDS;
    if (!transfer) throw new Error('there is no transfer');
    const send = transfer.record('IN_PROGRESS');
    const expired = payouts.start(transfer, 'expired', { send, read: transfer.record('EXPIRED') });
    const reversed = payouts.start(transfer, 'reversed', { send, read: transfer.record('SUCCESS') });
    await reversed.sent();
    await world.passUntil('SUCCESS', async () => (await reversed.read()).state === 'SUCCESS');
    reversed.shows('REVERSED');
    await world.oware.deliverEvent(
      { lifecycle: 'transfer', reference: reversed.reference },
      payoutEvent(reversed.reference, 'REVERSED'),
    );
    await world.pass(2 * HOUR);
    await expired.becomes('EXPIRED');
    await reversed.becomes('REVERSED');
  });
});

describe('a charge that waits', () => {
  it('is CANCELLED by the merchant, and the card is not charged', async () => {
    pauseAll();
    const reference = world.name('charge-cancelled');
    const before = world.callsTo('chargeCardToken');
    COLLECT.charge(reference).catch(() => undefined);
    await becomes('charge', reference, 'PENDING');
    await world.oware.charges.cancel(reference);
    await becomes('charge', reference, 'CANCELLED');
    resumeAll();
    expect(world.callsTo('chargeCardToken')).toBe(before);
  });
});

describe('a batch', () => {
  it('that is paused until its last moment is EXPIRED, with its part, and nothing is sent', async () => {
    const batches = createScriptedBatches(world);
    batches.reset();
    pauseAll();
    const reference = world.name('batch-expired');
    await batches.create(reference, 2);
    const isExpired = async () => (await batches.read(reference)).state === 'EXPIRED';
    await world.passUntil('EXPIRED', isExpired, 12 * HOUR);
    expect(await batches.readPart(reference)).toMatchObject({ state: 'EXPIRED' });
    expect(world.callsTo('initiateBatch')).toBe(0);
    resumeAll();
  });
});

describe('a reserved account and an invoice', () => {
  it('that the gateway does not make in time are FAILED', async () => {
    world.script.createInvoice = fails('unreachable');
    const reference = world.name('never-made');
    const { reservedAccounts, invoices } = world.oware;
    reservedAccounts.create(accountTerms(reference)).catch(() => undefined);
    invoices.create(invoiceTerms(reference, 10 * DAY)).catch(() => undefined);
    const isFailed = async ({ get }: Pick<typeof reservedAccounts | typeof invoices, 'get'>) =>
      (await get(reference).catch(() => undefined))?.state === 'FAILED';
    const areFailed = async () => (await isFailed(reservedAccounts)) && isFailed(invoices);
    await world.passUntil('FAILED', areFailed, 6 * HOUR);
  });
});

describe('a bill', () => {
  it('that the gateway never checked until its last time is EXPIRED, and nothing was sent', async () => {
    world.script.validateBillCustomer = fails('unreachable');
    const reference = world.name('bill-expired');
    const bill = {
      reference,
      amountKobo: kobo(5_000_00),
      currency: 'NGN',
      customerId: '08030001234',
      productCode: 'PRD-AIRTIME',
      notAfter: new Date(Date.now() + DAY).toISOString(),
    } as const;
    world.oware.bills.create(bill).catch(() => undefined);
    const state = async () => (await world.oware.bills.get(reference).catch(() => undefined))?.state;
    await world.passUntil('EXPIRED', async () => (await state()) === 'EXPIRED', 5 * HOUR);
    expect(world.callsTo('vendBill')).toBe(0);
  });
});
