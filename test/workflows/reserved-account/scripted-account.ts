import { afterLoss } from '../../../src/domain/reserved-account/after-loss.js';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { vi } from 'vitest';
import { type AccountReads, createAccountReads } from '../../../activities/account-reads.js';
import type { Policy } from '../../../src/domain/collection/policy.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import type { RefundEndedEvent } from '../../../src/domain/lifecycle/events/refund-ended.js';
import type { Resolution } from '../../../src/domain/lifecycle/review.js';
import type { ShownInLists } from '../../../src/domain/lifecycle/shown.js';
import { kobo, type Kobo, ZERO } from '../../../src/domain/money.js';
import { accountHoldings } from '../../../src/domain/reserved-account/holdings.js';
import { type KnownCredit, newCredit, withFound } from '../../../src/domain/reserved-account/known-credit.js';
import type { PolicyRefund } from '../../../src/domain/refund/by-policy.js';
import type {
  ReservedAccountSnapshot,
  ReservedAccountTerms,
} from '../../../src/domain/reserved-account/reserved-account.js';
import type { WebhookDraft } from '../../../workflows/shared/run/lifecycle.js';
import type { AccountLifecycle } from '../../../workflows/reserved-account/lifecycle.js';
import { activityEnvironment } from '../../activities/environment.js';
import { DAY, MINUTE, SECOND, SETTINGS } from '../operation-settings.js';

/*
 * The account's own workflow code on one clock, with activities that a script answers: thousands of credits take seconds. What
 * Temporal does with it, the tests in test/e2e show.
 */

type Call = (name: string, args: readonly unknown[]) => unknown;
const script: { call: Call } = { call: () => Promise.reject(new Error('not scripted')) };

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) => {
          const run = (args: readonly unknown[]) => Promise.resolve().then(() => script.call(name, args));
          return Object.assign((...args: readonly unknown[]) => run(args), {
            executeWithOptions: (_options: unknown, args: readonly unknown[]) => run(args),
          });
        },
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({ workflowId: 'reserved-account:ada-1', unsafe: { isReplaying: false } }),
}));

vi.resetModules();
const { createAccount, newSnapshot } = await import('../../../workflows/reserved-account/state.js');
const credits = await import('../../../workflows/reserved-account/credits.js');
const decisions = await import('../../../workflows/reserved-account/decide.js');
const { sweep } = await import('../../../workflows/reserved-account/sweep.js');
const { createInbox } = await import('../../../workflows/shared/run/inbox.js');

const silence = () =>
  new ActivityFailure(
    'silent',
    'getTransaction',
    '1',
    'NON_RETRYABLE_FAILURE',
    'worker',
    ApplicationFailure.create({ message: 'silent', type: 'outcome-unknown' }),
  );

export const START = Date.parse('2026-11-18T08:00:00Z');

export interface GatewayRecord {
  readonly paymentStatus: string;
  readonly amountPaid: number;
  /** The account that it names. */
  readonly account?: string;
  readonly paidOn?: string;
  readonly paymentMethod?: string;
}

interface Said {
  readonly transactionReference: string;
  readonly amountKobo: number;
  readonly previousAmountKobo?: number;
}

const TERMS = {
  kind: 'general',
  accountName: 'Ada',
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
} as const;

