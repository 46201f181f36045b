import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type ChargeableCard, type ChargedCustomer, refusalReason } from '../../../src/domain/charge/card.js';
import { isOurCharge } from '../../../src/domain/charge/charge.js';
import type { Asked } from '../../../src/domain/collection/collection.js';
import type { TransactionRecord } from '../../../src/domain/collection/record.js';
import { masked } from '../../../src/domain/mask.js';
import { type SplitItem, toWireSplit } from '../../../src/domain/split.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { effectsWithin } from '../gateway/effects.js';
import type { Attempt, Finding, Operation, Refused, Wait } from '../gateway/operation.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** What the gateway knows of a charge. */
export type Charged =
  | {
      readonly kind: 'charged';
      readonly transactionReference: string;
      /** Undefined when only an operator knows that it was charged. */
      readonly record?: TransactionRecord;
      /** The status endpoint showed it: only that proves a failure. */
      readonly isStatus?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** One charge of a card token. Nothing but `paymentReference` names it at the gateway. */
export interface CardCharge extends Asked {
  readonly key: string;
  readonly paymentReference: string;
  readonly customer: ChargedCustomer;
  readonly description: string;
  readonly incomeSplit?: readonly SplitItem[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly notAfter: number;
  /** The card; undefined before `ready` has found it. */
  readonly card: () => ChargeableCard | undefined;
  readonly isWanted: () => boolean;
  /** Called before every send: waits for a pause to end, and finds the card. */
  readonly ready: () => Promise<Wait | undefined>;
}

/**
 * Charges a card token once. After a lost reply it reads the status by payment reference; only when the gateway has
 * no such payment, twice and after the propagation delay, is the same reference sent a second and last time.
 */
export function chargeOperation(charge: CardCharge): Operation<Charged> {
  const { key, paymentReference, amountKobo, notAfter, ready, isWanted } = charge;
  return {
    key,
    summary: `Charge ${paymentReference}`,
    movesMoney: true,
    atRiskKobo: amountKobo,
    notAfter,
    ready,
    send: (attempt) => send(charge, attempt),
    check: (since) => find(charge, since),
    isWanted,
    adopt: (transactionReference) =>
      transactionReference === undefined ? undefined : { kind: 'charged', transactionReference },
  };
}

async function send(
  charge: CardCharge,
  { notAfter, afterUnknown }: Attempt,
): Promise<Charged | 'check-first' | 'exists' | Refused> {
  const { paymentReference } = charge;
  const card = charge.card();
  if (!card) return { refused: 'it has no card' };
  const answer = await chargeToken(charge, card, notAfter);
  switch (answer.kind) {
    case 'ok': {
      const { body: record } = answer;
      // a reply about another payment proves nothing about this one
      if (record.paymentReference !== paymentReference) return 'check-first';
      return { kind: 'charged', transactionReference: record.transactionReference, record };
    }
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
    case 'invalid-token':
      return { refused: refusedBecause(card, answer) };
    case 'declined':
      // the gateway may keep a record of it, which decides
      return { refused: refusedBecause(card, answer), isDoubtful: true };
  }
}

/** One request to charge a card by its token. */
export function chargeToken(
  charge: Omit<CardCharge, 'key' | 'notAfter' | 'card' | 'isWanted' | 'ready'>,
  card: ChargeableCard,
  notAfter: number,
) {
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
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
}

/** Gateways repeat what they refuse: the token must not enter a reason, which merchants and operators read. */
export function refusedBecause(
  { token }: ChargeableCard,
  { kind, message }: { readonly kind: string; readonly message: string },
): string {
  return refusalReason({ kind, message: message.replaceAll(token, masked(token)) });
}

/** Reads by the same reference; the charge is ours only if it agrees with the request and was paid since. */
async function find(charge: CardCharge, since: number): Promise<Finding<Charged>> {
  const { paymentReference, currency, customer } = charge;
  const answer = await queryTransaction.executeWithOptions({ summary: `Read ${paymentReference}` }, [
    { paymentReference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no payment ${paymentReference}` };
  const { body: record } = answer;
  const { transactionReference, paymentStatus } = record;
  const observed = `transaction ${transactionReference} of ${record.paymentReference}, ${paymentStatus}`;
  if (record.paymentReference !== paymentReference) return { kind: 'undecided', observed };
  const email = charge.card()?.email ?? customer.email;
  const answered: Charged = isOurCharge({ currency, email }, record, since)
    ? { kind: 'charged', transactionReference, record, isStatus: true }
    : { kind: 'used-elsewhere', observed };
  return { kind: 'found', answer: answered, observed };
}
