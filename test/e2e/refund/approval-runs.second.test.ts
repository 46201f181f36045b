import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { payoutDayId } from '../../../workflows/services/payout-day/messages.js';
import {
  ADA,
  BOLA,
  CHIDI,
  createSignedRefunds,
  SENT_AND_ARRIVED,
  type SignedRefunds,
  type Waiting,
} from '../../support/lifecycles/signed-refunds.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

const FAST = { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 };

describe.concurrent('refunds that wait over several runs', () => {
  let short: World;
  let runs: SignedRefunds;
  beforeAll(async () => {
    // a run continues as new after a few decisions
    const settings = { ...FAST, approvalAboveKobo: kobo(100_000), continueAsNewAfterHistoryEvents: 60 };
    short = await createWorld({ settings });
    runs = createSignedRefunds(short, 'refund-runs-approval');
  });
  afterAll(() => short.close());

  /** Decisions that are refused make the history long, until the workflow continues in another run. */
  async function continueAsNew(waiting: Waiting): Promise<void> {
    const before = await runs.runIdOf(waiting.transactionReference);
    await waitUntil('the next run', async () => {
      await expect(runs.decide('approve', waiting, ADA)).rejects.toMatchObject({
        reason: 'approver-is-maker',
      });
      return (await runs.runIdOf(waiting.transactionReference)) !== before;
    });
  }

  const replay = ({ transactionReference }: Waiting) =>
    replayClosedRuns(short.client, runs.id(transactionReference), inject('bundlePath'));

  it('keep their makers, their ends and their decisions, and are reported once', async () => {
    const first = await runs.waiting({ amountKobo: 120_000 });
    const second = { ...first, terms: runs.termsOf(130_000) };
    await runs.request(second, runs.sign(second, { action: 'create', ...CHIDI }));
    const before = [await runs.stateOf(first), await runs.stateOf(second)];
    await continueAsNew(first);
    await continueAsNew(first);
    expect([await runs.stateOf(first), await runs.stateOf(second)]).toEqual(before);
    // by the second maker, and by another person in the next run
    await expect(runs.decide('approve', second, CHIDI)).rejects.toMatchObject({
      reason: 'approver-is-maker',
    });
    await runs.decide('approve', second, BOLA);
    await runs.completes(second);
    expect(runs.causesOf(first.terms.refundReference)).toEqual([]);
    await continueAsNew(first);
    await runs.decide('approve', first, BOLA);
    await runs.completes(first);
    await runs.closed(first.transactionReference);
    for (const { terms } of [first, second]) {
      expect(runs.webhooksOf(first.transactionReference, terms.refundReference)).toEqual([
        'refund.waiting-for-approval',
        'refund.completed',
      ]);
    }
    expect(await replay(first)).toBeGreaterThan(3);
  });

  it('a decision with an idempotency key is answered again in a later run, although its grant is a new one', async () => {
    const own = await runs.paid();
    await runs.request(own);
    await runs.decide('approve', own, BOLA, 'click-1');
    const before = await runs.runIdOf(own.transactionReference);
    await waitUntil('the next run', async () => {
      await runs.decide('approve', own, BOLA, 'click-1');
      await expect(
        runs.decide('approve', own, { ...CHIDI, notAfter: '2020-01-01T00:00:00Z' }),
      ).rejects.toMatchObject({
        reason: 'grant-invalid',
      });
      return (await runs.runIdOf(own.transactionReference)) !== before;
    });
    const again = await runs.decide('approve', own, BOLA, 'click-1');
    expect(again.refunds).toMatchObject([{ approval: { needed: 2, given: [BOLA] } }]);
    await expect(runs.decide('approve', own, CHIDI, 'click-1')).rejects.toMatchObject({
      reason: 'command-conflict',
    });
    await runs.decide('decline', own, CHIDI);
    await runs.closed(own.transactionReference);
    expect(await replay(own)).toBeGreaterThan(1);
  });

  it('and that a lost run sent after the approval are found, and not sent again', async () => {
    const waiting = await runs.waiting({ amountKobo: 120_000 });
    const { transactionReference, terms } = waiting;
    await continueAsNew(waiting);
    const lost = await runs.runIdOf(transactionReference);
    await short.dropEvent(terms.refundReference);
    await runs.decide('approve', waiting, BOLA);
    await waitUntil('the send', () => runs.causesOf(terms.refundReference).length > 0);
    expect(await runs.runIdOf(transactionReference)).toBe(lost);
    await short.handle(runs.id(transactionReference)).terminate();
    // any request starts the next run, which has only the state from before the approval
    await runs.request({ transactionReference, terms: runs.termsOf(50_000) });
    await runs.passTime();
    await runs.becomes(terms.refundReference, 'COMPLETED', transactionReference);
    expect(await runs.stateOf(waiting)).toMatchObject({ approval: { status: 'withdrawn', given: [] } });
    expect(runs.causesOf(terms.refundReference)).toEqual(SENT_AND_ARRIVED);
  });

  it('and that a lost run did not send are asked for again, once a person has released them', async () => {
    const waiting = await runs.waiting();
    const { transactionReference, terms } = waiting;
    await short.handle(runs.id(transactionReference)).terminate();
    await runs.request(waiting, runs.sign(waiting, { action: 'create', ...ADA }));
    await runs.release(waiting);
    await waitUntil('the request', async () => (await runs.stateOf(waiting)).state !== 'PENDING');
    expect(await runs.stateOf(waiting)).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      approval: { needed: 1, given: [] },
    });
    expect(runs.causesOf(terms.refundReference)).toEqual([]);
    await runs.decide('approve', waiting, BOLA);
    await runs.completes(waiting);
  });
});

describe.concurrent('the sums of a day', () => {
  const today = dayOf(Date.now());
  const shop = { key: `shop-${process.pid}`, subject: 'ada@example.com' };
  let limited: World;
  let counted: SignedRefunds;
  beforeAll(async () => {
    limited = await createWorld({ settings: { ...FAST, approvalAboveDailyPerKeyKobo: kobo(150_000) } });
    counted = createSignedRefunds(limited, 'refund-day');
  });
  afterAll(async () => {
    await limited.handle(payoutDayId(today)).terminate();
    await limited.close();
  });

  it('count each refund once, by the key that asked; the one that exceeds the limit needs an approval', async () => {
    const first = await counted.waiting({ amountKobo: 100_000, maker: shop });
    const underWay = {
      state: 'PENDING',
      reason: 'the gateway reports PENDING: Transaction refund request processing.',
    };
    expect(await counted.stateOf(first)).toMatchObject(underWay);
    // a repeat adds nothing
    await counted.request(first, counted.sign(first, { action: 'create', ...shop }));
    const { transactionReference } = first;
    const second = { transactionReference, terms: counted.termsOf(50_000) };
    await counted.request(second, counted.sign(second, { action: 'create', ...shop }));
    expect(await counted.stateOf(second)).toMatchObject(underWay);
    const third = { transactionReference, terms: counted.termsOf(50_000) };
    await counted.request(third, counted.sign(third, { action: 'create', ...shop }));
    expect(await counted.stateOf(third)).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      reason: `the payouts of the day by API key ${shop.key} sum to ₦2,000.00, above ₦1,500.00`,
    });
    expect(counted.causesOf(third.terms.refundReference)).toEqual([]);
    await counted.decide('approve', third, BOLA);
    for (const refund of [first, second, third]) await counted.completes(refund);
  });
});
