import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Grant, SignedGrant } from '../../../src/domain/approval/grant.js';
import { dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { createGrants } from '../../../src/secrets/grants.js';
import { createHostile, GARBAGE } from '../../support/hostile/payloads.js';
import { createPayouts, MAKER, type Payouts, writePayoutBundle } from '../../support/payout/payouts.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedWorld,
  fails,
  inTurn,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

const BOLA = { key: 'finance', subject: 'bola@example.com' };
const CHIDI = { key: 'finance-2', subject: 'chidi@example.com' };

let bundle: Awaited<ReturnType<typeof writePayoutBundle>>;
let world: ScriptedWorld;
let payouts: Payouts;
beforeAll(async () => {
  bundle = await writePayoutBundle();
  const { bundlePath } = bundle;
  // decided payouts stay open until a test moves time
  world = await createScriptedWorld({ bundlePath, settings: { gatewayEventGraceMs: 10 * MINUTE } });
  payouts = createPayouts(world);
});
afterEach(() => payouts.endAll());
afterAll(async () => {
  await world.close();
  bundle.remove();
});

const refusedAs = (reason: string, message?: string) =>
  message === undefined ? { reason } : { reason, message };

describe('a payout up to the threshold', () => {
  it('is sent without an approval, and neither a grant nor the sums of the day are read', async () => {
    const { reference, id } = await payouts.open('small', { amountKobo: 100_000_000 });
    const { approval, needsNoApproval, reason } = await payouts.becomes(reference, 'SENT');
    expect({ approval, needsNoApproval, reason }).toEqual({
      needsNoApproval: true,
      reason: 'no approval is needed',
    });
    expect(world.callsTo('countPayout')).toBe(0);
    const { events = [] } = await world.handle(id).fetchHistory();
    const asked = events?.flatMap(
      ({ activityTaskScheduledEventAttributes: each }) => each?.activityType?.name ?? [],
    );
    expect(asked).not.toContain('checkGrant');
  });

  it('refuses decisions, since it waits for none', async () => {
    const { terms, reference } = await payouts.open('not-asked', { amountKobo: 1 });
    await payouts.becomes(reference, 'SENT');
    for (const action of ['approve', 'decline'] as const) {
      await expect(payouts.decide(action, terms, BOLA)).rejects.toMatchObject(
        refusedAs('not-awaiting-approval', 'the payout has not asked for an approval'),
      );
    }
  });
});

describe('a payout above the threshold', () => {
  it('waits for another person, and says why', async () => {
    const { reference, answer } = await payouts.open('waiting');
    expect(answer).toMatchObject({ kind: 'open', snapshot: { state: 'WAITING_FOR_APPROVAL' } });
    const { approval, reason } = await payouts.get(reference);
    expect(reason).toBe('the amount is ₦2,000,000.00, above ₦1,000,000.00');
    expect(approval).toMatchObject({ needed: 1, because: [reason], maker: MAKER, given: [] });
    const windowMs = Date.parse(approval!.expiresAt) - Date.parse(approval!.requestedAt);
    expect(windowMs).toBe(24 * HOUR);
    await world.receives(reference, ['test-payout.approval-requested']);
  });

  it('is sent once another person approves it: who, when and why stay in it', async () => {
    const { terms, reference } = await payouts.open('approved');
    const answer = await payouts.decide('approve', terms, { ...BOLA, reason: 'rent of March' });
    expect(answer.approval?.given).toMatchObject([{ ...BOLA, reason: 'rent of March' }]);
    const sent = await payouts.becomes(reference, 'SENT');
    expect(sent.reason).toBe('approved by bola@example.com (rent of March)');
    expect(Date.parse(sent.approval!.given[0]!.at)).toBeGreaterThanOrEqual(
      Date.parse(sent.approval!.requestedAt),
    );
    await world.receives(reference, ['test-payout.approval-requested', 'test-payout.sent']);
  });

  it('is not approved by its maker, also not with another key', async () => {
    const { terms, reference } = await payouts.open('own');
    for (const key of ['shop', 'finance']) {
      await expect(payouts.decide('approve', terms, { ...MAKER, key })).rejects.toMatchObject(
        refusedAs(
          'approver-is-maker',
          'ada@example.com asked for the payout; another person must approve it',
        ),
      );
    }
    expect(await payouts.get(reference)).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      approval: { given: [] },
    });
  });

  it('is declined by one person, and cannot be approved after that', async () => {
    const { terms, reference } = await payouts.open('declined');
    await payouts.decide('decline', terms, { ...BOLA, reason: 'wrong account' });
    const declined = await payouts.becomes(reference, 'DECLINED');
    expect(declined.reason).toBe('declined by bola@example.com (wrong account)');
    await expect(payouts.decide('approve', terms, CHIDI)).rejects.toMatchObject(
      refusedAs(
        'already-decided',
        `the payout was declined by bola@example.com at ${declined.approval!.declined!.at}`,
      ),
    );
    await world.receives(reference, ['test-payout.approval-requested', 'test-payout.declined']);
  });

  it('gives a person who decides twice the same answer', async () => {
    const { terms, reference } = await payouts.open('twice');
    const first = await payouts.decide('approve', terms, BOLA);
    await payouts.becomes(reference, 'SENT');
    const second = await payouts.decide('approve', terms, { ...BOLA, key: 'phone' });
    expect(second.approval).toEqual(first.approval);
    await expect(payouts.decide('approve', terms, CHIDI)).rejects.toMatchObject(refusedAs('already-decided'));
  });

  it('is decided once when one person approves and another declines at the same moment', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, (_, n) => payouts.open(`race-${n}`)));
    const outcomes = await Promise.all(
      opened.map(async ({ terms, reference }, n) => {
        const decisions = [
          () => payouts.decide('approve', terms, BOLA),
          () => payouts.decide('decline', terms, CHIDI),
        ];
        const inOrder = n % 2 === 0 ? decisions : decisions.toReversed();
        const results = await Promise.allSettled(inOrder.map((decide) => decide()));
        const refused = results.flatMap((each) =>
          each.status === 'rejected' ? [each.reason as object] : [],
        );
        expect(refused).toMatchObject([refusedAs('already-decided')]);
        const state = await waitUntil('its end', async () => {
          const snapshot = await payouts.get(reference);
          return snapshot.state !== 'WAITING_FOR_APPROVAL' && snapshot;
        });
        // never both: a declined payout has no approval, an approved one no decline
        const { given, declined } = state.approval!;
        expect(given.length + (declined ? 1 : 0)).toBe(1);
        expect(state.state).toBe(declined ? 'DECLINED' : 'SENT');
        return state.state;
      }),
    );
    expect(outcomes).toHaveLength(8);
  });

  it('expires when no person answers in time', async () => {
    const { terms, reference } = await payouts.open('unanswered');
    await world.pass(24 * HOUR);
    const expired = await payouts.becomes(reference, 'EXPIRED');
    expect(expired.reason).toBe(`no approval until ${expired.approval!.expiresAt}`);
    expect(expired.approval).toMatchObject({ ended: 'expired', given: [] });
    await expect(payouts.decide('approve', terms, BOLA)).rejects.toMatchObject(
      refusedAs('not-awaiting-approval', 'the request for approval is expired'),
    );
  });

  it('is approved shortly before it expires', async () => {
    const { terms, reference } = await payouts.open('just-in-time');
    await world.pass(24 * HOUR - MINUTE);
    await payouts.decide('approve', terms, BOLA);
    await payouts.becomes(reference, 'SENT');
  });

  it('is withdrawn when it is cancelled meanwhile', async () => {
    const { reference } = await payouts.open('cancelled');
    await payouts.cancel(reference);
    const cancelled = await waitUntil('its end', async () => {
      const snapshot = await payouts.get(reference);
      return snapshot.approval?.ended !== undefined && snapshot;
    });
    expect(cancelled).toMatchObject({ state: 'CANCELLED', approval: { ended: 'withdrawn', given: [] } });
  });

  it('answers a request to check at once: nothing was sent', async () => {
    const { reference } = await payouts.open('confirmed');
    expect(await payouts.confirm(reference)).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
  });
});

