import type { Resolution } from '../../../src/domain/lifecycle/review.js';
import { expect } from 'vitest';
import { decisionTerms, type GrantAction, type SignedGrant } from '../../../src/domain/approval/grant.js';
import { kobo } from '../../../src/domain/money.js';
import { toPayoutView } from '../../../src/domain/payout/view.js';
import type { RefundTerms } from '../../../src/domain/refund/refund.js';
import { termsHash } from '../../../src/secrets/grants.js';
import { grantOf, testGrants } from '../grants.js';
import { waitForState, waitUntil } from '../wait-until.js';
import { fails, ok, record, type Request, type ScriptedWorld } from './scripted-gateway.js';
import { createRefundClient, transactionOf } from './scripted-refund-client.js';
import { transferRecord, transferTerms } from './scripted-payouts.js';
import { DAY } from './world.js';
import { seen } from '../lifecycles/review-items.js';

export type Answer = (request: Request) => unknown;

/** What differs between payouts: their endpoints, and the gateway's words. */
export interface PayoutKind {
  readonly name: 'transfer' | 'bill' | 'paycode' | 'refund';
  readonly client: 'transfers' | 'bills' | 'paycodes' | 'refunds';
  /** The endpoint that moves the money, and the one that reads its record. */
  readonly send: string;
  readonly read: string;
  readonly terms: (reference: string) => object;
  readonly record: (status: string, more?: object) => Answer;
  readonly done: string;
  readonly underWay: string;
  /** The word for a failure, where the gateway has one. */
  readonly failed?: string;
  /** What differs in a record that is about something else. */
  readonly foreign: object;
  /** Where its webhooks and its workflow are found; its own reference unless given. */
  readonly lifecycleOf?: (reference: string) => { readonly prefix: string; readonly reference: string };
}

const AMOUNT = kobo(5_000_00);
const CUSTOMER = { customerId: '08030001234', productCode: 'PRD-AIRTIME' };
const after = (days: number) => new Date(Date.now() + days * DAY).toISOString();
/** Fixed, because a repeated create must have the same terms. */
const [NOT_AFTER, EXPIRES_AT] = [after(10), after(20)];

export const PAYOUT_KINDS: readonly PayoutKind[] = [
  {
    name: 'transfer',
    client: 'transfers',
    send: 'initiateTransfer',
    read: 'getTransfer',
    terms: (reference) => transferTerms(reference, { notAfter: NOT_AFTER }),
    record: transferRecord,
    done: 'SUCCESS',
    underWay: 'IN_PROGRESS',
    failed: 'FAILED',
    foreign: { amount: 1 },
  },
  {
    name: 'bill',
    client: 'bills',
    send: 'vendBill',
    read: 'requeryBill',
    terms: (reference) => ({
      reference,
      amountKobo: AMOUNT,
      currency: 'NGN',
      notAfter: NOT_AFTER,
      ...CUSTOMER,
    }),
    record:
      (vendStatus, more = {}) =>
      ({ reference }) =>
        ok({ vendReference: reference, vendStatus, vendAmount: AMOUNT, ...CUSTOMER, ...more }),
    done: 'SUCCESS',
    underWay: 'IN_PROGRESS',
    failed: 'FAILED',
    foreign: { vendAmount: 1 },
  },
  {
    name: 'paycode',
    client: 'paycodes',
    send: 'createPaycode',
    read: 'getPaycode',
    terms: (reference) => ({
      reference,
      amountKobo: AMOUNT,
      currency: 'NGN',
      beneficiaryName: 'Ada Obi',
      notAfter: NOT_AFTER,
      expiresAt: EXPIRES_AT,
    }),
    record:
      (transactionStatus, more = {}) =>
      ({ paycodeReference }) =>
        ok({
          paycodeReference,
          amount: AMOUNT,
          transactionStatus,
          beneficiaryName: 'Ada Obi',
          maskedCode: '********12',
          createdOn: new Date().toISOString(),
          ...more,
        }),
    done: 'COMPLETED',
    underWay: 'PENDING',
    foreign: { amount: 1 },
  },
];

