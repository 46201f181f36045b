import { type Kobo, kobo } from '../money.js';
import { isReference, originOf, refundReference } from '../reference.js';
import { MOST_BY_POLICY, REFUNDABLE_METHOD } from './limits.js';

/** A refund that a policy asks for. The money is held until it is back; what cannot be refunded stays held. */
export interface PolicyRefund {
  readonly refundReference: string;
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
  /** `overpaid`, `late` or `duplicate`. */
  readonly cause: string;
  /** It was handed over to the refunds of the transaction. */
  readonly requested?: true;
  /** How it ended. */
  readonly state?: string;
}

/** What a policy asks back. */
export interface AskedBack {
  readonly payment:
    | {
        readonly transactionReference?: string | undefined;
        readonly method?: string | undefined;
        readonly sources?: number | undefined;
      }
    | undefined;
  /** What is to go back and has not gone back yet. */
  readonly amountKobo: Kobo;
  readonly cause: string;
  readonly minKobo: Kobo;
  /** When a run was lost whose refunds are not all known here: the gateway takes each reference once. */
  readonly lostAt?: string | undefined;
}

/**
 * The refunds with one more, for what is not asked back yet. Undefined when the gateway would refuse it, or has refused
 * one before: then the money is held.
 */
export function withPolicyRefund(
  refunds: readonly PolicyRefund[] = [],
  owner: string,
  { payment, amountKobo, cause, minKobo, lostAt }: AskedBack,
): readonly PolicyRefund[] | undefined {
  const { transactionReference, method, sources = 1 } = payment ?? {};
  if (transactionReference === undefined || method !== REFUNDABLE_METHOD || sources > 1) return undefined;
  if (refunds.length >= MOST_BY_POLICY || !isReference(owner)) return undefined;
  const earlier = refunds.filter((each) => each.transactionReference === transactionReference);
  if (earlier.some(({ state }) => state !== undefined && state !== 'COMPLETED')) return undefined;
  const underWay = earlier.filter(({ state }) => state === undefined);
  const left = underWay.reduce<number>((rest, each) => rest - each.amountKobo, amountKobo);
  if (left < minKobo) return undefined;
  const reference = refundReference(owner, Math.max(lastOfLostRun(lostAt), ...refunds.map(numberOf)) + 1);
  return [...refunds, { refundReference: reference, transactionReference, amountKobo: kobo(left), cause }];
}

const MINUTE_MS = 60_000;

/** It counted from one, or from the minute of a loss before it. */
const lastOfLostRun = (lostAt: string | undefined) =>
  lostAt === undefined ? 0 : Math.floor(Date.parse(lostAt) / MINUTE_MS);

const numberOf = ({ refundReference: reference }: PolicyRefund) => Number(originOf(reference).ordinal ?? 0);

/**
 * The refunds of a rebuilt owner: what the lost run had asked for is not asked for again, and is known as what it was for. How one
 * ended may have been reported to the lost run, and is not reported again.
 */
export function withKnown(
  refunds: readonly PolicyRefund[] = [],
  known: readonly PolicyRefund[],
): readonly PolicyRefund[] {
  const isNew = (each: PolicyRefund) =>
    refunds.every(({ refundReference: reference }) => reference !== each.refundReference);
  const ended = known.reduce<readonly PolicyRefund[]>(
    (all, { refundReference: reference, state }) =>
      state === undefined ? all : (afterEnd(all, reference, state) ?? all),
    refunds,
  );
  return [...ended, ...known.filter(isNew)];
}

/** What the lifecycle of the refunds of a transaction knows of those that policies asked for. */
export interface KnownByPolicy {
  readonly byPolicy: readonly PolicyRefund[];
  /** All of those; a worker of an earlier version does not say which there are. */
  readonly isWhole: boolean;
}

/**
 * The refunds of an owner, after those of one transaction were read. What was handed over to them and is not known there was lost with
 * their run: it is handed over again, and ends like any other.
 */
export function withForgotten(
  refunds: readonly PolicyRefund[] = [],
  transactionReference: string,
  { byPolicy, isWhole }: KnownByPolicy,
): readonly PolicyRefund[] {
  if (!isWhole) return refunds;
  return refunds.map(({ requested, ...each }) => {
    const isForgotten =
      each.transactionReference === transactionReference &&
      each.state === undefined &&
      byPolicy.every(({ refundReference: reference }) => reference !== each.refundReference);
    return { ...each, ...(requested && !isForgotten && { requested }) };
  });
}

/** The refunds after one of them ended; undefined when none of them did. */
export function afterEnd(
  refunds: readonly PolicyRefund[] = [],
  reference: string,
  state: string,
): readonly PolicyRefund[] | undefined {
  const isOne = (each: PolicyRefund) => each.refundReference === reference && each.state !== state;
  return refunds.some(isOne) ? refunds.map((each) => (isOne(each) ? { ...each, state } : each)) : undefined;
}