describe('a payout whose maker is not proven needs two people', () => {
  const termsOfAnother = { reference: 'another', amountKobo: kobo(1) };
  const forged = (signed: SignedGrant): SignedGrant =>
    createGrants([{ id: signed.keyId, key: 'a key that is not the one of the api' }]).sign(signed.grant);

  it.each<[string, (own: SignedGrant) => SignedGrant | undefined]>([
    ['without a grant', () => undefined],
    ['with a grant that another key signed', forged],
    ['with the grant of another reference', () => payouts.makerOf(termsOfAnother)],
    [
      'with a grant for other terms',
      ({ grant }) => payouts.grant(termsOfAnother, { ...grant, termsHash: 'a'.repeat(64) }),
    ],
    [
      'with an expired grant',
      ({ grant }) => payouts.grant(termsOfAnother, { ...grant, notAfter: grant.at.replace(/^..../, '2020') }),
    ],
    [
      'with a grant to approve',
      ({ grant }) => payouts.grant(termsOfAnother, { ...grant, action: 'approve' }),
    ],
    [
      'with the name of another person in a genuine grant',
      (own) => ({ ...own, grant: { ...own.grant, subject: 'x' } }),
    ],
  ])('%s', async (what, makerOf) => {
    const terms = payouts.termsOf(world.name(`unproven-${what.replaceAll(' ', '-').slice(0, 24)}`));
    const maker = makerOf(payouts.makerOf(terms));
    await payouts.create(terms, { maker });
    const { approval } = await payouts.get(terms.reference);
    expect(approval).toMatchObject({ needed: 2, given: [] });
    expect(approval?.maker).toBeUndefined();
    expect(approval?.because).toContain('no signed grant shows who asked for the payout');
    await world.handle(payouts.idOf(terms.reference)).terminate();
  });

  it('one person counts once, with however many keys; a second person completes it', async () => {
    const { terms, reference } = await payouts.open('two-people', { maker: 'unknown' });
    await payouts.decide('approve', terms, BOLA);
    const again = await payouts.decide('approve', terms, { ...BOLA, key: 'phone' });
    expect(again).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    expect(again.approval?.given).toHaveLength(1);
    await payouts.decide('approve', terms, CHIDI);
    const sent = await payouts.becomes(reference, 'SENT');
    expect(sent.reason).toBe('approved by bola@example.com and chidi@example.com');
  });

  it('a decline ends it although another person has approved', async () => {
    const { terms, reference } = await payouts.open('one-of-two', { maker: 'unknown' });
    await payouts.decide('approve', terms, BOLA);
    await payouts.decide('decline', terms, CHIDI);
    expect(await payouts.becomes(reference, 'DECLINED')).toMatchObject({ approval: { given: [BOLA] } });
  });
});

