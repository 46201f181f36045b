import { collect } from '../collections/collect.js';
import { isPaymentReferenceTaken, openTransaction } from '../collections/transactions.js';
import { unprocessable } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { merchantById } from '../people/merchants.js';
import { courseOf, pendingMs } from '../people/scenario-accounts.js';
import { type Debit } from '../types/debit.js';
import { keyOf } from '../types/key.js';
import { type Mandate } from '../types/mandate.js';
import { type Merchant } from '../types/merchant.js';
import { debitReference } from '../wire/references.js';
import { type World } from '../world.js';

export type DebitTerms = Pick<
  Debit,
  'paymentReference' | 'amountKobo' | 'narration' | 'customerEmail' | 'split'
>;

const BANK_TAKES_MS = 5_000;

/** Runs inside a commit: accepts the debit; the bank's decision follows later. */
export function beginDebit(world: World, mandate: Mandate, terms: DebitTerms): Debit {
  const key = keyOf(mandate.merchantId, terms.paymentReference);
  if (isPaymentReferenceTaken(world, mandate.merchantId, terms.paymentReference)) {
    throw unprocessable('Duplicate payment reference');
  }
  refuseBeyondMandate(world, mandate, terms.amountKobo);
  const debit: Debit = {
    ...terms,
    key,
    merchantId: mandate.merchantId,
    transactionReference: debitReference(world),
    mandateCode: mandate.code,
    status: 'PENDING',
    responseMessage: null,
  };
  world.debits.put(debit);
  const { accountNumber } = mandate.customer;
  const { seemsFailed } = courseOf(accountNumber);
  decideAfter(world, key, (seemsFailed ? undefined : pendingMs(accountNumber)) ?? BANK_TAKES_MS);
  return debit;
}

function decideAfter(world: World, key: string, ms: number): void {
  world.agenda.add({ kind: 'decide-debit', subject: key, dueAt: world.clock.now() + ms });
}

function refuseBeyondMandate(world: World, mandate: Mandate, amountKobo: number): void {
  const now = world.clock.now();
  if (mandate.status !== 'ACTIVE') throw unprocessable(`Mandate is not active, it is ${mandate.status}`);
  if (now < mandate.startsAt || (now >= mandate.endsAt && !mandate.autoRenew)) {
    throw unprocessable('Mandate is outside of its start and end date');
  }
  if (mandate.debitKobo !== null && mandate.debitKobo !== amountKobo) {
    throw unprocessable('Debit amount must equal the debit amount of the mandate');
  }
  if (mandate.amountKobo !== null && debitedKobo(world, mandate) + amountKobo > mandate.amountKobo) {
    throw unprocessable('Debit exceeds the mandate amount');
  }
}

/** Completed and pending debits count against the lifetime amount. */
function debitedKobo(world: World, { code }: Mandate): number {
  const debits = [...world.debits.filter('mandate', code)];
  return debits.reduce((total, debit) => total + (debit.status === 'FAILED' ? 0 : debit.amountKobo), 0);
}

/** Runs inside a commit: decides a debit when it is due. Only a successful debit becomes a transaction. */
export function decideDebit(world: World, key: string): void {
  const debit = world.debits.get(key);
  const mandate = world.mandates.get(debit?.mandateCode ?? '');
  if (!debit || !mandate) return;
  const { end, message, seemsFailed, afterMs } = courseOf(mandate.customer.accountNumber);
  // a bank that reports a failure and corrects it
  const isCorrectedLater = seemsFailed === true && debit.status === 'PENDING';
  if (isCorrectedLater) decideAfter(world, key, afterMs);
  if (end === 'FAILED' || isCorrectedLater) {
    world.debits.put({ ...debit, status: 'FAILED', responseMessage: message });
    return;
  }
  world.debits.put({ ...debit, status: 'PAID', responseMessage: 'Approved or completed successfully' });
  collectDebit(world, merchantById(world, debit.merchantId), { debit, mandate });
}

function collectDebit(
  world: World,
  merchant: Merchant,
  { debit, mandate }: { debit: Debit; mandate: Mandate },
): void {
  const { name, bankCode, accountNumber } = mandate.customer;
  const transaction = openTransaction(world, merchant, {
    paymentReference: debit.paymentReference,
    amountKobo: debit.amountKobo,
    description: debit.narration,
    customer: { email: debit.customerEmail, name },
    methods: ['DIRECT_DEBIT'],
    split: debit.split,
    metaData: {},
    special: {
      transactionReference: debit.transactionReference,
      surchargeKobo: 0,
      product: { type: 'DIRECT_DEBIT', reference: mandate.code },
    },
  });
  collect(world, {
    transaction,
    amountKobo: debit.amountKobo,
    from: accounts.bank(bankCode, accountNumber),
    status: 'PAID',
    facts: { method: 'DIRECT_DEBIT' },
    sendsEvent: merchant.switches.debitEvents,
  });
}
