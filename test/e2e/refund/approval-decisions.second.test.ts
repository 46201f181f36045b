import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Grant, SignedGrant } from '../../../src/domain/approval/grant.js';
import { kobo } from '../../../src/domain/money.js';
import { grantedTerms, type RefundTerms } from '../../../src/domain/refund/refund.js';
import { createGrants, termsHash } from '../../../src/secrets/grants.js';
import {
  ADA,
  BOLA,
  CHIDI,
  createSignedRefunds,
  type SignedRefunds,
  type Waiting,
} from '../../support/lifecycles/signed-refunds.js';
import { costOf } from '../../support/temporal/history.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { createWorld, type World } from '../../support/world/world.js';

const FAST = { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 };

let world: World;
let refunds: SignedRefunds;
beforeAll(async () => {
  world = await createWorld({ settings: { ...FAST, approvalAboveKobo: kobo(100_000) } });
  refunds = createSignedRefunds(world, 'refund-grants');
});
afterAll(() => world.close());

/** These tests decide on one refund, so they follow each other. */
const NEXT = { concurrent: false };

describe.concurrent('a grant for anything but this refund does not approve it', () => {
  let waiting: Waiting;
  beforeAll(async () => {
    waiting = await refunds.waiting();
  });

  const hashOf = (change: Partial<RefundTerms>, transaction = waiting.transactionReference) =>
    termsHash(grantedTerms(transaction, { ...waiting.terms, ...change }));

  it.each<[string, () => Partial<Grant>, string]>([
    ['another refund', () => ({ termsHash: hashOf({ refundReference: 'another' }) }), 'for other terms'],
    ['another amount', () => ({ termsHash: hashOf({ amountKobo: kobo(150_001) }) }), 'for other terms'],
    [
      'another destination',
      () => ({
        termsHash: hashOf({
          destination: { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' },
        }),
      }),
      'for other terms',
    ],
    ['another transaction', () => ({ termsHash: hashOf({}, 'MNFY|1|another') }), 'for other terms'],
    ['another workflow', () => ({ target: 'refunds-of:another' }), 'for another reference'],
    ['a transfer', () => ({ target: 'transfer:rent-1' }), 'for another reference'],
    ['a request', () => ({ action: 'create' }), 'to create, not to approve'],
    ['a decline', () => ({ action: 'decline' }), 'to decline, not to approve'],
    ['an earlier time', () => ({ notAfter: '2020-01-01T00:00:00.000Z' }), 'it expired at 2020'],
  ])('%s', NEXT, async (_what, part, message) => {
    await expect(refunds.decide('approve', waiting, { ...BOLA, ...part() })).rejects.toMatchObject({
      reason: 'grant-invalid',
      message: expect.stringContaining(message) as string,
    });
  });

  it('one that another key signed, or that was changed', NEXT, async () => {
    const { transactionReference, terms } = waiting;
    const { refundReference } = terms;
    const genuine = refunds.sign(waiting, BOLA);
    const forger = createGrants([{ id: genuine.keyId, key: 'a key that is not the one of the api' }]);
    const changed = { ...genuine, grant: { ...genuine.grant, subject: 'chidi@example.com' } };
    for (const grant of [forger.sign(genuine.grant), changed]) {
      await expect(
        world.oware.refunds.approveRefund(transactionReference, { refundReference, grant }),
      ).rejects.toMatchObject({ reason: 'grant-invalid', message: 'its signature is wrong' });
    }
  });

  it.each([undefined, null, 'yes', {}, { grant: {}, keyId: '', mac: '' }])(
    '%j instead of one',
    NEXT,
    async (grant) => {
      const { transactionReference, terms } = waiting;
      const command = { refundReference: terms.refundReference, grant };
      for (const update of ['approveRefund', 'declineRefund']) {
        // as any client of Temporal can
        const sent = world
          .handle(refunds.id(transactionReference))
          .executeUpdate(update, { args: [command] });
        await expect(sent).rejects.toMatchObject({ cause: { type: 'invalid' } });
      }
    },
  );

  it.each([undefined, 7, '', 'unknown'])('a command about %j', NEXT, async (refundReference) => {
    const { transactionReference } = waiting;
    const command = { refundReference: refundReference as string, grant: refunds.sign(waiting, BOLA) };
    const sent = world.oware.refunds.approveRefund(transactionReference, command);
    await expect(sent).rejects.toMatchObject({ reason: 'invalid' });
  });

  it('and its maker does not, with whatever key', NEXT, async () => {
    for (const maker of [ADA, { ...ADA, key: 'ada-finance' }, { key: 'x', subject: 'ADA@example.com' }]) {
      await expect(refunds.decide('approve', waiting, maker)).rejects.toMatchObject({
        reason: 'approver-is-maker',
      });
    }
  });

  it('it still waits after all that, and a genuine grant approves it', NEXT, async () => {
    expect(await refunds.stateOf(waiting)).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      approval: { status: 'waiting', maker: ADA, given: [] },
    });
    expect(refunds.causesOf(waiting.terms.refundReference)).toEqual([]);
    await refunds.decide('approve', waiting, BOLA);
    await refunds.completes(waiting);
    await refunds.closed(waiting.transactionReference);
    const id = refunds.id(waiting.transactionReference);
    expect(await replayClosedRuns(world.client, id, inject('bundlePath'))).toBe(1);
  });
});