export function play({
  reference = 'ada-1',
  late = 'hold',
  followSince = '',
}: { reference?: string; late?: Policy['action']; followSince?: string } = {}) {
  let now = START;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const terms: ReservedAccountTerms = { reference, ...TERMS };
  let account = createAccount({ ...newSnapshot(terms, new Date(now).toISOString()), state: 'ACTIVE' });
  const records = new Map<string, GatewayRecord | 'absent' | 'silent'>();
  const invoices = new Map<string, { invoiceStatus: string; transactionReference: string } | 'silent'>();
  /** Refunds of ours that have not reported yet. */
  const refunds = new Map<string, Kobo>();
  /** What they have returned for sure. */
  const returned = new Map<string, Kobo>();
  /** Those of policies, as the lifecycle of refunds knows them. */
  const byPolicy = new Map<string, readonly PolicyRefund[]>();
  /** Which invoice has claimed a transaction, by its search attribute. */
  const owners = new Map<string, string>();
  const webhooks: WebhookDraft[] = [];
  const forwarded: { to: object; event: CollectionEvent }[] = [];
  const called: string[] = [];
  let listing: { content: readonly object[]; numberOfElements?: number } | undefined = { content: [] };

  const reads = createAccountReads(
    {
      getInvoice: ({ invoiceReference }: { invoiceReference: string }) => {
        called.push(`getInvoice ${invoiceReference}`);
        const known = invoices.get(invoiceReference);
        if (known === 'silent') return Promise.reject(silence());
        const absent = { kind: 'not-found', message: 'no such invoice' };
        return Promise.resolve(known ? { kind: 'ok', body: { invoiceReference, ...known } } : absent);
      },
      listReservedAccountTransactions: () =>
        Promise.resolve(
          listing
            ? { kind: 'ok', body: { ...listing, last: true } }
            : { kind: 'not-found', message: 'Cannot find reserved account' },
        ),
    } as never,
    {
      readHoldings: (_account, keys) => {
        const { find } = accountHoldings(account.snapshot());
        const held = keys.flatMap((key) => find?.({ source: 'transactions', key }) ?? []);
        return Promise.resolve({ held });
      },
    },
  );

  script.call = (name, args) => {
    called.push(name);
    const [first] = args;
    switch (name) {
      case 'getTransaction':
        return transaction((first as { transactionReference: string }).transactionReference);
      case 'forwardEvent':
        return void forwarded.push({ to: first as object, event: args[1] as CollectionEvent });
      case 'findOwner': {
        const invoice = owners.get(first as string);
        return invoice === undefined ? null : { lifecycle: 'invoice', reference: invoice };
      }
      case 'findPaidInvoice':
        return activityEnvironment().run(() =>
          reads.findPaidInvoice(first as Parameters<AccountReads['findPaidInvoice']>[0]),
        );
      case 'listUnheldCredits':
        return activityEnvironment().run(() =>
          reads.listUnheldCredits(first as Parameters<AccountReads['listUnheldCredits']>[0]),
        );
      case 'readRefunds':
        return refundsOf(first as string);
      default:
        throw new Error(`not scripted: ${name}`);
    }
  };

  function refundsOf(transactionReference: string) {
    const sent = refunds.get(transactionReference);
    const asked = byPolicy.get(transactionReference);
    if (sent === undefined && !asked) return null;
    const least = returned.get(transactionReference) ?? ZERO;
    return { least, most: sent ?? ZERO, sent: sent ?? ZERO, order: [1, 1], byPolicy: asked };
  }

  function transaction(transactionReference: string) {
    const found = records.get(transactionReference) ?? 'absent';
    if (found === 'silent') throw silence();
    if (found === 'absent') return { kind: 'not-found', message: '' };
    const { account: of = reference, amountPaid, ...rest } = found;
    return {
      kind: 'ok',
      body: {
        transactionReference,
        paymentReference: `P-${transactionReference}`,
        amountPaid,
        totalPayable: amountPaid,
        currency: 'NGN',
        paymentMethod: 'ACCOUNT_TRANSFER',
        product: { type: 'RESERVED_ACCOUNT', reference: of },
        ...rest,
      },
    };
  }

  const hold: Policy = { action: 'hold' };
  const settings = {
    ...SETTINGS,
    policies: { underpaid: hold, overpaid: hold, late: { action: late }, duplicate: hold },
    refundMinKobo: kobo(10_000),
    followSince,
    recheckScheduleMs: [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE],
    unresolvedAfterMs: DAY,
    dailyCheckMs: DAY,
  };
  const inbox = createInbox<LifecycleEvent>([]);
  const lifecycle = {
    subject: () => account,
    inbox,
    pace: { now: () => now, call: (work: () => Promise<unknown>) => work() },
    given: () => settings,
    notify: (draft: WebhookDraft) => void webhooks.push(draft),
    stayFor: () => undefined,
    spawn: (work: Promise<unknown>) => void work.catch(() => undefined),
  } as unknown as AccountLifecycle;

  const tick = (ms: number) => {
    now += ms;
    vi.setSystemTime(now);
  };
  const take = (event: CollectionEvent) => {
    if (account.hasSeen(event.key)) return;
    account.markSeen(event.key);
    credits.takeReport(lifecycle, event);
  };
  /** As the gateway's event, or a comparison, reports it. */
  const event = (transactionReference: string, amountKobo: number, key?: string) => {
    tick(SECOND);
    take({
      kind: 'collection',
      key: key ?? `event:${transactionReference}:${amountKobo}`,
      eventType: 'events.collection',
      transactionReference,
      paymentReference: transactionReference,
      amountKobo: kobo(amountKobo),
    });
  };
  /** Reads everything that becomes due within the time. */
  const run = async (ms = 0) => {
    const until = now + ms;
    const timeOf = ({ readAt = Infinity }: KnownCredit) => readAt;
    const due = () =>
      account
        .openCredits()
        .reduce<KnownCredit | undefined>(
          (first, each) => (first && timeOf(first) <= timeOf(each) ? first : each),
          undefined,
        );
    for (let next = due(); next && timeOf(next) <= until; next = due()) {
      tick(Math.max(0, timeOf(next) - now));
      await credits.readCredit(lifecycle, next.transactionReference);
    }
    tick(until - now);
  };
  const pays = async (transactionReference: string, amountPaid: number, more: object = {}) => {
    records.set(transactionReference, { paymentStatus: 'PAID', amountPaid, ...more });
    event(transactionReference, amountPaid);
    await run(MINUTE);
  };

  /** Many payments whose records were read, at once. */
  const arePaid = (count: number, amount: number) => {
    const span = { askedAt: now, answeredAt: now };
    const observed = 'the gateway reports PAID';
    const found = { kind: 'found', shows: 'money', observed, amount: kobo(amount) } as const;
    const paid = Array.from({ length: count }, (_, n) =>
      withFound(newCredit(`PAID-${n}`, `event:${n}`), found, span),
    );
    credits.notifyAll(lifecycle, account.keepCredits(paid, credits.creditRules(lifecycle)));
  };

  return {
    get account() {
      return account;
    },
    /** As the next run begins: with what this one hands over. */
    continues() {
      account = createAccount(account.snapshot());
    },
    /** Its run is lost; the next one begins with what the one before had handed over. */
    isLostSince(handedOver: ReservedAccountSnapshot, shown?: ShownInLists) {
      account = createAccount(afterLoss({ ...handedOver, rebuiltAt: new Date(now).toISOString() }, shown));
    },
    lifecycle,
    arePaid,
    records,
    invoices,
    owners,
    refunds,
    returned,
    byPolicy,
    webhooks,
    forwarded,
    called,
    event,
    run,
    tick,
    pays,
    now: () => now,
    listed(rows: readonly object[], more: object = {}) {
      listing = { content: rows, ...more };
    },
    /** The gateway has no listing of the account. */
    isNotListed: () => void (listing = undefined),
    attach(invoiceReference: string, transactionReference: string) {
      const key = `attached:${invoiceReference}`;
      const attached = { kind: 'invoice-attached', eventType: 'invoice-attached' } as const;
      credits.notifyAll(
        lifecycle,
        account.attach(
          { ...attached, key, invoiceReference, transactionReference },
          credits.creditRules(lifecycle),
        ),
      );
    },
    /** The account's own sweep, while nothing is taken from the inbox. */
    async sweepsOnly() {
      await sweep(lifecycle);
      return inbox.size();
    },
    /** The account's own daily sweep, and what it puts into the inbox. */
    async sweeps() {
      const found = await sweep(lifecycle);
      if (found) account.setSweepResult(found);
      inbox.take().forEach((each) => take(each as CollectionEvent));
      await run(10 * MINUTE);
      return found;
    },
    /** As a sweep of the day finds it. */
    async isSwept(transactionReference: string, amountKobo: number) {
      event(transactionReference, amountKobo, `swept:${now}:${transactionReference}`);
      await run(10 * MINUTE);
    },
    refundEnds(transactionReference: string, amountKobo: number, more: Partial<RefundEndedEvent> = {}) {
      const ended: RefundEndedEvent = {
        kind: 'refund-ended',
        key: `refund:${transactionReference}`,
        eventType: 'refund-ended',
        refundReference: `R-${transactionReference}`,
        transactionReference,
        amountKobo: kobo(amountKobo),
        state: 'COMPLETED',
        reason: 'done',
        refundedKobo: kobo(amountKobo),
        ...more,
      };
      credits.notifyAll(lifecycle, account.recordRefund(ended, credits.creditRules(lifecycle)));
    },
    close() {
      tick(SECOND);
      account.transitionTo('DEALLOCATING', 'asked');
      account.transitionTo('DEALLOCATED', 'the gateway closed it');
    },
    /** As if the gateway had refused to reserve it. */
    refuse() {
      account = createAccount({ ...newSnapshot(terms, new Date(now).toISOString()), state: 'PENDING' });
      account.transitionTo('REFUSED', 'the reference is used elsewhere');
    },
    /** As a command does: it names the version of the item as the person saw it. */
    /** What is read before a decision counts. */
    learns: (key: string, decision: Resolution['decision']) =>
      decisions.learnRefunds(lifecycle, { key, decision, reason: 'as the bank says' }),
    resolve(key: string, decision: Resolution['decision'], seen?: string) {
      const item = account.snapshot().review.find((each) => each.key === key);
      if (!item) throw new Error(`no item ${key}`);
      if (seen !== undefined && seen !== item.version) throw new Error('review-item-changed');
      const command = { key, decision, reason: 'as the bank says' } as const;
      decisions.refuseDecision(lifecycle, command, item);
      decisions.refuseLearned(lifecycle, command, item);
      account.resolve(item, command);
      decisions.decide(lifecycle, command, item).forEach(lifecycle.notify);
    },
    items: () => account.snapshot().review,
    keys: () => account.snapshot().review.map(({ key }) => key),
    atRisk: () => account.snapshot().review.reduce((sum, { atRiskKobo }) => sum + atRiskKobo, 0),
    credited: () => account.snapshot().credited,
    told: (transactionReference: string) => account.findCredit(transactionReference)?.told ?? ZERO,
    /** What merchants were sent: type, transaction, amount, amount before. */
    said: () =>
      webhooks.map(({ type, about }) => {
        const { credit, refund } = about as { readonly credit?: Said; readonly refund?: Said };
        const { transactionReference, amountKobo, previousAmountKobo } = (credit ?? refund)!;
        const news = [type.slice('reserved-account.'.length), transactionReference, amountKobo];
        return previousAmountKobo === undefined ? news : [...news, previousAmountKobo];
      }),
  };
}
