import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type ChargeableCard, type ChargedCustomer, refusalReason } from '../../../src/domain/charge/card.js';
import { ownershipOfCharge } from '../../../src/domain/charge/charge.js';
import type { Asked } from '../../../src/domain/collection/collection.js';
import type { TransactionRecord } from '../../../src/domain/collection/record.js';
import { masked } from '../../../src/domain/mask.js';
import { ZERO } from '../../../src/domain/money.js';
import type { Evidence } from '../../../src/domain/movement/evidence.js';
import { type SplitItem, toWireSplit } from '../../../src/domain/split.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { effectsWithin } from '../gateway/effects.js';
import type { Withdrawable } from '../gateway/money-request.js';
import { pullOptions } from '../gateway/send-options.js';
import type { Found, PullReply } from '../pull/pull.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** One charge of a card token. Nothing but `paymentReference` names it at the gateway. */
export interface CardCharge extends Asked {
  readonly paymentReference: string;
  readonly customer: ChargedCustomer;
  readonly description: string;
  readonly incomeSplit?: readonly SplitItem[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Keeps what only the record of a charge has, and returns what it shows. */
type Adopt = (record: TransactionRecord) => Found;

/** One request to charge a card by its token. */
export async function chargeToken(
  charge: CardCharge,
  card: ChargeableCard,
  {
    notAfter,
    withdrawable,
    adopt,
  }: { readonly notAfter: number; readonly withdrawable: Withdrawable; readonly adopt: Adopt },
): Promise<PullReply> {
  const answer = await withdrawable(() => request(charge, card, notAfter));
  switch (answer.kind) {
    case 'ok': {
      const { body: record } = answer;
      // a reply about another payment proves nothing about this one
      if (record.paymentReference !== charge.paymentReference) {
        return { answer: 'left', observed: 'the reply was about something else' };
      }
      return { answer: 'accepted', observed: 'the gateway has it', record: adopt(record) };
    }
    case 'reference-used':
      return { answer: 'used', observed: `the gateway knows the reference already: ${answer.message}` };
    case 'invalid-token':
      return { answer: 'refused', observed: refusedBecause(card, answer) };
    case 'declined':
      // the gateway may keep a record of it, which decides
      return { answer: 'refused', observed: refusedBecause(card, answer), isDoubtful: true };
  }
}

function request(charge: CardCharge, card: ChargeableCard, notAfter: number) {
  const { paymentReference, amountKobo, currency, customer, description, incomeSplit, metadata } = charge;
  return effectsWithin('charges', notAfter - Date.now()).chargeCardToken.executeWithOptions(
    { summary: `Charge ${paymentReference}` },
    [
      {
        cardToken: card.token,
        amount: amountKobo,
        currencyCode: currency,
        // the gateway requires a name, and the address of the first charge
        customerName: customer.name ?? card.name ?? card.email,
        customerEmail: card.email,
        paymentReference,
        paymentDescription: description,
        ...(metadata && { metaData: { ...metadata } }),
        ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
      },
      pullOptions(notAfter),
    ],
  );
}

/** Gateways repeat what they refuse: the token must not enter a reason, which merchants and operators read. */
function refusedBecause(
  { token }: ChargeableCard,
  { kind, message }: { readonly kind: string; readonly message: string },
): string {
  return refusalReason({ kind, message: message.replaceAll(token, masked(token)) });
}

export const queryByReference = (paymentReference: string) =>
  queryTransaction.executeWithOptions({ summary: `Read ${paymentReference}` }, [{ paymentReference }]);

/** A charge whose transaction is not known. */
export interface SoughtCharge {
  readonly paymentReference: string;
  readonly currency: string;
  readonly email: string | undefined;
  /** The first moment at which it may have been sent. */
  readonly since: number;
  readonly movement: Evidence;
}

/** Reads by the same reference; the charge is ours only if it agrees with the request and was paid since. */
export async function findByReference(
  sought: SoughtCharge,
  adopt: (record: TransactionRecord) => Found | Promise<Found>,
): Promise<Found> {
  const { paymentReference, since, movement } = sought;
  const answer = await queryByReference(paymentReference);
  if (answer.kind !== 'ok') return { shows: 'absent' };
  const { body: record } = answer;
  if (record.paymentReference !== paymentReference) return undefined;
  // the reference was used before a request of ours could have
  const isUsedBefore = movement.left === undefined || movement.left.count === 0;
  const amountKobo = isUsedBefore ? movement.terms.asked : undefined;
  const ownership = ownershipOfCharge({ ...sought, amountKobo }, record, since);
  if (ownership === 'ours') return adopt(record);
  const { transactionReference, paymentStatus, amountPaid } = record;
  return {
    shows: 'odd',
    about: 'identity-mismatch',
    reason: `transaction ${transactionReference} of ${paymentReference}, ${paymentStatus}`,
    ...(amountPaid > ZERO && { amount: amountPaid }),
    ...(isUsedBefore && ownership === 'foreign' && { isForeign: true as const }),
  };
}
