import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { mayStemFrom } from '../../src/domain/adoption.js';
import { ZERO } from '../../src/domain/money.js';
import type { AccountNumber, ReservedAccountTerms } from '../../src/domain/reserved-account.js';
import { changesWithin } from '../shared/effects.js';
import { type Deed, type Finding, type Outcome, perform } from '../shared/perform.js';
import { ASKS } from '../shared/policies.js';
import { type AccountRecord, numbersIn, toWireSources, toWireSplit } from './gateway-record.js';
import type { AccountStory } from './story.js';

const { getReservedAccount } = proxyActivities<Activities>(ASKS);

/** Whoever asked has other plans after a day. */
const RESERVE_WITHIN_MS = 86_400_000;

type Reservation =
  | { readonly kind: 'reserved'; readonly numbers: readonly AccountNumber[] }
  /** The gateway knows the reference, and not from us. */
  | { readonly kind: 'used-elsewhere'; readonly saw: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Reserves the numbers, or ends the account: without numbers nobody can pay in. */
export async function reserve(story: AccountStory): Promise<void> {
  const settings = await story.settings();
  const account = story.known();
  const { terms } = account.snapshot();
  const outcome = await perform(reserveDeed(terms), settings);
  const { state, because } = endOf(outcome);
  if (outcome.kind === 'answered' && outcome.answer.kind === 'reserved') {
    account.change({ accounts: outcome.answer.numbers });
  }
  account.move(state, because);
  if (outcome.kind === 'unknown') {
    const { evidence } = outcome;
    account.raise({ kind: 'needs-review', reason: because, atRiskKobo: ZERO, evidence });
  }
  if (state !== 'ACTIVE') story.tell(account.tale());
}

interface End {
  readonly state: 'ACTIVE' | 'REFUSED' | 'FAILED';
  readonly because: string;
}

function endOf(outcome: Outcome<Reservation>): End {
  if (outcome.kind === 'refused') return { state: 'REFUSED', because: outcome.reason };
  if (outcome.kind === 'not-done') return { state: 'FAILED', because: outcome.reason };
  if (outcome.kind === 'unknown') {
    return {
      state: 'FAILED',
      because: 'the gateway did not tell within a day whether it reserved the account',
    };
  }
  const { answer } = outcome;
  switch (answer.kind) {
    case 'reserved':
      return { state: 'ACTIVE', because: 'the gateway has reserved it' };
    case 'used-elsewhere':
      return { state: 'REFUSED', because: `reference-used-elsewhere: ${answer.saw}` };
    case 'refused':
      return { state: 'REFUSED', because: answer.why };
  }
}

function reserveDeed(terms: ReservedAccountTerms): Deed<Reservation> {
  const firstAttemptAt = Date.now();
  const notAfter = firstAttemptAt + RESERVE_WITHIN_MS;
  return {
    summary: `Reserve ${terms.reference}`,
    send: (afterUnknown) => send(terms, { notAfter, afterUnknown }),
    ask: () => ask(terms, firstAttemptAt),
    mostRepeats: Infinity,
    notAfter,
    isWanted: () => true,
  };
}

async function send(
  terms: ReservedAccountTerms,
  { notAfter, afterUnknown }: { readonly notAfter: number; readonly afterUnknown: boolean },
): Promise<Reservation | 'ask-first'> {
  const answer = await create(terms, notAfter);
  switch (answer.kind) {
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown ? 'ask-first' : { kind: 'used-elsewhere', saw: answer.message };
    case 'invalid-identity':
      return { kind: 'refused', why: answer.message };
    case 'ok': {
      const numbers = numbersIn(answer.body);
      // numbers of another account must never be shown to this customer
      if (answer.body.accountReference !== terms.reference || numbers.length === 0) return 'ask-first';
      return { kind: 'reserved', numbers };
    }
  }
}

function create(terms: ReservedAccountTerms, notAfter: number) {
  const { reference, kind, accountName, currency, customer, bvn, nin, incomeSplit, allowedSources } = terms;
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

async function ask(terms: ReservedAccountTerms, firstAttemptAt: number): Promise<Finding<Reservation>> {
  const { reference: accountReference } = terms;
  const answer = await getReservedAccount.executeWithOptions({ summary: `Ask about ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', saw: `no account ${accountReference}` };
  const record = answer.body;
  if (record.accountReference !== accountReference) return { kind: 'undecided', saw: 'a crossed answer' };
  const saw = `an account ${accountReference}, created ${record.createdOn ?? 'at an unknown time'}`;
  const found: Reservation = isOurs(terms, record, firstAttemptAt)
    ? { kind: 'reserved', numbers: numbersIn(record) }
    : { kind: 'used-elsewhere', saw };
  return { kind: 'found', answer: found, saw };
}

/** What the gateway leaves out disproves nothing; the name on the account is not what was sent. */
function isOurs(
  { kind, customer }: ReservedAccountTerms,
  record: AccountRecord,
  firstAttemptAt: number,
): boolean {
  const agrees = (asked: string | undefined, recorded: string | null | undefined) =>
    !asked || !recorded || asked.toLowerCase() === recorded.toLowerCase();
  return (
    agrees(customer.email, record.customerEmail) &&
    agrees(customer.name, record.customerName) &&
    agrees(kind, record.reservedAccountType) &&
    mayStemFrom(firstAttemptAt, record.createdOn)
  );
}
