import { afterEach, describe, expect, it } from 'vitest';
import type { CreateOptions } from '../../src/client/client.js';
import { ClosedError, NotFoundError, RefusedError } from '../../src/client/errors.js';
import type { Approval } from '../../src/domain/approval/approval.js';
import type { SignedGrant } from '../../src/domain/approval/grant.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../src/domain/money.js';
import type { Serving } from '../../src/cli/serve.js';
import { createGrantCheck } from '../../src/secrets/grants.js';
import { testGrants } from '../support/grants.js';
import { callPayouts } from '../support/payout/call-payouts.js';
import type { TestPayoutSnapshot, TestPayoutTerms } from '../support/payout/messages.js';
import { servePayouts, type ServedPayouts } from '../support/payout/serve-payouts.js';
import { waitUntil } from '../support/wait-until.js';

let api: Serving;
afterEach(() => api.close());

const TERMS: TestPayoutTerms = { reference: 'rent-1', amountKobo: kobo(200_000_000) };
const WAITING: Approval = {
  needed: 1,
  because: ['the amount is ₦2,000,000.00, above ₦1,000,000.00'],
  requestedAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  maker: { key: 'shop', subject: 'ada@example.com' },
  given: [],
};
const checkGrant = createGrantCheck(testGrants);

function snapshotOf(part: Partial<TestPayoutSnapshot> = {}): TestPayoutSnapshot {
  const begun = beginning('WAITING_FOR_APPROVAL', WAITING.because[0]!, WAITING.requestedAt);
  return { ...begun, lifecycle: 'test-payout', terms: TERMS, approval: WAITING, ...part };
}

interface Sent {
  readonly action: string;
  readonly grant: SignedGrant;
  readonly options: unknown;
}

/** A client that remembers what the routes send, and answers with one snapshot. */
function createClient(answer: () => Promise<TestPayoutSnapshot> = () => Promise.resolve(snapshotOf())) {
  const sent: Sent[] = [];
  const makers: CreateOptions['maker'][] = [];
  const decide =
    (action: string) =>
    (_reference: string, { grant }: { readonly grant: SignedGrant }, options: unknown) => {
      sent.push({ action, grant, options });
      return answer();
    };
  const client = {
    create: (_terms: TestPayoutTerms, { maker }: CreateOptions = {}) => {
      makers.push(maker);
      return Promise.resolve({ kind: 'open', snapshot: snapshotOf() });
    },
    get: (reference: string) =>
      reference === TERMS.reference
        ? Promise.resolve(snapshotOf())
        : Promise.reject(new NotFoundError(`Test payout ${reference} not found.`)),
    approve: decide('approve'),
    decline: decide('decline'),
  } as unknown as ServedPayouts['client'];
  return { client, sent, makers };
}

const decide = (key: string, action: string, body: object = {}, headers = {}) =>
  callPayouts(api.url, key, `/rent-1/${action}`, body, headers);

describe('the create of a payout', () => {
  it('carries a signed grant of its maker: key, subject, reference and terms', async () => {
    const { client, makers } = createClient();
    api = await servePayouts({ client });
    expect((await callPayouts(api.url, 'ada', '/', TERMS)).status).toBe(201);
    const [maker] = makers;
    expect(maker?.grant).toMatchObject({
      action: 'create',
      target: 'test-payout:rent-1',
      key: 'shop',
      subject: 'ada@example.com',
    });
    const purpose = { action: 'create', target: 'test-payout:rent-1', terms: TERMS } as const;
    expect(checkGrant(maker, purpose)).toEqual({ valid: true });
    expect(checkGrant(maker, { ...purpose, terms: { ...TERMS, amountKobo: 1 } })).toMatchObject({
      valid: false,
    });
  });

  it('names the key itself as the subject where the key file has none', async () => {
    const { client, makers } = createClient();
    api = await servePayouts({ client });
    await callPayouts(api.url, 'robot', '/', TERMS);
    expect(makers[0]?.grant).toMatchObject({ key: 'robot', subject: 'robot' });
  });
});

