import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { attemptReference } from '../../../src/domain/subscription/period.js';
import type { SubscriptionTerms } from '../../../src/domain/subscription/subscription.js';
import { waitForState, waitUntil } from '../wait-until.js';
import { eventOf, ok, type Request, type ScriptedWorld } from './scripted-gateway.js';

/** What one charge is about. */
export const CHARGE = kobo(1_500_00);
const TOKEN = 'MNFY_0123456789ABCDEF0123456789ABCDEF';

/** The record of a charge, by either reference; also the reply to its request. */
export function chargeRecord(status: string, paid = status === 'PAID' ? CHARGE : 0, more: object = {}) {
  return ({ paymentReference, transactionReference }: Request) =>
    ok({
      transactionReference: transactionReference ?? `T-${paymentReference}`,
      paymentReference: paymentReference ?? transactionReference?.slice(2),
      paymentStatus: status,
      amountPaid: paid,
      totalPayable: CHARGE,
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
      ...more,
    });
}

/** The gateway has no such payment. */
export const noPayment = () => ({ kind: 'not-found', code: '99', message: 'no such payment' });

export const referenceUsed = () => ({
  kind: 'reference-used',
  code: '99',
  message: 'Duplicate payment reference',
});

export const tokenExpired = () => ({ kind: 'invalid-token', code: '99', message: 'Card token has expired.' });

/** Subscriptions of ten days on a scripted gateway, the first period due at once. */
export function createScriptedSubscriptions(world: ScriptedWorld) {
  const today = dayOf(Date.now());
  const id = (reference: string) => `subscription:${reference}`;
  const read = (reference: string) => world.oware.subscriptions.get(reference);
  const attempt = (reference: string, days = 0, n = 1) =>
    attemptReference(reference, addDays(today, days), n);

  function terms(reference: string, more: Partial<SubscriptionTerms> = {}): SubscriptionTerms {
    return {
      reference,
      amountKobo: CHARGE,
      currency: 'NGN',
      plan: { every: { unit: 'DAY', count: 10 }, firstDay: today, at: '00:00' },
      cardToken: TOKEN,
      customer: { email: 'ada@example.com' },
      ...more,
    };
  }

  return {
    id,
    read,
    attempt,
    terms,
    day: (days: number) => addDays(today, days),
    async create(what: string, more?: Partial<SubscriptionTerms>): Promise<string> {
      const reference = world.name(what);
      await world.oware.subscriptions.create(terms(reference, more));
      return reference;
    },
    becomes: (reference: string, state: string) =>
      waitForState(reference, state, () => read(reference).catch(() => undefined)),
    /** Waits until the period of the nth due date is in this state. */
    periodBecomes: (reference: string, n: number, state: string) =>
      waitUntil(`period ${n} of ${reference} ${state}`, async () => {
        const period = (await read(reference)).periods.find((each) => each.n === n);
        return period?.state === state ? period : undefined;
      }),
    report: (reference: string, paymentReference: string, more: Partial<CollectionEvent> = {}) =>
      world.report(reference, eventOf(paymentReference, { amountKobo: CHARGE, ...more }), 'subscription'),
    closed: (reference: string) => world.closed(id(reference)),
  };
}