describe.concurrent('a refund whose maker is not proven needs two people', () => {
  it.each<[string, (own: Waiting) => SignedGrant | undefined]>([
    ['without a grant', () => undefined],
    [
      'with a grant for another amount',
      ({ transactionReference, terms }) => {
        const other = { transactionReference, terms: { ...terms, amountKobo: kobo(1) } };
        return refunds.sign(other, { action: 'create', ...ADA });
      },
    ],
    [
      'with an expired grant',
      (own) => refunds.sign(own, { action: 'create', notAfter: '2020-01-01T00:00:00Z' }),
    ],
  ])('%s', async (_what, makerOf) => {
    const own = await refunds.paid();
    await refunds.request(own, makerOf(own));
    const { approval } = await refunds.stateOf(own);
    expect(approval).toMatchObject({ needed: 2, given: [] });
    expect(approval).not.toHaveProperty('maker');
    await refunds.decide('approve', own, BOLA);
    await refunds.decide('approve', own, { ...BOLA, key: 'phone' });
    expect(await refunds.stateOf(own)).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    expect(refunds.causesOf(own.terms.refundReference)).toEqual([]);
    await refunds.decide('approve', own, CHIDI);
    await refunds.completes(own);
  });

  it('and a malformed maker is refused', async () => {
    const own = await refunds.paid();
    await expect(refunds.request(own, { grant: {} } as never)).rejects.toMatchObject({ reason: 'invalid' });
  });
});

describe.concurrent('an approval and a cancel at once', () => {
  it.each([
    ['the approval first', 'approve'],
    ['the cancel first', 'cancel'],
    ['the cancel right after the answer to the approval', 'answer'],
  ])('%s: the refund is either cancelled or sent once', async (_order, first) => {
    for (let round = 0; round < 4; round++) {
      const waiting = await refunds.waiting();
      const { refundReference } = waiting.terms;
      const approve = () => refunds.decide('approve', waiting, BOLA);
      if (first === 'answer') await approve();
      const cancel = () =>
        world.oware.refunds.cancelRefund(waiting.transactionReference, { refundReference });
      const steps = first === 'cancel' ? [cancel, approve] : [approve, cancel];
      const results = await Promise.allSettled(steps.map((step) => step()));
      const cancelled = results[first === 'cancel' ? 0 : 1];
      if (cancelled?.status === 'fulfilled') {
        expect(await refunds.stateOf(waiting)).toMatchObject({
          state: 'CANCELLED',
          reason: 'the merchant cancelled it',
        });
        expect(refunds.causesOf(refundReference)).toEqual([]);
      } else {
        expect(cancelled?.reason).toMatchObject({ reason: 'not-open' });
        await refunds.completes(waiting);
      }
      await refunds.closed(waiting.transactionReference);
      const id = refunds.id(waiting.transactionReference);
      expect(await replayClosedRuns(world.client, id, inject('bundlePath'))).toBe(1);
    }
  });

  it('a cancel after the approval was answered counts while nothing was sent', async () => {
    const waiting = await refunds.waiting();
    const { refundReference } = waiting.terms;
    const fault = { kind: 'rate-limited' };
    const rule = { on: 'call', endpoint: 'initiateRefund', reference: refundReference, when: 'before' };
    await world.planFault({ ...rule, times: null, fault });
    await refunds.decide('approve', waiting, BOLA);
    await world.oware.refunds.cancelRefund(waiting.transactionReference, { refundReference });
    await world.clearFaults(refundReference);
    expect(await refunds.stateOf(waiting)).toMatchObject({
      state: 'CANCELLED',
      approval: { status: 'approved', given: [BOLA] },
    });
    expect(refunds.causesOf(refundReference)).toEqual([]);
  });
});

describe.concurrent('an approval and a decline at once', () => {
  it('the first one counts', async () => {
    for (const actions of [
      ['approve', 'decline'],
      ['decline', 'approve'],
    ] as const) {
      const waiting = await refunds.waiting();
      const results = await Promise.allSettled(
        actions.map((action, n) => refunds.decide(action, waiting, n === 0 ? BOLA : CHIDI)),
      );
      const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []));
      expect(refused).toMatchObject([{ reason: 'already-decided' }]);
      const { approval } = await refunds.stateOf(waiting);
      const { refundReference } = waiting.terms;
      if ((approval as { readonly status: string }).status === 'approved') await refunds.completes(waiting);
      else {
        await refunds.becomes(refundReference, 'CANCELLED', waiting.transactionReference);
        expect(refunds.causesOf(refundReference)).toEqual([]);
      }
    }
  });
});

it.concurrent(
  'refunds that are requested and approved at the same moment leave histories that replay',
  async () => {
    for (let round = 0; round < 3; round++) {
      const { transactionReference } = await refunds.paid();
      const three = [101_000, 102_000, 40_000].map((amountKobo) => ({
        transactionReference,
        terms: refunds.termsOf(amountKobo),
      }));
      await Promise.all(
        three.map((each) => refunds.request(each, refunds.sign(each, { action: 'create', ...ADA }))),
      );
      await Promise.all(three.slice(0, 2).map((each) => refunds.decide('approve', each, BOLA)));
      for (const each of three) await refunds.completes(each);
      await refunds.closed(transactionReference);
      const id = refunds.id(transactionReference);
      expect(await replayClosedRuns(world.client, id, inject('bundlePath'))).toBe(1);
    }
  },
);

it('an approved refund costs three activities more: two grants and a webhook', async () => {
  const waiting = await refunds.waiting({ amountKobo: 250_000 });
  await refunds.decide('approve', waiting, BOLA);
  await refunds.completes(waiting);
  await refunds.closed(waiting.transactionReference);
  const id = refunds.id(waiting.transactionReference);
  const { counts } = await costOf(world.client, id, 'refund-approved');
  // payment, list of refunds, maker; webhook; approver, send; check, webhook, the owner's search, event to the owner
  expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 12, WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2 });
});