describe('a decision', () => {
  it.each(['approve', 'decline'] as const)('to %s is signed for the terms of the payout', async (action) => {
    const { client, sent } = createClient();
    api = await servePayouts({ client });
    const reply = await decide('bola', action, { reason: 'rent of March' });
    expect(reply).toMatchObject({ status: 200, body: { approval: { status: 'waiting', needed: 1 } } });
    expect(sent).toMatchObject([
      { action, grant: { grant: { key: 'finance', subject: 'bola@example.com', reason: 'rent of March' } } },
    ]);
    const purpose = { action, target: 'test-payout:rent-1', terms: TERMS };
    expect(checkGrant(sent[0]?.grant, purpose)).toEqual({ valid: true });
    const { at, notAfter } = sent[0]!.grant.grant;
    expect(Date.parse(notAfter) - Date.parse(at)).toBe(600_000);
  });

  it('needs the scope approve, which a key has only where it is listed', async () => {
    const { client, sent } = createClient();
    api = await servePayouts({ client });
    for (const key of ['ada', 'robot']) {
      expect(await decide(key, 'approve')).toMatchObject({
        status: 403,
        body: {
          type: '/problems/forbidden',
          moneyMoved: 'no',
          detail: "The API key does not have the scope 'approve'.",
        },
      });
    }
    expect(sent).toEqual([]);
  });

  it('passes its Idempotency-Key on', async () => {
    const { client, sent } = createClient();
    api = await servePayouts({ client });
    await decide('bola', 'approve', {}, { 'idempotency-key': 'approve rent' });
    expect(sent[0]?.options).toEqual({ idempotencyKey: 'approve rent' });
  });

  it.each([
    ['a reason of more than 200 characters', { reason: 'x'.repeat(201) }],
    ['an empty reason', { reason: '' }],
    ['a card number as the reason', { reason: 'paid with 4111 1111 1111 1111' }],
    ['a number as the reason', { reason: 5 }],
    ['another field', { subject: 'chidi@example.com' }],
  ])('with %s is refused', async (_what, body) => {
    const { client, sent } = createClient();
    api = await servePayouts({ client });
    expect(await decide('bola', 'approve', body)).toMatchObject({
      status: 400,
      body: { type: '/problems/invalid' },
    });
    expect(sent).toEqual([]);
  });

  it('about an unknown reference is 404', async () => {
    api = await servePayouts({ client: createClient().client });
    expect((await callPayouts(api.url, 'bola', '/rent-2/approve')).status).toBe(404);
  });

  it('without grant keys is refused, and says which setting is missing', async () => {
    const { client, sent } = createClient();
    api = await servePayouts({ client, grants: 'none' });
    const reply = await decide('bola', 'approve');
    expect(reply).toMatchObject({ status: 403, body: { type: '/problems/forbidden' } });
    expect(reply.body.detail).toContain('OWARE_GRANT_KEYS_FILE');
    expect(sent).toEqual([]);
  });

  it.each([
    ['approver-is-maker', 403],
    ['grant-invalid', 403],
    ['not-awaiting-approval', 409],
    ['already-decided', 409],
  ])('that the lifecycle refuses as %s is %s', async (word, status) => {
    const { client } = createClient(() => Promise.reject(new RefusedError(word, 'why')));
    api = await servePayouts({ client });
    expect(await decide('bola', 'approve')).toMatchObject({
      status,
      body: { type: `/problems/${word}`, detail: 'why', moneyMoved: 'no' },
    });
  });
});

describe('a decision about a payout that has closed', () => {
  const by = (subject: string) => ({ key: 'finance', subject, at: '2026-03-02T10:00:00.000Z' });
  const closedWith = (part: Partial<TestPayoutSnapshot>) =>
    createClient(() => Promise.reject(new ClosedError('test payout', snapshotOf(part)))).client;
  const sent = { state: 'SENT', approval: { ...WAITING, given: [by('bola@example.com')] } } as const;
  const declined = { state: 'DECLINED', approval: { ...WAITING, declined: by('bola@example.com') } } as const;

  it('gets the same answer when it is a repeat', async () => {
    api = await servePayouts({ client: closedWith(sent) });
    expect(await decide('bola', 'approve')).toMatchObject({ status: 200, body: { state: 'SENT' } });
    await api.close();
    api = await servePayouts({ client: closedWith(declined) });
    expect(await decide('bola', 'decline')).toMatchObject({ status: 200, body: { state: 'DECLINED' } });
  });

  it('is refused when another person decided first', async () => {
    api = await servePayouts({ client: closedWith(sent) });
    for (const action of ['approve', 'decline']) {
      expect(await decide('chidi', action)).toMatchObject({
        status: 409,
        body: {
          type: '/problems/already-decided',
          detail: 'the payout was approved by bola@example.com at 2026-03-02T10:00:00.000Z',
        },
      });
    }
  });

  it.each([
    ['needed none', { state: 'SENT', needsNoApproval: true, approval: undefined }],
    ['expired', { state: 'EXPIRED', approval: { ...WAITING, ended: 'expired' } }],
    ['was cancelled', { state: 'CANCELLED', approval: { ...WAITING, ended: 'withdrawn' } }],
    ['ended otherwise', { state: 'CANCELLED' }],
  ])('is refused when the payout %s', async (_what, part) => {
    api = await servePayouts({ client: closedWith(part as Partial<TestPayoutSnapshot>) });
    expect(await decide('bola', 'approve')).toMatchObject({
      status: 409,
      body: { type: '/problems/not-awaiting-approval' },
    });
  });
});

it('every log line of a request names its API key, never the key itself', async () => {
  const lines: object[] = [];
  const line = (fields: object) => void lines.push(fields);
  api = await servePayouts({ client: createClient().client, log: { info: line, warn: line, error: line } });
  await decide('bola', 'approve');
  await callPayouts(api.url, 'unknown-key', '/rent-1/approve');
  await waitUntil('two log lines', () => lines.length === 2);
  expect(lines[0]).toMatchObject({ apiKeyName: 'finance', status: 200, reference: 'rent-1' });
  expect(lines[1]).not.toHaveProperty('apiKeyName');
  expect(JSON.stringify(lines)).not.toMatch(/bola|unknown-key/);
});
