import { type Kobo, kobo } from '../../../domain/money.js';
import type { CardScenario } from '../../../sandbox/collections/test-cards.js';
import { DAY_MS, HOUR_MS, type Size, type Timetable } from './timetable.js';

export type Kind = 'mandate' | 'subscription';

/** What happens to one due date. */
export type Result = 'collected' | 'failed' | 'missed' | 'cancelled';

/** A customer of the year: what they do, and what must come of each due date. */
export interface Customer {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  /** The day of the month on which money is due. */
  readonly day: number;
  readonly amountKobo: Kobo;
  readonly endState: string;
  readonly expects: (month: number) => Result;
  readonly accountNumber?: string;
  /** The account or the card is replaced or cancelled in this month. */
  readonly decidesIn?: number;
  readonly decision?: Decision;
  readonly endsAt?: number;
  /** How many debits the lifetime amount of the mandate covers. */
  readonly covers?: number;
  readonly card?: CardScenario;
}

export type Decision = 'merchant-cancels' | 'customer-cancels' | 'replaces-card';

type Behaviour = Partial<Customer> & Pick<Customer, 'summary'>;

const MANDATE_DAYS = [28, 31, 29, 30];
const SUBSCRIPTION_DAYS = [31, 29, 30, 28];
const EMPTY_ACCOUNT = '0199900007';
const USUAL_ACCOUNT = '0100090002';
const COVERED_DEBITS = 4;
const USUAL_DAY = 28;
/** A debit is not sent later than this after its due time. */
export const DEBIT_WITHIN_MS = 3 * DAY_MS;
/** After an outage: until reads, which have become rare, prove that a request had no effect, and a day until the next attempt. */
const REPEATED_AFTER_MS = 2 * DAY_MS + 12 * HOUR_MS;

export function createCustomers(size: Size, timetable: Timetable, suffix: string): readonly Customer[] {
  const numbers = Array.from({ length: size.customers }, (_, index) => index);
  return [
    ...numbers.map((index) => createMandate(index, { size, timetable, suffix })),
    ...numbers.map((index) => createSubscription(index, { size, suffix })),
  ];
}

function createMandate(
  index: number,
  {
    size,
    timetable,
    suffix,
  }: { readonly size: Size; readonly timetable: Timetable; readonly suffix: string },
): Customer {
  const day = MANDATE_DAYS[index % MANDATE_DAYS.length] ?? USUAL_DAY;
  const behaviour = mandateBehaviour(index, size, timetable);
  const { decidesIn = Infinity, endsAt = Infinity, covers = Infinity, accountNumber } = behaviour;
  // a request without an answer may have arrived: the next attempt follows once it was not found for a day, if there is time
  const isUnanswered = (month: number) => {
    const dueAt = timetable.dueAt(month, day);
    return timetable.outages.some(
      ({ from, until }) =>
        dueAt >= from && dueAt < until && dueAt + DEBIT_WITHIN_MS < until + REPEATED_AFTER_MS,
    );
  };
  return {
    kind: 'mandate',
    reference: `year-mandate-${index + 1}-${suffix}`,
    day,
    amountKobo: kobo(250_000 + index * 1_007),
    endState: behaviour.decision ? 'CANCELLED' : 'EXPIRED',
    accountNumber: USUAL_ACCOUNT,
    expects: (month) => {
      if (month >= decidesIn || timetable.dueAt(month, day) >= endsAt) return 'cancelled';
      if (month >= covers) return 'failed';
      return accountNumber === EMPTY_ACCOUNT || isUnanswered(month) ? 'failed' : 'collected';
    },
    ...behaviour,
  };
}

function mandateBehaviour(index: number, size: Size, timetable: Timetable): Behaviour {
  switch (index) {
    case 1:
    case 9:
      return {
        summary: 'the merchant cancels the mandate',
        decidesIn: size.mandateCancelledIn,
        decision: 'merchant-cancels',
      };
    case 2:
    case 10:
      return {
        summary: 'the customer cancels the mandate',
        decidesIn: size.customerCancelsIn,
        decision: 'customer-cancels',
      };
    case 3:
      return { summary: 'the account is empty', accountNumber: EMPTY_ACCOUNT };
    case 5:
      return {
        summary: 'the mandate ends within the year',
        endsAt: timetable.decisionsAt(size.mandateEndsIn),
      };
    case 6:
      return { summary: `the mandate covers ${COVERED_DEBITS} debits`, covers: COVERED_DEBITS };
    default:
      return { summary: 'is debited every month' };
  }
}

function createSubscription(
  index: number,
  { size, suffix }: { readonly size: Size; readonly suffix: string },
): Customer {
  const behaviour = subscriptionBehaviour(index, size);
  const { decidesIn = Infinity, decision, card } = behaviour;
  return {
    kind: 'subscription',
    reference: `year-subscription-${index + 1}-${suffix}`,
    day: SUBSCRIPTION_DAYS[index % SUBSCRIPTION_DAYS.length] ?? USUAL_DAY,
    amountKobo: kobo(150_000 + index * 1_009),
    card: 'tokenizable',
    endState: decision === 'merchant-cancels' ? 'CANCELLED' : 'ENDED',
    expects: (month) => {
      if (month >= decidesIn && decision === 'merchant-cancels') return 'cancelled';
      return card === 'tokenizable-once' && month < decidesIn ? 'failed' : 'collected';
    },
    ...behaviour,
  };
}

function subscriptionBehaviour(index: number, size: Size): Behaviour {
  switch (index) {
    case 0:
    case 7:
      return {
        summary: 'the card is declined until it is replaced',
        card: 'tokenizable-once',
        decidesIn: size.declinedCardReplacedIn,
        decision: 'replaces-card',
      };
    case 1:
    case 9:
      return {
        summary: 'the merchant cancels the subscription',
        decidesIn: size.subscriptionCancelledIn,
        decision: 'merchant-cancels',
      };
    case 2:
    case 11:
      return {
        summary: 'a good card is replaced',
        decidesIn: size.goodCardReplacedIn,
        decision: 'replaces-card',
      };
    default:
      return { summary: 'is charged every month' };
  }
}