describe('a decision without a valid grant changes nothing', () => {
  it.each<[string, Partial<Grant>, string]>([
    ['for another reference', { target: 'test-payout:another' }, 'it is a grant for another reference'],
    ['for other terms', { termsHash: 'a'.repeat(64) }, 'it is a grant for other terms'],
    ['to decline', { action: 'decline' }, 'it is a grant to decline, not to approve'],
    ['to create', { action: 'create' }, 'it is a grant to create, not to approve'],
    ['of yesterday', { notAfter: '2020-01-01T00:00:00.000Z' }, 'it expired at 2020-01-01T00:00:00.000Z'],
  ])('a grant %s', async (_what, part, why) => {
    const { terms, reference } = await payouts.open('bad-grant');
    const grant = payouts.grant(terms, { action: 'approve', ...BOLA, ...part });
    await expect(payouts.approve(reference, { grant })).rejects.toMatchObject(
      refusedAs('grant-invalid', why),
    );
    expect((await payouts.get(reference)).approval?.given).toEqual([]);
    await payouts.endAll();
  });

  it('a grant that was tampered with, or signed with another key', async () => {
    const { terms, reference } = await payouts.open('tampered');
    const genuine = payouts.grant(terms, { action: 'approve', ...MAKER });
    const tampered = { ...genuine, grant: { ...genuine.grant, ...BOLA } };
    const other = createGrants([{ id: 'tests', key: 'another key of 32 bytes and more' }]).sign(
      genuine.grant,
    );
    for (const grant of [tampered, other]) {
      await expect(payouts.approve(reference, { grant })).rejects.toMatchObject(
        refusedAs('grant-invalid', 'its signature is wrong'),
      );
    }
    const unknown = { ...genuine, keyId: 'nowhere' };
    await expect(payouts.approve(reference, { grant: unknown })).rejects.toMatchObject(
      refusedAs('grant-invalid', 'its signing key is unknown'),
    );
  });

  it('garbage in its place is refused before it reaches history', async () => {
    const { terms, reference, id } = await payouts.open('garbage');
    const hostile = createHostile(world);
    for (const payloads of Object.values(GARBAGE)) {
      for (const update of ['approve', 'decline']) {
        const failure = await hostile.update(id, update, payloads);
        expect(failure?.applicationFailureInfo?.type).toBe('invalid');
      }
    }
    expect(await world.failedTasks(id)).toEqual([]);
    await payouts.decide('approve', terms, BOLA);
    await payouts.becomes(reference, 'SENT');
  });

  it('a start with garbage in place of the maker is refused', async () => {
    const terms = payouts.termsOf(world.name('garbage-maker'));
    for (const maker of ['ada', {}, [], { grant: {}, keyId: 'tests', mac: 'x' }]) {
      const id = payouts.idOf(terms.reference);
      const input = { from: 'request', terms, maker };
      const started = world.client.workflow.execute('sendTestPayout', {
        workflowId: id,
        taskQueue: world.taskQueue,
        args: [input],
      });
      await expect(started).rejects.toMatchObject({
        cause: { message: 'Input refused: maker: expected a signed grant' },
      });
    }
  });
});

