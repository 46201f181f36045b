import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../src/gateway/signature.js';
import { drifted } from '../../src/sandbox/faults/drift.js';
import { CALL_FAULTS, EVENT_FAULTS } from '../../src/sandbox/faults/kinds.js';
import { type DriftFault } from '../../src/sandbox/faults/rules.js';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import {
  beginTransfer,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  type Wire,
} from './merchant-side.js';

const plan = (side: Side, rule: Wire) => side.send('POST', '/sandbox/faults', rule);

const drift = (record: unknown, into: DriftFault['into'], field?: string): unknown =>
  JSON.parse(drifted(JSON.stringify(record), { kind: 'drift', into, ...(field !== undefined && { field }) }));

describe('type drift', () => {
  const record = {
    paymentStatus: 'PAID',
    amountPaid: '100.00',
    settlementAmount: '98.50',
    cardDetails: { last4: '1111', reusable: true, cardToken: 'MNFY_1' },
    accountPayments: [{ accountName: 'ADA', amountPaid: '100.00' }],
    metaData: {},
  };
  const deciding = { paymentStatus: 'PAID', amountPaid: '100.00' };

  it.each([
    ['null', { settlementAmount: null, cardDetails: { last4: null, reusable: null, cardToken: 'MNFY_1' } }],
    ['number', { settlementAmount: 98.5, cardDetails: { last4: 1111, reusable: 1, cardToken: 'MNFY_1' } }],
    [
      'text',
      { settlementAmount: '98.50', cardDetails: { last4: '1111', reusable: 'true', cardToken: 'MNFY_1' } },
    ],
    [
      'other-type',
      { settlementAmount: { value: '98.50' }, cardDetails: { last4: { value: '1111' } }, metaData: [{}] },
    ],
  ] as const)('into %s strikes every non-deciding field, and no other', (into, expected) => {
    expect(drift(record, into)).toMatchObject({ ...deciding, ...expected });
  });

  it('can omit such fields, or add one everywhere', () => {
    expect(drift(record, 'missing')).toEqual({
      ...deciding,
      cardDetails: { cardToken: 'MNFY_1' },
      accountPayments: [{ amountPaid: '100.00' }],
    });
    expect(drift(record, 'extra')).toMatchObject({
      ...record,
      addedByTheGateway: {},
      accountPayments: [{ addedByTheGateway: {} }],
    });
  });

  it('strikes a field by name or path, also a deciding one', () => {
    expect(drift(record, 'number', 'amountPaid')).toMatchObject({
      amountPaid: 100,
      accountPayments: [{ amountPaid: 100 }],
      settlementAmount: '98.50',
    });
    expect(drift(record, 'null', 'accountPayments.amountPaid')).toMatchObject({
      amountPaid: '100.00',
      accountPayments: [{ amountPaid: null }],
    });
    expect(drift(record, 'other-type', 'accountPayments')).toMatchObject({
      accountPayments: { 0: { accountName: 'ADA' } },
    });
    expect(drift(record, 'missing', 'cardDetails')).not.toHaveProperty('cardDetails');
    expect(drift(record, 'extra', 'riskScore')).toMatchObject({ riskScore: {} });
  });
});

describe('a planned drift', () => {
  it('strikes the responses of an endpoint until it is cleared', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    await side.call('POST', '/api/v1/merchant/cards/charge', {
      transactionReference,
      collectionChannel: 'API_NOTIFICATION',
      card: cardAsTyped('approved'),
    });
    const fault = { kind: 'drift', into: 'number', field: 'cardDetails.last4' };
    await plan(side, { on: 'call', endpoint: 'getTransaction', fault });
    for (const last4 of [1111, 1111]) {
      expect((await statusOf(side, transactionReference)).result.cardDetails).toMatchObject({ last4 });
    }
    await side.send('DELETE', '/sandbox/faults');
    expect((await statusOf(side, transactionReference)).result.cardDetails).toMatchObject({ last4: '1111' });
  });

  it('strikes every row of a listing', async () => {
    const side = await startSandbox();
    await beginTransfer(side, { paymentReference: 'a' });
    await beginTransfer(side, { paymentReference: 'b' });
    await plan(side, { on: 'call', endpoint: 'searchTransactions', fault: { kind: 'drift', into: 'null' } });
    const { result } = await side.call('GET', '/api/v1/transactions/search');
    expect(result).toMatchObject({ totalElements: 2, size: null });
    expect(result.content).toMatchObject([
      { paymentReference: 'b', amount: 4000, flagged: null, merchantName: null },
      { paymentReference: 'a', paymentStatus: 'PENDING', customerDTO: { name: null } },
    ]);
  });

  it('strikes events with a valid signature', async () => {
    const { received, url } = await startListener();
    const fault = { kind: 'drift', into: 'other-type' };
    const side = await startSandbox({ webhookUrl: url, faults: { on: 'event', fault } });
    const { bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await side.sandbox.deliveries.settled();
    const { body = '', signature = '' } = received[0] ?? {};
    expect(isSignedBy(Buffer.from(body), signature, [side.sandbox.merchants.first().secretKey])).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        paymentReference: 'order-1',
        amountPaid: 4000,
        paymentDescription: { value: 'Two calabashes' },
        customer: { name: { value: 'Ada Obi' } },
      },
    });
  });

  it('that is invalid is refused', async () => {
    const side = await startSandbox();
    const answer = await plan(side, { on: 'call', fault: { kind: 'drift', into: 'soup' } });
    expect(answer.status).toBe(400);
  });
});

describe('the kinds of faults', () => {
  const kinds = [...Object.keys(CALL_FAULTS), ...Object.keys(EVENT_FAULTS)];

  it('are all on the dashboard', async () => {
    const { text } = await (await startSandbox()).send('GET', '/dashboard/faults');
    for (const kind of kinds) expect(text).toContain(`<code>${kind}</code>`);
  });

  it('are all in the README', () => {
    const readme = readFileSync(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');
    for (const kind of kinds) expect(readme).toContain(`| \`${kind}\``);
  });
});