export const REFUND_KIND: PayoutKind = {
  name: 'refund',
  client: 'refunds',
  send: 'initiateRefund',
  read: 'getRefund',
  terms: (refundReference) => ({
    refundReference,
    amountKobo: AMOUNT,
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
  }),
  record:
    (refundStatus, more = {}) =>
    ({ refundReference = '' }) =>
      ok({
        refundReference,
        transactionReference: transactionOf(refundReference),
        refundAmount: AMOUNT,
        refundStatus,
        ...more,
      }),
  done: 'COMPLETED',
  underWay: 'IN_PROGRESS',
  failed: 'FAILED',
  foreign: { refundAmount: 1 },
  lifecycleOf: (reference) => ({ prefix: 'refunds-of', reference: transactionOf(reference) }),
};

/** A payout that is a lifecycle of its own, and one that shares a lifecycle with others. */
export const ALL_PAYOUT_KINDS: readonly PayoutKind[] = [...PAYOUT_KINDS, REFUND_KIND];

/** What the gateway answers about one payout. */
export interface PayoutScript {
  readonly send?: Answer;
  readonly read?: Answer;
}

export type ScriptedPayout = ReturnType<ReturnType<typeof createScriptedPayouts>['start']>;

/** Payouts of every kind on a scripted gateway, which answers by their references: many can run side by side. */
export function createScriptedPayouts(world: ScriptedWorld, kinds: readonly PayoutKind[] = PAYOUT_KINDS) {
  const refundClient = createRefundClient(world);
  const answers = new Map<string, PayoutScript>();
  const sends = new Map<string, number>();
  const referenceIn = ({ reference, paycodeReference, refundReference }: Request) =>
    reference ?? paycodeReference ?? refundReference ?? '';
  const answer = (request: Request, which: keyof PayoutScript) => {
    const given = answers.get(referenceIn(request))?.[which];
    return (given ?? fails('unreachable', `no answer to the ${which} of ${referenceIn(request)}`))(request);
  };

  function install(): void {
    world.script.enquireName = ({ accountNumber }) => ok({ accountNumber, accountName: 'Ada Obi' });
    world.script.validateBillCustomer = () => ok({ customerName: 'ADA OBI', priceType: 'OPEN' });
    world.script.getTransaction = record('PAID', AMOUNT, { paymentMethod: 'ACCOUNT_TRANSFER' });
    world.script.listRefunds = () => ok({ content: [], last: true });
    for (const kind of kinds) {
      world.script[kind.send] = (request) => {
        const reference = referenceIn(request);
        sends.set(reference, (sends.get(reference) ?? 0) + 1);
        return answer(request, 'send');
      };
      world.script[kind.read] = (request) => answer(request, 'read');
    }
  }

  function sign(
    target: string,
    action: GrantAction,
    terms: object,
    isMaker = action === 'create',
  ): SignedGrant {
    const by = isMaker ? { key: 'shop', subject: 'maker@example.com' } : {};
    return testGrants.sign(
      grantOf({ action, target, termsHash: termsHash(terms), notAfter: after(60), ...by }),
    );
  }

  /** Requests a payout without waiting for the reply. */
  function start(kind: PayoutKind, what: string, script: PayoutScript) {
    const { name, record: recordAs, done } = kind;
    const reference = world.name(`${name}-${what}`);
    const lifecycle = kind.lifecycleOf?.(reference) ?? { prefix: name, reference };
    const id = `${lifecycle.prefix}:${lifecycle.reference}`;
    const terms = kind.terms(reference);
    const isRefund = kind.client === 'refunds';
    // the clients differ in their terms only
    const client = (isRefund
      ? refundClient
      : world.oware[kind.client]) as unknown as typeof world.oware.bills;
    const grantTerms = (isDecision = false) =>
      isRefund ? refundClient.termsOf(terms as RefundTerms, isDecision) : terms;
    const read = () => client.get(reference);
    const setAnswers = (part: PayoutScript) =>
      void answers.set(reference, { ...answers.get(reference), ...part });
    const create = () => {
      client.create(terms as never, { maker: sign(id, 'create', grantTerms()) }).catch(() => undefined);
    };
    const runId = () => world.runIdOf(id);
    const count = () => sends.get(reference) ?? 0;
    const decide = async (
      decision: Resolution['decision'],
      key: string,
      {
        idempotencyKey,
        isMaker,
        version,
      }: {
        readonly idempotencyKey?: string | undefined;
        readonly isMaker?: boolean;
        /** Of the item as it was seen; as it is now unless given. */
        readonly version?: string | undefined;
      } = {},
    ) => {
      const decided = {
        decision,
        ...seen((await read()).review, key),
        ...(version !== undefined && { version }),
      };
      const about = { key: isRefund ? refundClient.globalKey(reference, key) : key, ...decided };
      const grant = sign(id, 'decide', decisionTerms(grantTerms(true), about), isMaker);
      const resolution = { ...decided, reason: 'the bank says so', grant };
      const options = idempotencyKey === undefined ? {} : { idempotencyKey };
      await client.resolve(reference, key, resolution, options);
    };
    const resolve = (decision: Resolution['decision'], key: string, idempotencyKey?: string) =>
      decide(decision, key, { idempotencyKey });
    setAnswers(script);
    create();
    return {
      kind,
      reference,
      id,
      client,
      read,
      /** What merchants see of it as a payout. */
      view: async () => {
        const payout = await read();
        return { state: payout.state, ...toPayoutView(payout) };
      },
      /** From now on the gateway answers this. */
      answers: setAnswers,
      /** From now on its record has this word. */
      shows: (status: string, more?: object) => setAnswers({ read: recordAs(status, more) }),
      isPaid: () => setAnswers({ read: recordAs(done) }),
      /** The merchant has received these webhooks, in this order and nothing else. */
      receives: (...types: readonly string[]) =>
        world.receives(
          lifecycle.reference,
          types.map((type) => `${name}.${isRefund && type === 'success' ? 'completed' : type}`),
        ),
      sends: count,
      sent: () => waitUntil(`a send of ${reference}`, () => count() > 0),
      becomes: (state: string) => waitForState(reference, state, () => read().catch(() => undefined)),
      approve: () => client.approve(reference, { grant: sign(id, 'approve', grantTerms()) }),
      decline: () => client.decline(reference, { grant: sign(id, 'decline', grantTerms()) }),
      /** A person concludes the open review item about its outcome. */
      conclude: async (decision: Resolution['decision'], key: string, idempotencyKey?: string) => {
        const review = await waitUntil(`an item of ${reference}`, async () => {
          const items = (await read()).review;
          return items.length > 0 && items;
        });
        expect(review).toMatchObject([{ key }]);
        await resolve(decision, key, idempotencyKey);
      },
      resolve,
      /** The same on an item as it was seen. */
      resolveVersion: (decision: Resolution['decision'], key: string, version: string | undefined) =>
        decide(decision, key, { version }),
      /** The person decides who asked for the payout. */
      resolveAsMaker: (decision: Resolution['decision'], key: string) =>
        decide(decision, key, { isMaker: true }),
      runId,
      /** Its run ends without a result, and the merchant requests it again: the next run recovers it. */
      loseRun: async () => {
        const first = await runId();
        await world.handle(id).terminate();
        create();
        await waitUntil(`the next run of ${reference}`, async () => (await runId()) !== first);
      },
      closed: () => world.closed(id),
    };
  }

  return {
    install,
    start,
    /** One payout of each kind, which live through the same. */
    startAll: (
      what: string,
      script: (kind: PayoutKind) => PayoutScript,
      some: readonly PayoutKind[] = kinds,
    ) => some.map((kind) => start(kind, what, script(kind))),
  };
}

/** Side by side; a failure names the payout. */
export async function each<Result>(
  payouts: readonly ScriptedPayout[],
  work: (payout: ScriptedPayout) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    payouts.map((payout) =>
      work(payout).catch((cause: unknown) => {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${payout.kind.name}: ${message}`, { cause });
      }),
    ),
  );
}