describe('over several runs', () => {
  let short: ScriptedWorld;
  let shortPayouts: Payouts;
  beforeAll(async () => {
    const settings = { continueAsNewAfterHistoryEvents: 40, gatewayEventGraceMs: 10 * MINUTE };
    short = await createScriptedWorld({ bundlePath: bundle.bundlePath, settings });
    shortPayouts = createPayouts(short);
  });
  afterEach(() => shortPayouts.endAll());
  afterAll(() => short.close());

  /** Sends check requests until another run has taken over. */
  async function continues(id: string): Promise<void> {
    const runId = await short.runIdOf(id);
    await waitUntil('the next run', async () => {
      await Promise.allSettled([short.handle(id).signal('requestCheck', randomUUID())]);
      return (await short.runIdOf(id)) !== runId;
    });
  }

  it('a request keeps its maker, its end and its decisions, and is reported once', async () => {
    const { terms, reference, id } = await shortPayouts.open('carried');
    const before = (await shortPayouts.get(reference)).approval;
    await continues(id);
    await continues(id);
    expect((await shortPayouts.get(reference)).approval).toEqual(before);
    await expect(shortPayouts.decide('approve', terms, { ...MAKER, key: 'finance' })).rejects.toMatchObject(
      refusedAs('approver-is-maker'),
    );
    await shortPayouts.decide('approve', terms, BOLA);
    await shortPayouts.becomes(reference, 'SENT');
    await short.receives(reference, ['test-payout.approval-requested', 'test-payout.sent']);
    expect((await runsOf(short.client, id)).length).toBeGreaterThanOrEqual(3);
  });

  it('the first of two people approves in one run, the second in another', async () => {
    const { terms, reference, id } = await shortPayouts.open('two-runs', { maker: 'unknown' });
    await shortPayouts.decide('approve', terms, BOLA);
    await continues(id);
    expect((await shortPayouts.decide('approve', terms, BOLA)).approval?.given).toHaveLength(1);
    await shortPayouts.decide('approve', terms, CHIDI);
    expect(await shortPayouts.becomes(reference, 'SENT')).toMatchObject({
      reason: 'approved by bola@example.com and chidi@example.com',
    });
  });

  it('a decision with an idempotency key is answered again in a later run, although its grant is a new one', async () => {
    const { terms, id } = await shortPayouts.open('same-key', { maker: 'unknown' });
    const decision = { ...BOLA, reason: 'checked', idempotencyKey: 'approve rent' };
    const first = await shortPayouts.decide('approve', terms, decision);
    await continues(id);
    expect((await shortPayouts.decide('approve', terms, decision)).approval).toEqual(first.approval);
    // another person, or another reason, is another decision
    await expect(shortPayouts.decide('approve', terms, { ...decision, ...CHIDI })).rejects.toMatchObject(
      refusedAs('command-conflict'),
    );
  });

  it('the time to answer counts from the request, not from the last run', async () => {
    const { reference, id } = await shortPayouts.open('expires');
    await short.pass(20 * HOUR);
    await continues(id);
    await short.pass(4 * HOUR + MINUTE);
    expect(await shortPayouts.becomes(reference, 'EXPIRED')).toMatchObject({
      approval: { ended: 'expired' },
    });
  });
});

