import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ownershipOf } from '../../src/domain/lifecycle/adoption.js';
import { ZERO } from '../../src/domain/money.js';
import type {
  AccountNumber,
  ReservedAccountSnapshot,
  ReservedAccountTerms,
} from '../../src/domain/reserved-account/reserved-account.js';
import { toWireSplit } from '../../src/domain/split.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { findingOf } from '../shared/gateway/finding.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { type AccountRecord, numbersIn, toWireSources } from './gateway-record.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(GATEWAY_READ);

/** After a day the caller has made other plans. */
const RESERVE_WITHIN_MS = 86_400_000;

type Reservation =
  | { readonly kind: 'reserved'; readonly numbers: readonly AccountNumber[] }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Reserves the account numbers, or ends the account: without numbers nothing can be paid in. */
export async function reserve(lifecycle: AccountLifecycle): Promise<void> {
  const account = lifecycle.subject();
  const outcome = await lifecycle.run(reservation(account.snapshot()));
  const { state, reason } = endOf(outcome);
  if (outcome.kind === 'answered' && outcome.answer.kind === 'reserved') {
    account.change({ accounts: outcome.answer.numbers });
  }
  account.transitionTo(state, reason);
  if (state !== 'ACTIVE') lifecycle.notify(account.draft());
}

interface End {
  readonly state: 'ACTIVE' | 'REFUSED' | 'FAILED';
  readonly reason: string;
}

function endOf(outcome: Outcome<Reservation>): End {
  if (outcome.kind === 'refused') return { state: 'REFUSED', reason: outcome.reason };
  if (outcome.kind !== 'answered') return { state: 'FAILED', reason: outcome.reason };
  const { answer } = outcome;
  switch (answer.kind) {
    case 'reserved':
      return { state: 'ACTIVE', reason: 'the gateway reserved it' };
    case 'used-elsewhere':
      return { state: 'REFUSED', reason: usedElsewhere(answer.observed) };
    case 'refused':
      return { state: 'REFUSED', reason: answer.why };
  }
}

export const RESERVE_KEY = 'reserve';

export function reserveBefore(since: number): number {
  return since + RESERVE_WITHIN_MS;
}

function reservation({ terms, epoch }: ReservedAccountSnapshot): Operation<Reservation> {
  return {
    key: RESERVE_KEY,
    summary: `Reserve ${terms.reference}`,
    atRiskKobo: ZERO,
    send: (attempt) => send(terms, attempt),
    check: (since) => find(terms, since),
    notAfter: reserveBefore(Date.parse(epoch)),
    isWanted: () => true,
  };
}

async function send(
  terms: ReservedAccountTerms,
  { notAfter, afterUnknown }: Attempt,
): Promise<Reservation | 'check-first' | 'exists'> {
  const answer = await create(terms, notAfter);
  switch (answer.kind) {
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
    case 'invalid-identity':
      return { kind: 'refused', why: answer.message };
    case 'ok': {
      const numbers = numbersIn(answer.body);
      // numbers of another account must never be shown to this customer
      if (answer.body.accountReference !== terms.reference || numbers.length === 0) return 'check-first';
      return { kind: 'reserved', numbers };
    }
  }
}

function create(terms: ReservedAccountTerms, notAfter: number) {
  const { reference, kind, accountName, currency, customer, bvn, nin } = terms;
  const { incomeSplit, allowedSources, limitProfileCode } = terms;
  const wanted = {
    accountReference: reference,
    accountName,
    currencyCode: currency,
    customerEmail: customer.email,
    ...(customer.name !== undefined && { customerName: customer.name }),
    ...(bvn !== undefined && { bvn }),
    ...(nin !== undefined && { nin }),
  };
  const gateway = changesWithin(notAfter - Date.now());
  const summary = { summary: `Reserve ${reference} at the gateway` };
  if (kind === 'invoice') return gateway.createInvoiceReservedAccount.executeWithOptions(summary, [wanted]);
  if (limitProfileCode !== undefined) {
    // the gateway requires a name here
    const named = { ...wanted, customerName: customer.name ?? accountName };
    return gateway.createLimitedReservedAccount.executeWithOptions(summary, [
      { ...named, getAllAvailableBanks: true, limitProfileCode },
    ]);
  }
  return gateway.createReservedAccount.executeWithOptions(summary, [
    {
      ...wanted,
      ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
      ...(allowedSources && {
        restrictPaymentSource: true,
        allowedPaymentSource: toWireSources(allowedSources),
      }),
    },
  ]);
}

async function find(terms: ReservedAccountTerms, since: number): Promise<Finding<Reservation>> {
  const { reference: accountReference } = terms;
  const answer = await getReservedAccount.executeWithOptions({ summary: `Check ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no account ${accountReference}` };
  const record = answer.body;
  if (record.accountReference !== accountReference)
    return { kind: 'undecided', observed: 'the reply is about another account' };
  const observed = `an account ${accountReference}, created ${record.createdOn ?? 'at an unknown time'}`;
  return findingOf<Reservation>(ownershipOfAccount(terms, record, since), observed, {
    kind: 'reserved',
    numbers: numbersIn(record),
  });
}

/** The name on the account is not compared: the gateway changes it. */
function ownershipOfAccount({ kind, customer }: ReservedAccountTerms, record: AccountRecord, since: number) {
  return ownershipOf(since, {
    createdOn: record.createdOn,
    pairs: [
      [customer.email, record.customerEmail],
      [customer.name, record.customerName],
      [kind, record.reservedAccountType],
    ],
  });
}
