import type { Credit } from '../../../src/domain/reserved-account/credit.js';
import { kobo, sum } from '../../../src/domain/money.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import type { ReservedAccountSnapshot } from '../../../src/domain/reserved-account/reserved-account.js';
import { createEndedCredits, ENDED_KEPT } from '../../../src/domain/reserved-account/ended-credits.js';
import { newCredit } from '../../../src/domain/reserved-account/known-credit.js';
import { add } from '../../../src/domain/movement/evidence.js';
import { toCreditView } from '../../../src/domain/reserved-account/view.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import {
  packReported,
  reportedHash,
  type ReportedDay,
} from '../../../src/domain/reserved-account/reported-credits.js';
import type { ReservedAccountInput } from '../../../workflows/reserved-account/messages.js';
import type { CarriedWebhook } from '../../../workflows/shared/messages.js';

const DAY_MS = 86_400_000;
/** As many days as an account remembers what it has reported. */
const DAYS = 7;

export interface Week {
  /** Credits that were reported on each of the last seven days. */
  readonly reportedPerDay: number;
  /** Webhooks that the merchant has not accepted yet. */
  readonly undelivered: number;
}

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Amounts differ, so that one credit too few and one too many cannot even out. */
function creditsOn(day: string, count: number): Credit[] {
  const stamp = day.replaceAll('-', '');
  return Array.from({ length: count }, (_, index) => ({
    transactionReference: `MNFY|38|${stamp}090811|${String(index).padStart(6, '0')}`,
    amountKobo: kobo(100_00 + index * 37),
    method: 'ACCOUNT_TRANSFER',
    at: `${day}T09:08:11.000Z`,
    payer: { accountName: 'OLUWASEUN ADEBAYO', accountNumber: '******6789', bankCode: '058' },
  }));
}

/** Credits that are not reported yet. */
export const creditsOfToday = (count: number) => creditsOn(dayBefore(0), count);

/** An account as one run carries it to the next, after a busy week and hours without the merchant. */
export function afterBusyWeek(reference: string, { reportedPerDay, undelivered }: Week) {
  const days = Array.from({ length: DAYS }, (_, index) => dayBefore(DAYS - index));
  const reported = days.flatMap((day) => creditsOn(day, reportedPerDay));
  const waiting = reported.slice(-undelivered);
  const snapshot: ReservedAccountSnapshot = {
    ...beginning('ACTIVE', 'the gateway reserved it', `${dayBefore(30)}T00:00:00.000Z`),
    lifecycle: 'reserved-account',
    terms: {
      reference,
      kind: 'general',
      accountName: 'Ada Obi',
      currency: 'NGN',
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
    },
    sequence: undelivered,
    accounts: [{ accountNumber: '3000000001', bankCode: '035', bankName: 'Wema bank' }],
    identity: {},
    sources: { restricted: false },
    incomeSplit: [],
    credits: waiting.slice(-50),
    open: [],
    ended: endedText(reported),
    credited: { count: reported.length, sumKobo: sum(...reported.map(({ amountKobo }) => amountKobo)) },
    reported: packReported(days.map((day) => reportedOn(day, reportedPerDay))),
    invoices: [],
  };
  const checks = { requests: [], startedAt: Date.now() };
  const carried = { snapshot, inbox: [], webhooks: waiting.map(toWebhook), checks };
  const input: ReservedAccountInput = { from: 'carried', carried };
  return { input, waiting, reported };
}

/** What the account keeps of the newest of them. */
function endedText(credits: readonly Credit[]): string {
  const ended = createEndedCredits('');
  for (const { transactionReference, amountKobo } of credits.slice(-ENDED_KEPT)) {
    const empty = newCredit(transactionReference, '');
    const money = { kind: 'reading', shows: 'money', amount: amountKobo, askedAt: 0, answeredAt: 0 } as const;
    ended.add({ ...empty, movement: add(empty.movement, money), told: amountKobo, sent: 1 });
  }
  return ended.text();
}

function reportedOn(day: string, count: number): ReportedDay {
  const hashes = creditsOn(day, count).map(({ transactionReference }) => reportedHash(transactionReference));
  return { day, hashes: hashes.join('') };
}

function toWebhook(credit: Credit, index: number): CarriedWebhook {
  const effect = `credit:${credit.transactionReference}:${credit.amountKobo}`;
  const about = { credit: toCreditView(credit) };
  const at = credit.at ?? '';
  return { webhook: { type: 'reserved-account.credited', effect, sequence: index + 1, at, about } };
}

/** The gateway's event about a credit, and its record. */
export function eventOf({ transactionReference, amountKobo }: Credit): CollectionEvent {
  return {
    kind: 'collection',
    key: `SUCCESSFUL_TRANSACTION:${transactionReference}:PAID:${amountKobo}`,
    eventType: 'SUCCESSFUL_TRANSACTION',
    transactionReference,
    paymentReference: transactionReference,
    amountKobo,
  };
}

export function recordOf(reference: string, { transactionReference, amountKobo, at, payer }: Credit) {
  return {
    transactionReference,
    paymentReference: transactionReference,
    paymentStatus: 'PAID',
    paymentMethod: 'ACCOUNT_TRANSFER',
    amountPaid: amountKobo,
    totalPayable: amountKobo,
    currency: 'NGN',
    paidOn: at,
    product: { type: 'RESERVED_ACCOUNT', reference },
    customer: { email: 'ada@example.com' },
    accountPayments: [payer],
  };
}