describe('the sums of a day', () => {
  let limited: ScriptedWorld;
  let limitedPayouts: Payouts;
  beforeAll(async () => {
    const settings = {
      approvalAboveDailyKobo: kobo(500_000_000),
      approvalAboveDailyPerKeyKobo: kobo(200_000_000),
      gatewayEventGraceMs: 10 * MINUTE,
    };
    limited = await createScriptedWorld({ bundlePath: bundle.bundlePath, settings });
    // a create waits until the sums are known
    limitedPayouts = createPayouts(limited, { timeoutMs: 3_000 });
  });
  afterEach(() => limitedPayouts.endAll());
  afterAll(() => limited.close());

  const sums = (sumKobo: number, keySumKobo: number) => () => Promise.resolve({ sumKobo, keySumKobo });

  it('below both limits ask for no approval, and are decided once', async () => {
    const seen: object[] = [];
    limited.script.countPayout = (payout) => {
      seen.push(payout);
      return sums(500_000_000, 200_000_000)();
    };
    const { reference, id } = await limitedPayouts.open('below', { amountKobo: 5_000 });
    const { needsNoApproval, epoch } = await limitedPayouts.becomes(reference, 'SENT');
    expect(needsNoApproval).toBe(true);
    const day = dayOf(Date.parse(epoch));
    expect(seen).toEqual([{ day, reference: id, amountKobo: 5_000, key: 'shop' }]);
  });

  it.each([
    [
      'all keys',
      sums(500_005_000, 5_000),
      'the payouts of the day sum to ₦5,000,050.00, above ₦5,000,000.00',
    ],
    [
      'one key',
      sums(300_000_000, 200_005_000),
      'the payouts of the day by API key shop sum to ₦2,000,050.00, above ₦2,000,000.00',
    ],
  ])(
    'above the limit of %s ask for an approval, however small the payout is',
    async (_whose, answer, why) => {
      limited.script.countPayout = answer;
      const { terms, reference } = await limitedPayouts.open('above', { amountKobo: 5_000 });
      expect(await limitedPayouts.becomes(reference, 'WAITING_FOR_APPROVAL')).toMatchObject({
        approval: { needed: 1, because: [why], maker: MAKER },
      });
      await limitedPayouts.decide('approve', terms, BOLA);
      await limitedPayouts.becomes(reference, 'SENT');
      await limitedPayouts.endAll();
    },
  );

  it('of unknown makers are counted without a key', async () => {
    const keys: unknown[] = [];
    limited.script.countPayout = ({ key }) => {
      keys.push(key);
      return sums(5_000, 200_005_000)();
    };
    const { reference } = await limitedPayouts.open('unknown', { amountKobo: 5_000, maker: 'unknown' });
    const { approval } = await limitedPayouts.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(approval).toMatchObject({ needed: 2 });
    expect(keys).toEqual([undefined]);
  });

  it('that cannot be read keep the payout from being sent, until they can', async () => {
    const before = limited.callsTo('countPayout');
    limited.script.countPayout = fails('unreachable', 'Temporal does not respond');
    const { reference } = await limitedPayouts.open('unreadable', { amountKobo: 5_000 });
    await waitUntil('the first attempts', () => limited.callsTo('countPayout') >= before + 2);
    expect((await limitedPayouts.get(reference)).state).toBe('NEW');
    limited.script.countPayout = inTurn(sums(5_000, 5_000));
    await limited.pass(MINUTE);
    await limitedPayouts.becomes(reference, 'SENT');
  });

  it('that cannot be read do not keep the payout from being cancelled', async () => {
    const before = limited.callsTo('countPayout');
    limited.script.countPayout = fails('unreachable', 'Temporal does not respond');
    const { reference, id } = await limitedPayouts.open('given-up', { amountKobo: 5_000 });
    await waitUntil('the first attempt', () => limited.callsTo('countPayout') > before);
    await limitedPayouts.cancel(reference);
    await limited.closed(id);
    const cancelled = await limitedPayouts.get(reference);
    expect(cancelled.state).toBe('CANCELLED');
    expect(cancelled.approval).toBeUndefined();
  });
});
